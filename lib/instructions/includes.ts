import { isText } from './path-of-include';

/** [I2] What a text includes, in its order: `@./x`, `@~/x`, `@/x` and `@x.md`, outside of code. */
export function includesOf(text: string): readonly string[] {
  const found: string[] = [];
  let fence: string | undefined;
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) === true && line.trim() === mark) fence = undefined;
      continue;
    }
    if (mark !== undefined) fence = mark;
    else found.push(...inLine(line));
  }
  return [...new Set(found)];
}

function inLine(line: string): string[] {
  if (!line.includes('@')) return [];
  const found: string[] = [];
  for (const [, written = ''] of withoutCode(line).matchAll(/(?:^|[\s(])@(\S+)/g)) {
    const target = withoutEnd(written);
    if (/^(?:\.{1,2}\/|~\/|\/|\\\\)/.test(target) || isFileName(target)) found.push(target);
  }
  return found;
}

/** A name with an extension of text; `@types/node` or the name of a person is none. */
function isFileName(target: string): boolean {
  return /^[\w.-]+(?:\/[\w.-]+)*$/.test(target) && isText(target);
}

/** Spans in backticks are blanked out. */
function withoutCode(line: string): string {
  const pieces = line.split(/(`+)/);
  for (let open = 1; open < pieces.length; open += 2) {
    const close = pieces.indexOf(pieces[open] ?? '', open + 1);
    if (close === -1) continue;
    pieces.fill(' ', open, close + 1);
    open = close;
  }
  return pieces.join('');
}

/** The punctuation of a sentence does not belong to the path. */
function withoutEnd(written: string): string {
  let end = written.length;
  while (end > 0 && '.,;:!?)]}"\'*'.includes(written.charAt(end - 1))) end -= 1;
  return written.slice(0, end);
}
