import type { ResultState, RunUpdate, RunView } from '../../agent/view/run-view';
import { withTail } from '../../agent/view/tail-of';
import type { Simulation } from '../../simulator/pipeline/simulation';
import type { AgentUpdate } from '../../worker/agent/agent-messages';
import type { OpenSession } from '../../worker/engine/messages';
import { liveSession } from './live-session';

export interface ShownRun {
  readonly type: 'open';
  readonly run: RunView;
  readonly session: OpenSession;
}

/** The run as shown after an update. Unchanged parts stay the same objects, so that they are not rendered again. */
export function updatedRun(before: ShownRun | undefined, update: AgentUpdate): ShownRun {
  const { rows: newRows, items, resultStates, simulation: newNumbers, ...plain } = update;
  const simulation = updatedSimulation(before?.run.simulation, newNumbers);
  // The first update has everything.
  const known = { ...before?.run, ...plain } as Omit<RunView, 'items' | 'resultStates' | 'simulation'>;
  const run: RunView = {
    ...known,
    items: items === undefined ? (before?.run.items ?? []) : withTail(before?.run.items ?? [], items),
    resultStates: updatedStates(before?.run.resultStates ?? new Map(), resultStates ?? []),
    simulation,
  };
  const rowsBefore = before?.session.rows ?? [];
  const rows = newRows === undefined ? rowsBefore : withTail(rowsBefore, newRows);
  const isSame = before !== undefined && rows === rowsBefore && simulation === before.run.simulation;
  return { type: 'open', run, session: isSame ? before.session : liveSession(run, rows) };
}

function updatedSimulation(before: Simulation | undefined, update: RunUpdate['simulation']): Simulation {
  if (update === undefined) {
    if (before === undefined) throw new Error('The first update of a run has its numbers');
    return before;
  }
  const changes = withTail(before?.changes ?? [], update.changes);
  return { ...update, changes, compactions: changes.filter(({ turn }) => turn === 'gate') };
}

function updatedStates(
  before: ReadonlyMap<string, ResultState>,
  others: NonNullable<RunUpdate['resultStates']>,
): ReadonlyMap<string, ResultState> {
  if (others.length === 0) return before;
  const states = new Map(before);
  for (const [callId, state] of others) {
    if (state === 'whole') states.delete(callId);
    else states.set(callId, state);
  }
  return states;
}
