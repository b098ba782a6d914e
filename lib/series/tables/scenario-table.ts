import type { Simulation } from '../../simulator/pipeline/simulation';
import { runFailure, runFailureWords } from '../../simulator/replay/run-failure';
import { type Measure, type MeasureId, measures, type Outcome, outcomeOf } from './outcome-measures';

/** A simulation with its name in a comparison. */
export interface ComparedView {
  readonly name: string;
  readonly simulation: Simulation;
}

export interface ScenarioRow {
  readonly id: MeasureId;
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

const ofTheWork: readonly MeasureId[] = ['compactions', 'model-calls', 'peak', 'sent', 'cost', 'cache-share'];
const ofTheEnd: readonly MeasureId[] = ['dead-at', 'blocked-at', 'thrash-at'];

/** A row for each measure that some view has, a cell for each view. */
export function scenarioTable(views: readonly ComparedView[], baseline: string): readonly ScenarioRow[] {
  const outcomes = views.map(({ name, simulation }) => ({ name, outcome: outcomeOf(simulation) }));
  const base = outcomes.find(({ name }) => name === baseline)?.outcome;
  return [...ofTheWork, ...ofTheEnd].flatMap((id) => {
    const measure = measures[id];
    if (outcomes.every(({ outcome }) => measure.of(outcome) === undefined)) return [];
    const cells = outcomes.map(({ name, outcome }) => {
      const isComparable =
        base !== undefined && name !== baseline && (ofTheEnd.includes(id) || didTheSame(outcome, base));
      return cell(measure, name, outcome, isComparable ? measure.of(base) : undefined);
    });
    return [{ id, title: measure.title, cells }];
  });
}

/** A run that ended early is cheaper because it did less, not because its policy is better. */
function didTheSame(a: Outcome, b: Outcome): boolean {
  return runFailure(a) === undefined && runFailure(b) === undefined;
}

function cell(measure: Measure, name: string, outcome: Outcome, base: number | undefined): ScenarioCell {
  const value = measure.of(outcome);
  if (value === undefined) return { name, value: '–', words: ofTheEnd.includes(measure.id) ? 'never' : 'unknown' };
  const failure = runFailure(outcome);
  const isPartial = failure !== undefined && !ofTheEnd.includes(measure.id);
  const short = measure.short(value);
  const exact = `${measure.exact(value)}${isPartial ? `, ${runFailureWords(failure, failure.call + 1)}` : ''}`;
  if (base === undefined) return { name, value: short, words: exact };
  const difference = measure.difference(value - base);
  return { name, value: short, difference: difference.short, words: `${exact}, ${difference.words}` };
}
