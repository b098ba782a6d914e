import type { Simulation } from '../../simulator/pipeline/simulation';

/** [X1] The number of calls that the simulation sends: none after it is dead. */
export function sentCalls({ calls, deadAt = calls }: Pick<Simulation, 'calls' | 'deadAt'>): number {
  return deadAt;
}
