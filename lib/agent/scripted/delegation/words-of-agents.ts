import type { AgentReport } from '../../../agents/typed-agent';
import { assertNever } from '../../../base/assert-never';
import { counted, quotedLines } from '../sight/quoted-lines';

const FINDING = /^- (.+)$/gm;
export const OLDER = 'Older than the change:';
/** How an answer of a review begins. */
export const REVIEWED = 'I read /workspace/';
const MOST_LINES = 12;

/** What an agent found, as it lists it. */
export function findingsIn(answer: string): readonly string[] {
  const own = answer.split(`\n${OLDER}`)[0] ?? '';
  return [...own.matchAll(FINDING)].map(([, what = '']) => what);
}

/** What came back from an agent, in the words of the one who hears it. */
export function heard({ name, end, text }: AgentReport): string {
  switch (end) {
    case 'done':
      return `${name}: ${answered(text)}`;
    case 'failed':
      return `${name} failed, so its part is not done. ${firstLine(text)}`;
    case 'stopped':
      return `${name} was stopped before it was done, so its part is not done.`;
    case 'limit':
      return `${name} reached its limit of requests before it was done. What it had so far: ${answered(rest(text))}`;
    default:
      return assertNever(end);
  }
}

function answered(text: string): string {
  const found = findingsIn(text);
  if (found.length > 0) return `${counted(found.length, 'finding')}.\n${found.map((each) => `- ${each}`).join('\n')}`;
  const [, older] = text.startsWith(REVIEWED) ? text.split(`\n${OLDER}\n`) : [];
  if (text.startsWith(REVIEWED)) return `nothing speaks against it.${older === undefined ? '' : ` ${OLDER}\n${older}`}`;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) return 'it gave no answer.';
  if (lines.length === 1) return lines[0] ?? '';
  const more = lines.length - MOST_LINES;
  return `it says:\n${quotedLines(lines.slice(0, MOST_LINES).map((line) => line.replace(/^> /, '')))}${more > 0 ? `\nand ${counted(more, 'more line')}.` : ''}`;
}

function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').replace(/^The agent failed:? ?/, '');
}

function rest(text: string): string {
  return text.split('\n').slice(1).join('\n').trim();
}
