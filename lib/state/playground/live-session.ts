import { modelIdOf } from '../../agent/journal/model-id';
import type { RunView } from '../../agent/view/run-view';
import { noLanes } from '../../simulator/children/child-lane';
import type { MessageRow, OpenSession } from '../../worker/engine/messages';

/** A run in the form of a session for the chart and the message list: its recording is what the policy sent. */
export function liveSession(
  { title, model, simulation, meter }: Pick<RunView, 'title' | 'model' | 'simulation' | 'meter'>,
  rows: readonly MessageRow[],
): OpenSession {
  const { calls, used, byCategory, output, totals, compactions } = simulation;
  return {
    summary: {
      title,
      format: 'highwater',
      models: [modelIdOf(model)],
      window: meter.window,
      messages: rows.length,
      calls,
      peakTokens: totals.peak,
      peakIsEstimated: model.type === 'scripted',
      compactions: compactions.length,
      children: 0,
      warnings: 0,
    },
    timeline: {
      calls,
      used,
      byCategory,
      output,
      isMeasured: new Uint8Array(calls).fill(model.type === 'scripted' ? 0 : 1),
      timeMs: new Float64Array(calls).fill(Number.NaN),
      // The simulation has the policy's work, which would otherwise be drawn twice.
      events: [],
    },
    boundaries: [],
    rows,
    counters: [],
    systemInFile: 'all',
    children: [],
    lanes: noLanes,
    ancestors: [],
    warnings: [],
  };
}
