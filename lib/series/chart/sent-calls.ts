import type { Simulation } from '../../simulator/pipeline/simulation';

/** [X1] So many calls of the simulation are sent: once it is dead, none. */
export function sentCalls({ calls, deadAt = calls }: Pick<Simulation, 'calls' | 'deadAt'>): number {
  return deadAt;
}
