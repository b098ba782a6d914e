import type { LeftPart } from '../fidelity/values/cut';
import type { Message } from '../transcript/transcript';

/** On one line, truncated to this length. */
export function excerpt(text: string, characters: number): string {
  const line = text
    .slice(0, characters * 2)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= characters && text.length <= characters * 2 ? line : `${line.slice(0, characters).trimEnd()}…`;
}

/** As a list in a sentence, truncated with a note. */
export function listText(items: readonly string[], most: number): string {
  const more = items.length - most;
  return `${items.slice(0, most).join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

/** Only whole occurrences of the value: the blank of 80 is not part of 8080. */
export function blankedOut(text: string, value: string, blank: string): string {
  if (value === '') return text;
  let made = '';
  let from = 0;
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, from)) {
    const end = at + value.length;
    const isWhole = !(/\w$/.test(text.slice(0, at).slice(-1)) && /^\w/.test(value)) && !joins(value, text.charAt(end));
    made += text.slice(from, at) + (isWhole ? blank : value);
    from = end;
  }
  return made + text.slice(from);
}

function joins(value: string, next: string): boolean {
  return /\w$/.test(value) && /\w/.test(next);
}

/** Each once, in order. If only parts of a message stay, the whole message is included. */
export function messagesLeft(left: readonly LeftPart[]): readonly Message[] {
  return [...new Set(left.map(({ message }) => message))];
}
