const LINE_END = /\r\n|[\n\r\u2028\u2029\u0085\v\f]/;

/** Base64 and the like: nobody reads it, and it costs more tokens than any other text. */
const OPAQUE_RUN = /(?:data:[\w/+.-]{1,60};base64,)?[A-Za-z0-9+/=_-]{120,}/g;
/** The same, wrapped in lines as in mail programs and key files. */
const OPAQUE_LINES = /(?:^[A-Za-z0-9+/]{60,119}={0,2}$\r?\n?){3,}/gm;

export function withoutOpaque(text: string): string {
  return text
    .replace(OPAQUE_RUN, (run) => (isOpaque(run) ? `[${run.length} characters of data]` : run))
    .replace(OPAQUE_LINES, (lines) => `[${lines.length} characters of data]\n`);
}

/** Words and paths rarely change between letter cases and digits; encoded data changes at every other character. */
function isOpaque(run: string): boolean {
  const changes = run.match(/[a-z](?=[A-Z0-9])|[A-Z](?=[a-z0-9])|[0-9](?=[A-Za-z])/g)?.length ?? 0;
  return changes > run.length * 0.3 || (run.length > 400 && !/^(.)\1*$/.test(run) && !/[/_-].{0,60}[/_-]/.test(run));
}

/** Truncates in the middle, with a note. */
export function cutMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = Math.ceil(limit * 0.6);
  const tail = limit - head;
  const left = (text.length - limit).toLocaleString('en-US');
  return `${start(text, head)}\n[… ${left} characters omitted …]\n${text.slice(text.length - tail).toWellFormed()}`;
}

/** Never splits a surrogate pair. */
function start(text: string, length: number): string {
  return text.slice(0, length).toWellFormed();
}

/**
 * A verbatim quotation. Each line has a mark before it, so that headings or lists in it do not become part of the
 * summary's structure.
 */
export function quoted(text: string, limit: number): string {
  return cutMiddle(withoutOpaque(bounded(text, limit)).trim(), limit)
    .split(LINE_END)
    .map((line) => (line.trim() === '' ? '>' : `> ${line.trimEnd()}`))
    .join('\n');
}

/** On one line, for a list. */
export function oneLine(text: string, limit: number): string {
  const line = withoutOpaque(bounded(text, limit))
    .replace(/[\s\u2028\u2029\u0085]+/g, ' ')
    .trim();
  return line.length <= limit ? line : `${start(line, limit - 1)}…`;
}

/** The two ends are enough to truncate, and searching megabytes for data again and again would be slow. */
function bounded(text: string, limit: number): string {
  const enough = limit * 4 + 2_000;
  return text.length <= enough * 2 ? text : cutMiddle(text, enough);
}
