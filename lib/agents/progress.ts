/** [O8] How often a running child is asked what it is doing. */
export const PROGRESS_EVERY_MS = 30_000;

const MOST_CHARACTERS = 60;
/** More is no line: what the model adds behind it is not read. */
const LONGEST_ANSWER = 1_000;

const ASKED = 'Say in three to five words what you are doing now';

/** [O8] What a fork of the child is asked, without tools. */
export function progressRequest(previous = ''): string {
  const another = previous === '' ? '' : ` You said “${previous}” before: say something new.`;
  return `${ASKED}, in the present, beginning with a verb that ends in -ing. Name the file or the function. Nothing else, no full stop.${another} Good: Reading the parser’s tests. Bad: Looking into it.`;
}

/** [O8] As it is shown. Undefined if the answer is none. */
export function progressLine(answer: string): string | undefined {
  const [first = ''] = answer.trim().slice(0, LONGEST_ANSWER).split('\n');
  const line = first
    .replace(/^["'“”‘’]+|["'“”‘’.…]+$/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (line === '') return undefined;
  return line.length <= MOST_CHARACTERS
    ? line
    : `${line
        .slice(0, MOST_CHARACTERS - 1)
        .trimEnd()
        .toWellFormed()}…`;
}

/** [O8] What was said before, if a text asks for progress; empty if nothing was. */
export function readProgressRequest(text: string): string | undefined {
  if (!text.startsWith(ASKED)) return undefined;
  return /You said “([^”]*)” before/.exec(text)?.[1] ?? '';
}
