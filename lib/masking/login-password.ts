import { looksChosen } from './looks-secret';

const OPTIONS = ['-u ', '--user '];
const LONGEST_NAME = 64;
const LONGEST_PASSWORD = 200;

/** The password in `curl -u name:password` and `--user name:password`. Numbers on both sides are a user and a group. */
export function loginPassword(text: string, at: number): { readonly start: number; readonly end: number } | undefined {
  const option = OPTIONS.find((candidate) => text.startsWith(candidate, at));
  if (option === undefined || !isBlank(text, at - 1)) return undefined;
  const opening = at + option.length;
  const quote = '"\''.includes(text.charAt(opening)) ? text.charAt(opening) : '';
  const from = opening + quote.length;
  const colon = text.slice(from, from + LONGEST_NAME).search(/[\s:"'\\/]/);
  if (colon < 1 || text[from + colon] !== ':') return undefined;
  const start = from + colon + 1;
  const length = text.slice(start, start + LONGEST_PASSWORD).search(quote === '' ? /[\s"'\\]|$/ : /["'\\\n]|$/);
  const isPassword = looksChosen(text.slice(start, start + length), 'quoted');
  return isPassword ? { start, end: start + length } : undefined;
}

function isBlank(text: string, at: number): boolean {
  return at < 0 || text.charAt(at).trim() === '';
}
