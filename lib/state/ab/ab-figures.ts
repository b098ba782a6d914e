import type { AbSide } from '../../agent/ab/ab-run';
import type { SideEnd } from '../../agent/ab/script-side';
import { dollars } from '../../series/words/format-dollars';
import { counted, exactNumber } from '../../series/words/format-number';
import type { LossCounts } from '../../simulator/explain/losses-by-call';
import type { SideLosses } from './ab-losses';

/** Of one side, up to a call. */
export interface AbFigures {
  readonly calls: number;
  readonly context: number;
  readonly peak: number;
  readonly compactions: number;
  /** Changes of the other layers. */
  readonly clearings: number;
  /** Side requests of layers. */
  readonly forks: number;
  readonly removed: number;
  readonly rereads: number;
  readonly dollars: number;
  /** If it has ended by then. */
  readonly end: SideEnd | undefined;
}

export function abFigures({ simulation, rereads, end }: AbSide, call: number): AbFigures {
  const { calls, used, cost, changes, forks } = simulation;
  const shown = Math.min(call + 1, calls);
  const until = (each: { readonly call: number }) => each.call <= call;
  const done = changes.filter(until);
  const compactions = done.filter(({ turn }) => turn === 'gate');
  const sum = (values: Iterable<number>) => [...values].reduce((all, each) => all + each, 0);
  return {
    calls: shown,
    context: used[shown - 1] ?? 0,
    peak: Math.max(0, ...used.subarray(0, shown)),
    compactions: compactions.length,
    clearings: done.length - compactions.length,
    forks: forks.filter(until).length,
    removed: sum(done.map(({ before, after }) => Math.max(0, before - after))),
    rereads: rereads.filter((at) => at <= call).length,
    dollars: sum(cost.subarray(0, shown)),
    end: call >= calls - 1 ? end : undefined,
  };
}

export interface AbRow {
  readonly name: string;
  /** That explains it. */
  readonly rule?: string;
  readonly values: readonly [string, string];
  /** Of B against A; empty if there is none. */
  readonly difference: string;
}

type Measure = Exclude<keyof AbFigures, 'end'>;

const rows: readonly (readonly [Measure, string, (value: number) => string])[] = [
  ['dollars', 'Cost so far, estimated', dollars],
  ['compactions', 'Compactions', exactNumber],
  ['clearings', 'Other changes by layers', exactNumber],
  ['forks', 'Side requests', exactNumber],
  ['removed', 'Tokens removed from the context', exactNumber],
  ['rereads', 'Files read again', exactNumber],
];

const sizeRows: typeof rows = [
  ['context', 'Context now', exactNumber],
  ['peak', 'Peak', exactNumber],
  ['calls', 'Calls', exactNumber],
];

const lossRows: readonly (readonly [Exclude<keyof LossCounts, 'rules'>, string, string])[] = [
  ['kept', 'Values kept', 'K1'],
  ['lost', 'Values lost', 'K1'],
  ['misses', 'Used-later misses', 'K2'],
  ['rulesLost', 'Rules lost or weakened', 'K4'],
];

/** Of both sides. Undefined while they are counted, or if that was stopped. */
export type BothLosses = readonly [LossCounts | undefined, LossCounts | undefined];

export function abRows(a: AbFigures, b: AbFigures, losses: BothLosses, missing: string): readonly AbRow[] {
  const row = ([measure, name, words]: (typeof rows)[number]): AbRow => ({
    name,
    ...compared(a[measure], b[measure], words),
  });
  return [
    ...rows.map(row),
    ...lossRows.map((each) => lossRow(each, losses, missing)),
    ...sizeRows.map(row),
    { name: 'End', values: [endWords(a.end), endWords(b.end)] as const, difference: '' },
  ];
}

/** [K1] [K2] [K4] */
function lossRow([measure, name, rule]: (typeof lossRows)[number], [a, b]: BothLosses, missing: string): AbRow {
  const words = (losses: LossCounts | undefined) => {
    if (losses === undefined) return missing;
    if (measure !== 'rulesLost') return exactNumber(losses[measure]);
    return losses.rules === 0 ? 'no rules removed' : `${exactNumber(losses.rulesLost)} of ${exactNumber(losses.rules)}`;
  };
  const { difference } = a && b ? compared(a[measure], b[measure], exactNumber) : { difference: '' };
  return { name, rule, values: [words(a), words(b)], difference };
}

function compared(a: number, b: number, words: (value: number) => string): Pick<AbRow, 'values' | 'difference'> {
  const sign = b > a ? '+' : '−';
  return { values: [words(a), words(b)], difference: a === b ? '' : `${sign}${words(Math.abs(b - a))}` };
}

const NO_LOSSES: LossCounts = { kept: 0, lost: 0, misses: 0, rules: 0, rulesLost: 0 };

/** Up to a call. */
export function lossesUpTo({ calls }: Pick<SideLosses, 'calls'>, call: number): LossCounts {
  return calls.findLast((each) => each.call <= call)?.soFar ?? NO_LOSSES;
}

/** `4 of 9 values lost, 1 used later, 2 rules kept` */
export function lossWords({ kept, lost, misses, rules, rulesLost }: LossCounts): string {
  return [
    `${exactNumber(lost)} of ${counted(kept + lost, 'value')} lost`,
    ...(misses > 0 ? [`${exactNumber(misses)} used later`] : []),
    ...(rules > 0 ? [ruleWords(rules, rulesLost)] : []),
  ].join(', ');
}

/** What matters most, in words: cost, compactions, and what was lost. */
export function abDifferences(
  a: AbFigures,
  b: AbFigures,
  [lostByA, lostByB]: BothLosses = [undefined, undefined],
): string {
  const cost = b.dollars - a.dollars;
  const differing = [
    Math.abs(cost) < LEAST_DOLLARS ? [] : [`costs ${dollars(Math.abs(cost))} ${cost < 0 ? 'less' : 'more'}`],
    a.compactions === b.compactions
      ? []
      : [`compacts ${counted(b.compactions, 'time')} instead of ${exactNumber(a.compactions)}`],
    a.removed === b.removed ? [] : [`removes ${exactNumber(b.removed)} tokens instead of ${exactNumber(a.removed)}`],
    a.rereads === b.rereads ? [] : [`reads ${counted(b.rereads, 'file')} again instead of ${exactNumber(a.rereads)}`],
  ].flat();
  const call = exactNumber(Math.max(a.calls, b.calls));
  const difference =
    differing.length === 0
      ? `Up to call ${call}, A and B do not differ in cost, compactions or files read again.`
      : `Up to call ${call}, B ${series(differing)}.`;
  const losses = lostByA && lostByB ? lossDifferences(lostByA, lostByB) : undefined;
  const stops = [stopWords('A', a), stopWords('B', b)].filter((words) => words !== undefined);
  return [difference, ...(losses === undefined ? [] : [losses]), ...stops].join(' ');
}

function ruleWords(rules: number, lost: number): string {
  return lost === 0
    ? `${counted(rules, 'rule')} kept`
    : `${exactNumber(lost)} of ${counted(rules, 'rule')} lost or weakened`;
}

/** What a reader of the summaries would notice. */
function lossDifferences(a: LossCounts, b: LossCounts): string | undefined {
  const instead = (measure: keyof LossCounts, one: string, several?: string) =>
    a[measure] === b[measure] ? [] : [`${counted(b[measure], one, several)} instead of ${exactNumber(a[measure])}`];
  const differing = [
    ...instead('lost', 'value'),
    ...instead('misses', 'value used later', 'values used later'),
    ...instead('rulesLost', 'rule'),
  ];
  return differing.length === 0 ? undefined : `B loses ${series(differing)}.`;
}

const LEAST_DOLLARS = 0.00005;

function series(parts: readonly string[]): string {
  const [last, ...before] = parts.toReversed();
  if (before.length < 2) return [...before, last].join(' and ');
  return `${before.toReversed().join(', ')}, and ${last}`;
}

/** Its figures stay as they were, so they cannot be compared with those of a side that goes on. */
function stopWords(name: string, { end, calls }: AbFigures): string | undefined {
  if (end === undefined || end === 'finished') return undefined;
  return `${name} stopped after call ${exactNumber(calls)} (${ends[end]}).`;
}

function endWords(end: SideEnd | undefined): string {
  return end === undefined ? 'still running' : ends[end];
}

const ends: Readonly<Record<SideEnd, string>> = {
  finished: 'finished',
  dead: 'dead: the context does not fit',
  blocked: 'blocked: automatic compaction is off',
  thrash: 'gave up (thrashing)',
  'call-limit': 'stopped at the call limit',
  'money-limit': 'stopped at the cost limit',
  'run-call-limit': 'stopped at the call limit of the whole run',
  'run-money-limit': 'stopped at the cost limit of the whole run',
  problem: 'failed',
  stopped: 'stopped',
};
