type Directives = Readonly<Record<string, readonly string[]>>;

const SELF = "'self'";
const NONE = "'none'";

/**
 * Nothing but our own files, and no page of another site around ours. Data from a transcript can become an image
 * (`data:`, `blob:`), never a script, a style or a request to another host.
 */
export function contentSecurityPolicy(inlineScripts: readonly string[]): string {
  return asText({ ...strict, 'script-src': [SELF, ...inlineScripts] });
}

/**
 * For `npm run dev`: React reports errors through `eval`, styles are replaced while the page is open, and changes
 * arrive over a socket. All else is as in production.
 */
export function developmentPolicy(nonce: string, inlineScripts: readonly string[]): string {
  return asText({
    ...strict,
    'script-src': [SELF, `'nonce-${nonce}'`, ...inlineScripts, "'unsafe-eval'"],
    'style-src': [SELF, "'unsafe-inline'"],
    'connect-src': [SELF, 'ws:'],
  });
}

const strict: Directives = {
  'default-src': [NONE],
  'style-src': [SELF],
  'img-src': [SELF, 'data:', 'blob:'],
  'font-src': [SELF],
  'connect-src': [SELF],
  'worker-src': [SELF],
  'manifest-src': [SELF],
  'base-uri': [NONE],
  'form-action': [NONE],
  'frame-ancestors': [NONE],
};

function asText(directives: Directives): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}
