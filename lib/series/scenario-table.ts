import type { Simulation } from '../simulator/simulation';
import { type Measure, type MeasureId, measures, outcomeOf } from './outcome-measures';

/** A simulation with the name it has in a comparison. */
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
  /** From the baseline; missing for the baseline itself, and where there is nothing to subtract. */
  readonly difference?: string;
  /** Both, to be read out. */
  readonly words: string;
}

const compared: readonly MeasureId[] = ['compactions', 'model-calls', 'peak', 'sent', 'cost', 'cache-share', 'dead-at'];

/** A row for each measure that some view has, a cell for each view. */
export function scenarioTable(views: readonly ComparedView[], baseline: string): readonly ScenarioRow[] {
  const outcomes = views.map(({ name, simulation }) => ({ name, outcome: outcomeOf(simulation) }));
  return compared.flatMap((id) => {
    const measure = measures[id];
    const values = outcomes.map(({ name, outcome }) => ({ name, value: measure.of(outcome) }));
    if (values.every(({ value }) => value === undefined)) return [];
    const base = values.find(({ name }) => name === baseline)?.value;
    const cells = values.map(({ name, value }) => cell(measure, name, value, name === baseline ? undefined : base));
    return [{ id, title: measure.title, cells }];
  });
}

function cell(measure: Measure, name: string, value: number | undefined, base: number | undefined): ScenarioCell {
  if (value === undefined) return { name, value: '–', words: measure.id === 'dead-at' ? 'never' : 'not known' };
  const [short, exact] = [measure.short(value), measure.exact(value)];
  if (base === undefined) return { name, value: short, words: exact };
  const difference = measure.difference(value - base);
  return { name, value: short, difference: difference.short, words: `${exact}, ${difference.words}` };
}
