import { assertNever } from '../../base/assert-never';
import { reasonText } from '../../layers/shape/reason';
import type { SimulatedChange, Simulation } from '../../simulator/pipeline/simulation';
import type { ChatItem } from '../view/chat-item';
import type { Lesson, Moment, MomentPlace } from './lesson';

export interface ReachedMoment {
  readonly look: Moment['look'];
  /** The call to look at, from 0. */
  readonly call: number;
  readonly text: string;
}

/** What of a run is needed. */
export interface LessonRun {
  readonly simulation: Simulation;
  readonly items: readonly ChatItem[];
}

type Values = Readonly<Record<string, number | string>>;

interface Place {
  readonly call: number;
  readonly values: Values;
}

/** Those that the run has come to: they come in their order, and each has the numbers of this run. */
export function reachedMoments({ moments, acceptsTokens }: Lesson, run: LessonRun): readonly ReachedMoment[] {
  const reached: ReachedMoment[] = [];
  for (const { at, look, text } of moments) {
    const place = placeOf(at, run);
    if (place === undefined) break;
    const values = { accepted: acceptsTokens ?? 0, ...numbersAt(run.simulation, place.call), ...place.values };
    reached.push({ look, call: place.call, text: reasonText({ rule: '', code: 'text', values }, { text }) });
  }
  return reached;
}

function placeOf(at: MomentPlace, { simulation, items }: LessonRun): Place | undefined {
  const { calls, changes, notes, thrash } = simulation;
  switch (at.type) {
    case 'call':
      return calls >= at.call ? { call: at.call - 1, values: {} } : undefined;
    case 'change': {
      const change = changes.filter(({ layer }) => layer === at.layer)[at.nth ?? 0];
      if (change === undefined || calls <= change.call) return undefined;
      return { call: change.call, values: { ...valuesOf(change), ...forkAt(simulation, change.call, 'summary') } };
    }
    case 'note': {
      const [note] = notes;
      if (note === undefined) return undefined;
      return { call: note.call, values: { tokens: note.tokens, ...forkAt(simulation, note.call, 'note') } };
    }
    case 'refused':
      return placeOfRefused(items);
    case 'thrash':
      return thrash === undefined ? undefined : { call: calls - 1, values: { tokens: thrash.tokens } };
    default:
      return assertNever(at);
  }
}

/** The call that was rejected comes after the replies before it. */
function placeOfRefused(items: readonly ChatItem[]): Place | undefined {
  const at = items.findIndex(({ type }) => type === 'refused');
  const replies = items.slice(0, at).filter(({ type }) => type === 'reply');
  return at === -1 ? undefined : { call: replies.length, values: {} };
}

/** Sizes by the same counter: what the call carried, and what was before it. */
function valuesOf({ before, after, reason, summaryTokens, callsSinceLast }: SimulatedChange): Values {
  return {
    ...reason.values,
    before,
    after,
    freed: before - after,
    summary: summaryTokens,
    ...(callsSinceLast === undefined ? {} : { since: callsSinceLast }),
  };
}

function forkAt({ forks }: Simulation, call: number, purpose: 'summary' | 'note'): Values {
  const cost = forks.filter((fork) => fork.call === call && fork.purpose === purpose);
  const dollars = cost.reduce((sum, fork) => sum + (fork.cost ?? 0), 0);
  return cost.length === 0 ? {} : { dollars: `≈ $${dollars.toFixed(3)}, estimated` };
}

/** Of a call that was made, or of the last one. */
function numbersAt(simulation: Simulation, call: number): Values {
  const { calls, used, threshold, cacheRead, cacheWritten, thresholds } = simulation;
  const at = Math.min(call, calls - 1);
  return {
    call: call + 1,
    used: used[at] ?? 0,
    threshold: threshold[at] ?? thresholds.auto,
    window: thresholds.window,
    read: cacheRead[at] ?? 0,
    written: cacheWritten[at] ?? 0,
  };
}
