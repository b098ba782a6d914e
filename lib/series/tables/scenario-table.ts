import type { RuleOverSession } from '../../simulator/explain/rules-over-session';
import type { Simulation } from '../../simulator/pipeline/simulation';
import { runFailure, runFailureWords } from '../../simulator/replay/run-failure';
import { type Measure, type MeasureId, measures, type Outcome, outcomeOf } from './outcome-measures';

/** A simulation with its name in a comparison. */
export interface ComparedView {
  readonly name: string;
  readonly simulation: Simulation;
}

export interface ScenarioRow<Id extends string = MeasureId> {
  readonly id: Id;
  readonly title: string;
  readonly cells: readonly ScenarioCell[];
}

export interface ScenarioCell {
  readonly name: string;
  readonly value: string;
  /** From the baseline; missing for the baseline itself, and if one of the two did not do the same work. */
  readonly difference?: string;
  /** Both, for screen readers. */
  readonly words: string;
}

/** A row of a table, before it is written. */
export interface ComparedOutcome {
  readonly name: string;
  /** Undefined while it is computed. */
  readonly outcome: Outcome | undefined;
  /** [K4] If counted. */
  readonly rules?: readonly RuleOverSession[];
  /** Why a measure has no value, if it is not just unknown. */
  missing?(id: MeasureId): string | undefined;
}

const ofTheWork: readonly MeasureId[] = ['compactions', 'model-calls', 'peak', 'sent', 'cost', 'cache-share'];
const ofTheEnd: readonly MeasureId[] = ['dead-at', 'blocked-at', 'thrash-at'];

/** A row for each measure that some view has, a cell for each view. */
export function scenarioTable(views: readonly ComparedView[], baseline: string): readonly ScenarioRow[] {
  const compared = views.map(({ name, simulation }) => ({ name, outcome: outcomeOf(simulation) }));
  const has = (id: MeasureId) => compared.some(({ outcome }) => measures[id].of(outcome) !== undefined);
  return outcomeTable(compared, baseline, ofTheWork.filter(has));
}

/** A row for each of the measures, and for each way in which some run ended early. */
export function outcomeTable(
  compared: readonly ComparedOutcome[],
  baseline: string,
  shown: readonly MeasureId[],
): readonly ScenarioRow[] {
  const base = compared.find(({ name }) => name === baseline)?.outcome;
  const ends = ofTheEnd.filter((id) =>
    compared.some(({ outcome }) => outcome !== undefined && measures[id].of(outcome) !== undefined),
  );
  return [...shown, ...ends].map((id) => {
    const measure = measures[id];
    const cells = compared.map(({ name, outcome, missing }) => {
      const isComparable =
        base !== undefined &&
        outcome !== undefined &&
        name !== baseline &&
        (ofTheEnd.includes(id) || didTheSame(outcome, base));
      return cell(measure, name, outcome, isComparable ? measure.of(base) : undefined, missing?.(id));
    });
    return { id, title: measure.title, cells };
  });
}

/** A run that ended early is cheaper because it did less, not because its policy is better. */
function didTheSame(a: Outcome, b: Outcome): boolean {
  return runFailure(a) === undefined && runFailure(b) === undefined;
}

function cell(
  measure: Measure,
  name: string,
  outcome: Outcome | undefined,
  base: number | undefined,
  missing: string | undefined,
): ScenarioCell {
  const value = outcome && measure.of(outcome);
  if (outcome === undefined || value === undefined) {
    const words = missing ?? (ofTheEnd.includes(measure.id) ? 'never' : 'unknown');
    return { name, value: missing ?? '–', words };
  }
  const failure = runFailure(outcome);
  const isPartial = failure !== undefined && !ofTheEnd.includes(measure.id);
  const short = measure.short(value);
  const exact = `${measure.exact(value)}${isPartial ? `, ${runFailureWords(failure, failure.call + 1)}` : ''}`;
  if (base === undefined) return { name, value: short, words: exact };
  const difference = measure.difference(value - base);
  return { name, value: short, difference: difference.short, words: `${exact}, ${difference.words}` };
}
