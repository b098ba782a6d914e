import { utf8Bytes } from '../../tokens/text-size';
import { firstBytes, firstLines } from './cut-text';
import { oneLine } from './memory-file';
import { INDEX_NAME, isIndexName, isTeamName, memoryName } from './memory-path';

/** [A4] The limits of the index, in the order in which they apply. */
export interface IndexLimits {
  readonly lines: number;
  readonly bytes: number;
}

export const indexLimits: IndexLimits = { lines: 200, bytes: 25_000 };

/** [A1] A line is shorter than this. */
const LONGEST_LINE = 150;

/** [A4] The index as a session gets it. */
export interface CutIndex {
  readonly text: string;
  readonly cutBy: 'lines' | 'bytes' | undefined;
  /** Of the whole index. */
  readonly lines: number;
  readonly bytes: number;
}

export function cutIndex(index: string, limits: IndexLimits = indexLimits): CutIndex {
  const whole = index.trim();
  const lines = whole === '' ? 0 : whole.split('\n').length;
  const bytes = utf8Bytes(whole);
  const byLines = firstLines(whole, limits.lines);
  const byBytes = utf8Bytes(byLines) <= limits.bytes ? byLines : withoutHalfLine(firstBytes(byLines, limits.bytes));
  const cutBy = byBytes !== byLines ? 'bytes' : byLines !== whole ? 'lines' : undefined;
  if (cutBy === undefined) return { text: whole, cutBy, lines, bytes };
  const limit = cutBy === 'lines' ? `${limits.lines} lines` : `${limits.bytes.toLocaleString('en-US')} bytes`;
  const size = cutBy === 'lines' ? `${lines.toLocaleString('en-US')} lines` : `${bytes.toLocaleString('en-US')} bytes`;
  const note = `[${INDEX_NAME} has ${size} and was cut at ${limit}. Keep entries short, and details in their files.]`;
  return { text: `${byBytes}\n\n${note}`, cutBy, lines, bytes };
}

/** Half an entry would name a file that does not exist. A single long line has no better place. */
function withoutHalfLine(text: string): string {
  const end = text.lastIndexOf('\n');
  return end === -1 ? text : text.slice(0, end);
}

/** [A1] `- [Title](file.md) — hook` */
export function indexLine(title: string, file: string, hook: string): string {
  const start = `- [${oneLine(title).replace(/[[\]]/g, '')}](${file})`;
  const room = LONGEST_LINE - start.length - 4;
  const said = oneLine(hook);
  if (room < 10) return start;
  const short = said.length <= room ? said : `${said.slice(0, room - 1).trimEnd()}…`;
  return `${start} — ${short.toWellFormed()}`;
}

const LINK = /\[[^[\]\n]{0,300}\]\(([^)\s]{1,300})\)/g;

/** What is wrong between an index and its folder. */
export interface IndexProblems {
  /** Files that the index names and that do not exist. */
  readonly deadLinks: readonly string[];
  /** Files that the index does not name: only recall finds them. */
  readonly unlisted: readonly string[];
  /** Links that leave the folder. */
  readonly outside: readonly string[];
}

export function checkIndex(index: string, names: readonly string[], root: string): IndexProblems {
  // The files of a team are in the index of the team.
  const files = new Set(names.filter((name) => !isIndexName(name)));
  const listed = new Set<string>();
  const deadLinks = new Set<string>();
  const outside = new Set<string>();
  for (const [, target = ''] of index.matchAll(LINK)) {
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(target)) continue;
    const name = memoryName(target, root);
    if (!name.ok) outside.add(target);
    else if (files.has(name.value)) listed.add(name.value);
    else if (!isIndexName(name.value)) deadLinks.add(name.value);
  }
  return {
    deadLinks: [...deadLinks],
    unlisted: [...files].filter((name) => !listed.has(name) && !isTeamName(name)),
    outside: [...outside],
  };
}
