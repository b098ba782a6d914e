import { savingAsText } from '../extraction/memory-rules';
import { type DreamRule, dreamRule } from './dream-gates';
import { transcriptFolder } from './dream-tools';

export interface DreamAsk {
  readonly root: string;
  /** `- [type] file (time): description`, one a line. */
  readonly manifest: string;
  /** Of the day on which it is asked. */
  readonly nowMs: number;
  /** Of the last consolidation; missing if there was none. */
  readonly lastMs?: number;
  /** Since then, without the present one. */
  readonly sessions: number;
  readonly most?: number;
  readonly index?: Pick<DreamRule, 'indexLines' | 'indexBytes' | 'entryCharacters'>;
}

/** [D3] What the agent is told that consolidates, after everything that its parent was sent. */
export function dreamText({
  root,
  manifest,
  nowMs,
  lastMs,
  sessions,
  most = dreamRule.mostRequests,
  index = dreamRule,
}: DreamAsk): string {
  const last = lastMs === undefined ? 'It was never done before' : `It was last done on ${timeOf(lastMs)}`;
  const files = manifest === '' ? 'There are no memories yet.' : `These memories exist:\n${manifest}`;
  const { indexLines, indexBytes, entryCharacters } = index;
  return `You now act as the agent that tidies the memory of this project in ${root}. Nothing new is worked on: later sessions shall find their way faster. Today is ${timeOf(nowMs)}. ${last}; since then there were ${sessions} other sessions.

Tools: Read, Grep and Glob; Bash for ls, find, grep, cat, stat, wc, head and tail, which may be joined with |; Write and Edit below ${root}. Everything else is denied, rm too. To remove a memory, write an empty text to its file.
You have ${most} turns. Read all that you may change at once, and write what belongs together at once.

1. Orient. List the folder, read MEMORY.md, and skim the memories, so that you improve what is there and add no second copy.
2. Gather. Look at the daily logs ${root}/logs/YYYY/MM/YYYY-MM-DD.md since the last time, if there are any. Find memories that the code contradicts now. If something is missing to decide, search the transcripts ${transcriptFolder(root)}/*.jsonl for a few exact words, and look at no more than the last 50 hits. Never read one whole.
3. Consolidate. Put together what says the same, in the memory that exists. Turn relative dates into absolute ones, by the day on which they were said. Of two that contradict each other, keep what is newer or what the code says, and remove the other. Never change or leave out a fact without such a reason.
4. Prune. MEMORY.md stays below ${indexLines} lines and ${kilobytes(indexBytes)} KB, with one line for each memory. Remove links to files that do not exist, and enter files that are missing. What an entry says beyond ${entryCharacters} characters moves into its file.

${files}

${savingAsText(root)}

At the end, say in one or two sentences what you merged, removed and corrected. If nothing was to be done, say so.`;
}

const ROLE =
  /^(?:This is a replay of [^\n]*\n\n)?You now act as the agent that tidies the memory of this project in ([^\n]+?)\. Nothing new [^\n]*? Today is ([^\n.]+)\. It was (?:never done before|last done on ([^\n;]+)); since then there were (\d+) other sessions\.\n[\s\S]*?\nYou have (\d+) turns\./;
const LIMITS = /\n4\. Prune\. MEMORY\.md stays below (\d+) lines and ([\d.]+) KB, [^\n]* says beyond (\d+) characters /;
const MANIFEST = /\nThese memories exist:\n([\s\S]*?)\n\nTypes of memories:\n/;

/** What the agent was told, for a model that answers by rules; undefined if the text says something else. */
export function readDreamText(text: string): DreamAsk | undefined {
  const [, root, now = '', last, sessions, most] = ROLE.exec(text) ?? [];
  if (root === undefined) return undefined;
  const [, lines, bytes, characters] = LIMITS.exec(text) ?? [];
  const lastMs = last === undefined ? undefined : timeIn(last);
  return {
    root,
    manifest: MANIFEST.exec(text)?.[1] ?? '',
    nowMs: timeIn(now) ?? 0,
    ...(lastMs === undefined ? {} : { lastMs }),
    sessions: Number(sessions),
    most: Number(most),
    index: {
      indexLines: Number(lines ?? dreamRule.indexLines),
      indexBytes: Math.round(Number(bytes ?? dreamRule.indexBytes / 1_000) * 1_000),
      entryCharacters: Number(characters ?? dreamRule.entryCharacters),
    },
  };
}

function kilobytes(bytes: number): string {
  return String(bytes / 1_000);
}

/** To the minute: the same text in every request of the dream. */
function timeOf(timeMs: number): string {
  return new Date(timeMs).toISOString().replace('T', ' ').slice(0, 16);
}

function timeIn(text: string): number | undefined {
  const timeMs = Date.parse(`${text.replace(' ', 'T')}:00.000Z`);
  return Number.isFinite(timeMs) ? timeMs : undefined;
}
