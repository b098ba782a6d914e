/** A text that the user gives to be used as it is: in quotation marks, in a code fence, or everything after a colon. */
export function givenText(words: string): string | undefined {
  const text = words.trim();
  const [, fenced] = /^:?\s*```[^\n]*\n([\s\S]*?)\n?```[\s.!]*$/.exec(text) ?? [];
  if (fenced !== undefined) return fenced;
  const quoted = quotedText(text.replace(/^:\s*/, ''));
  if (quoted?.rest === '') return quoted.text;
  const [, after] = /^:[ \t]*\n?([\s\S]+)$/.exec(text) ?? [];
  return after;
}

/** The text in quotation marks at the start, and what follows it apart from a full stop and politeness. */
export function quotedText(words: string): { readonly text: string; readonly rest: string } | undefined {
  for (const [open, close] of MARKS) {
    if (!words.startsWith(open)) continue;
    const end = words.indexOf(close, open.length);
    if (end === -1) continue;
    const rest = words.slice(end + close.length).replace(/^[\s.!?,]*(?:please[\s.!]*)?$/i, '');
    return { text: words.slice(open.length, end), rest };
  }
  return undefined;
}

const MARKS = [
  ['"', '"'],
  ['“', '”'],
  ['„', '“'],
  ['`', '`'],
  ["'", "'"],
] as const;
