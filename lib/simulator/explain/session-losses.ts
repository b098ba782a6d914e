import type { ValueIndex } from '../../fidelity/values/value-index';
import { isFollowing, type ReplayMode } from '../pipeline/replay-mode';
import type { Simulation } from '../pipeline/simulation';
import type { ReplayMaterial } from '../recorded/replay-material';
import { firstCallFrom } from '../recorded/stretches';
import type { LostAtCall } from './lost-at-call';

/** [K1] [K2] What `lostAtCall` lists over all calls of a replay. */
export interface SessionLosses {
  /** Distinct values that left the context at some call, and were not in the rest. */
  readonly lost: number;
  /** Of the values lost, those that the model needs later, without being shown them again; each use counts once. */
  readonly misses: number;
}

export interface LossProgress {
  readonly done: number;
  readonly total: number;
}

/** The calls before which something can be lost. In a following replay, the recorded compactions lose content too. */
export function callsWithLosses(
  { transcript }: Pick<ReplayMaterial, 'transcript'>,
  { changes }: Pick<Simulation, 'changes'>,
  mode: ReplayMode | undefined,
): readonly number[] {
  const removals = changes.filter((change) =>
    change.changes.some(({ fate }) => fate !== 'injected' && fate !== 'restored'),
  );
  const recorded = isFollowing(mode) ? transcript.boundaries.filter(({ kind }) => kind === 'full') : [];
  const calls = new Set([
    ...removals.map(({ call }) => call),
    ...recorded.map(({ at }) => firstCallFrom(transcript, at)),
  ]);
  return [...calls].filter((call) => call < transcript.calls.length).sort((a, b) => a - b);
}

/** Yields before each call, because every one of them takes a while. */
export function* sessionLosses(
  calls: readonly number[],
  index: ValueIndex,
  lostAt: (call: number) => Pick<LostAtCall, 'gone' | 'misses'>,
): Generator<LossProgress, SessionLosses> {
  const lost = new Set<string>();
  const missed = new Set<string>();
  for (const [done, call] of calls.entries()) {
    yield { done, total: calls.length };
    const { gone, misses } = lostAt(call);
    for (const { type, value } of gone) lost.add(`${type} ${value}`);
    for (const { value, used } of misses) missed.add(`${index.rowOf(used)} ${value}`);
  }
  return { lost: lost.size, misses: missed.size };
}
