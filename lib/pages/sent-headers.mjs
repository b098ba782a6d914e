// Not TypeScript: next.config.mjs, which Node reads as it is, sends the same as `highwater serve`.

const DENIED = ['camera', 'display-capture', 'geolocation', 'hid', 'microphone', 'payment', 'serial', 'usb'];

/** With every answer. Pages and files have a content security policy besides. */
export const sentHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': DENIED.map((name) => `${name}=()`).join(', '),
};

/** What the routes below /api answer is no page. */
export const apiPolicy = "default-src 'none'; frame-ancestors 'none'";

/** Chunks and workers: the latter have the policy that they are sent with. Nothing in them depends on the page. */
export const chunkPolicy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; worker-src 'self'; frame-ancestors 'none'";

/** For `npm run dev`, as far as hot reload allows. */
export const developmentChunkPolicy = chunkPolicy
  .replace("script-src 'self'", "script-src 'self' 'unsafe-eval'")
  .replace("connect-src 'self'", "connect-src 'self' ws:");
