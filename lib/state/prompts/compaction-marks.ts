import type { Simulation } from '../../simulator/pipeline/simulation';
import type { Timeline } from '../../simulator/recorded/timeline';

/** A place where the session was compacted, or where a policy would have compacted it. */
export interface CompactionMark {
  /** The call after it, from 0. */
  readonly call: number;
  readonly by: 'recording' | 'policy';
  /** Only inferred from a drop in size. */
  readonly isGuess: boolean;
  /** Tokens, if known. */
  readonly before: number | undefined;
}

/** By call. At the same call, that of the recording comes first. */
export function compactionMarks(
  { events, calls }: Pick<Timeline, 'events' | 'calls'>,
  simulation: Pick<Simulation, 'changes'> | undefined,
): readonly CompactionMark[] {
  const recorded = events
    .filter(({ kind }) => kind === 'full')
    .map(({ call, isGuess, before }): CompactionMark => ({ call, by: 'recording', isGuess, before }));
  const simulated = (simulation?.changes ?? [])
    .filter(({ turn }) => turn === 'gate')
    .map(({ call, before }): CompactionMark => ({ call, by: 'policy', isGuess: false, before }));
  const marks = [...recorded, ...simulated].filter(({ call }) => call < calls).sort((a, b) => a.call - b.call);
  // Two in a row before one call are one place.
  return marks.filter(
    ({ call, by }, index) => marks.findIndex((mark) => mark.call === call && mark.by === by) === index,
  );
}

/** [K16] Where the view opens: at a compaction of the recording, or of the policy, or else at the last call. */
export function openingMark(
  all: readonly CompactionMark[],
  calls: number,
  prefers: CompactionMark['by'] = 'recording',
): Pick<CompactionMark, 'call' | 'by'> {
  // What the recording compacted before its first call is not in the file.
  const marks = all.filter(({ call, by }) => call > 0 || by === 'policy');
  const preferred = marks.filter(({ by }) => by === prefers);
  // What follows the first is the longest, so most of what turned out to be needed is known.
  const sure =
    preferred.find(({ isGuess }) => !isGuess) ?? preferred[0] ?? marks.find(({ isGuess }) => !isGuess) ?? marks[0];
  return sure ?? { call: Math.max(0, calls - 1), by: 'recording' };
}

/** [K16] The call right before a compaction has the context that was compacted next, so it leads to that compaction. */
export function callToCompact(
  marks: readonly CompactionMark[],
  { call, by }: Pick<CompactionMark, 'call' | 'by'>,
): number {
  return markAt(marks, { call: call + 1, by }) === undefined ? call : call + 1;
}

/** The index of the mark at a place. */
export function markAt(marks: readonly CompactionMark[], at: Pick<CompactionMark, 'call' | 'by'>): number | undefined {
  const index = marks.findIndex(({ call, by }) => call === at.call && by === at.by);
  return index === -1 ? undefined : index;
}

/** The next or previous mark, from any call. */
export function markBeside(
  marks: readonly CompactionMark[],
  at: Pick<CompactionMark, 'call' | 'by'>,
  direction: 1 | -1,
): CompactionMark | undefined {
  const here = markAt(marks, at);
  if (here !== undefined) return marks[here + direction];
  return direction === 1 ? marks.find(({ call }) => call > at.call) : marks.findLast(({ call }) => call < at.call);
}
