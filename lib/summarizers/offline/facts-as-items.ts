import type { FileActions } from '../../fidelity/files/file-actions';
import type { CommandRuns, Failures, Said } from './gather-facts';
import type { NotedValue } from './note-values';
import { oneLine } from './quoted';
import type { Item, Ranker } from './section';

const LONGEST_PATH = 300;
const LONGEST_VALUE = 300;
const LONGEST_FINDING = 300;
const MAX_KINDS = 12;
const MAX_TOOLS = 20;

/** Changed files come first: the old state cannot be read again, while files that were only read can. */
export function fileItems(files: readonly FileActions[], ranked: Ranker): Item[] {
  const newest = files.reduce((last, { lastAt }) => Math.max(last, lastAt), 0);
  return files.map((file, index) => {
    const isTouched = file.created + file.changed + file.deleted > 0;
    const rank = newest - file.lastAt + (files.length - index) / (files.length + 1) + (isTouched ? 0 : 1e6);
    return {
      rank: ranked(rank, file.path),
      text: () => `- ${oneLine(file.path, LONGEST_PATH)}: ${deeds(file).join(', ')}`,
    };
  });
}

function deeds({ read, created, changed, deleted }: FileActions): string[] {
  return [
    ...(created > 0 ? [`created${timesOf(created)}`] : []),
    ...(changed > 0 ? [`changed${timesOf(changed)}`] : []),
    ...(read > 0 ? [`read${timesOf(read)}`] : []),
    ...(deleted > 0 ? [`deleted${timesOf(deleted)}`] : []),
  ];
}

function timesOf(count: number): string {
  return count === 1 ? '' : ` ${count} times`;
}

export function failureItems(failures: readonly Failures[], ranked: Ranker): Item[] {
  return failures.map((failed, index) => ({
    rank: ranked(failures.length - index, `${failed.label} ${failed.failure}`),
    text: (limit) =>
      [
        `- ${failed.label}: ${failed.failure}${failed.times === 1 ? '' : ` (${failed.times} times)`}`,
        ...(failed.said === undefined || limit <= 160 ? [] : [`  - The model wrote: ${failed.said}`]),
        `  - Then: ${[...failed.followed, ...(failed.passedLater ? ['the same command passed later'] : [])].join('; ') || 'nothing'}`,
      ].join('\n'),
  }));
}

export function commandItems(commands: readonly CommandRuns[], ranked: Ranker): Item[] {
  return commands.map(({ command, times, failure, isAnswered }, index) => {
    const outcome = isAnswered ? (failure === undefined ? 'passed' : `failed (${failure})`) : 'no result yet';
    return {
      rank: ranked((commands.length - index) * 2, command),
      text: () => `- ${command}: ${outcome}${times === 1 ? '' : `, run ${times} times`}`,
    };
  });
}

export function findingItems(findings: readonly Said[], ranked: Ranker): Item[] {
  return findings.map(({ text }, index) => ({
    rank: ranked((findings.length - index) * 2 + 1, text),
    text: () => `- ${oneLine(text, LONGEST_FINDING)}`,
  }));
}

/** First what the user stated, then what occurred most often. */
export function valueItems(values: readonly NotedValue[], ranked: Ranker): Item[] {
  return values.map(({ type, value, times, isFromUser, around }, index) => {
    const rank =
      (isFromUser ? 0 : 1e6) + (type === 'identifier' || type === 'quoted' ? 1e5 : 0) - times * 100 - index / 100;
    const place = around === '' ? '' : ` ("${around}")`;
    return { rank: ranked(rank, value), text: () => `- ${oneLine(value, LONGEST_VALUE)}${place}` };
  });
}

/** `12 ts, 3 md`, from the files in use. */
export function kindsOfFiles(files: readonly FileActions[]): string {
  const kinds = files.flatMap(({ path }) => /\.([A-Za-z][A-Za-z0-9]{0,7})$/.exec(path)?.[1]?.toLowerCase() ?? []);
  return mostFrequent(kinds, MAX_KINDS);
}

export function toolsUsed(tools: ReadonlyMap<string, number>): string {
  return list(
    [...tools].map(([name, count]) => [oneLine(name, 80), count]),
    MAX_TOOLS,
  );
}

function mostFrequent(words: readonly string[], most: number): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return list([...counts], most);
}

function list(counts: readonly (readonly [string, number])[], most: number): string {
  const sorted = [...counts].sort((a, b) => b[1] - a[1]);
  const shown = sorted.slice(0, most).map(([word, count]) => `${count} ${word}`);
  const missing = sorted.length - shown.length;
  return [...shown, ...(missing > 0 ? [`… and ${missing} more kinds`] : [])].join(', ');
}
