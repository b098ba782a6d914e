import { fail, ok, type Result } from '../../base/result';

/** Far more than a policy needs, and no more than browsers accept. */
export const MAX_CHARACTERS = 100_000;

/** Marks the end: a truncated link would otherwise be read as another one, `call=12` for `call=123`. */
const END = '&end';

/** A view as the hash of an address, without its sign: `v1&preset=…&call=121&end`. */
export function writeLinkHash(version: number, query: URLSearchParams): string {
  return `v${version}${query.size === 0 ? '' : '&'}${query}${END}`;
}

/** Undefined if the hash is not ours, such as an anchor on the page; otherwise fails if invalid. */
export function readLinkHash(version: number, hash: string): Result<URLSearchParams | undefined> {
  const text = hash.replace(/^#/, '');
  const [written] = /^v\d{1,9}(?=&|$)/.exec(text) ?? [];
  if (written === undefined) return ok(undefined);
  if (written !== `v${version}`) return fail('it was made by another, possibly newer, version of Highwater');
  if (text.length > MAX_CHARACTERS) return fail(`it has more than ${MAX_CHARACTERS} characters`);
  if (!text.endsWith(END)) return fail('it is incomplete');
  return ok(new URLSearchParams(text.slice(written.length, -END.length)));
}
