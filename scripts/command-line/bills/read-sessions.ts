import type { CompactionCosts } from '../../../lib/bills/cost-figures';
import { type JoinedSession, joinedSessions } from '../../../lib/bills/joined-sessions';
import type { FileFigures } from '../../../lib/bills/session-figures';
import { type FileStamp, tailBefore } from './file-stamp';
import type { KnownFile, SessionIndex } from './session-index';
import { type FileJob, shareWork } from './shared-work';

export interface Reading {
  readonly sessions: readonly JoinedSession[];
  /** Files without a session that can be read. */
  readonly unreadable: readonly string[];
  /** How many files were in the index as they are, had only grown, and were read whole. */
  readonly files: { readonly known: number; readonly grown: number; readonly whole: number };
}

interface ReadingOptions {
  readonly index: SessionIndex;
  readonly threads?: number;
  readonly onBytes?: (bytes: number) => void;
}

/** Only what is not in the index is read. */
export async function readSessions(
  stamps: readonly FileStamp[],
  { index, threads, onBytes = () => {} }: ReadingOptions,
): Promise<Reading> {
  const files = { known: 0, grown: 0, whole: 0 };
  const jobs: FileJob[] = [];
  for (const stamp of stamps) {
    const { path, size } = stamp;
    const known = knownAs(stamp, index.get(path));
    if (known === 'same') files.known += 1;
    else if (known !== undefined && (await goOn(known, stamp, index))) files.grown += 1;
    else {
      jobs.push({ type: 'figures', path, bytes: size });
      continue;
    }
    onBytes(size);
  }
  files.whole = jobs.length;
  const stampOf = new Map(stamps.map((stamp) => [stamp.path, stamp]));
  await shareWork(
    jobs,
    ({ path, bytes }, { figures }) => {
      const stamp = stampOf.get(path);
      if (stamp !== undefined) keep(stamp, figures, index);
      onBytes(bytes);
    },
    threads,
  );
  const read = stamps.map(({ path }) => ({ path, sessions: index.get(path)?.figures?.sessions ?? [] }));
  return {
    sessions: joinedSessions(read),
    unreadable: read.flatMap(({ path, sessions }) => (sessions.length === 0 ? [path] : [])),
    files,
  };
}

/** What compaction cost the sessions of these files, in the order of their figures; missing if one cannot be read. */
export async function readCompactionCosts(
  paths: readonly string[],
  { index, threads, onFile = () => {} }: Omit<ReadingOptions, 'onBytes'> & { readonly onFile?: () => void },
): Promise<ReadonlyMap<string, readonly CompactionCosts[]>> {
  const found = new Map<string, readonly CompactionCosts[]>();
  const jobs: FileJob[] = [];
  for (const path of paths) {
    const known = index.get(path);
    if (known?.costs != null) found.set(path, known.costs);
    else jobs.push({ type: 'costs', path, bytes: known?.size ?? 0 });
  }
  await shareWork(
    jobs,
    ({ path }, { costs }) => {
      const known = index.get(path);
      if (costs !== undefined) found.set(path, costs);
      if (costs !== undefined && known !== undefined) index.set({ ...known, costs });
      onFile();
    },
    threads,
  );
  return found;
}

/** Itself if the file may only have grown; undefined if it is not known. */
function knownAs({ path, size, modifiedMs }: FileStamp, known: KnownFile | undefined): KnownFile | 'same' | undefined {
  if (known === undefined || known.size > size || tailBefore(path, known.size) !== known.tail) return undefined;
  if (known.size === size) return known.modifiedMs === modifiedMs ? 'same' : undefined;
  return known;
}

async function goOn(known: KnownFile, stamp: FileStamp, index: SessionIndex): Promise<boolean> {
  const { readGrown } = await import('./read-file');
  const figures = readGrown(known, stamp.size);
  if (figures !== undefined) keep(stamp, figures, index);
  return figures !== undefined;
}

function keep(stamp: FileStamp, figures: FileFigures | undefined, index: SessionIndex): void {
  index.set({ ...stamp, tail: tailBefore(stamp.path, stamp.size), figures: figures ?? null, costs: null });
}
