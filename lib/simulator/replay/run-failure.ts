import type { Simulation } from '../pipeline/simulation';

/** A run that did not do the work of the recording: its cost cannot be compared with one that did. */
export interface RunFailure {
  /** Too long for the provider [X1], blocked until the user compacts [X3], or no longer compacted [G4]. */
  readonly type: 'dead' | 'blocked' | 'thrash';
  /** From this call on. */
  readonly call: number;
}

export type RunEnd = Pick<Simulation, 'deadAt' | 'blockedAt' | 'thrash'>;

/** The failure that ends the work; giving up compaction alone does not, until the context is full. */
export function runFailure({ deadAt, blockedAt, thrash }: RunEnd): RunFailure | undefined {
  if (blockedAt !== undefined && (deadAt === undefined || blockedAt < deadAt))
    return { type: 'blocked', call: blockedAt };
  if (deadAt !== undefined) return { type: 'dead', call: deadAt };
  return thrash === undefined ? undefined : { type: 'thrash', call: thrash.call };
}

/** Calls are counted from 0 on the command line and from 1 in the page: the caller passes its own number. */
export function runFailureWords({ type }: RunFailure, call: number): string {
  switch (type) {
    case 'dead':
      return `dead from call ${call}`;
    case 'blocked':
      return `blocked from call ${call}`;
    case 'thrash':
      return `gave up compacting at call ${call}`;
  }
}
