import type { AbSide, SideEnd } from '../../agent/ab/ab-run';
import { dollars } from '../../series/words/format-dollars';
import { counted, exactNumber } from '../../series/words/format-number';

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
  ['context', 'Context now', exactNumber],
  ['peak', 'Peak', exactNumber],
  ['calls', 'Calls', exactNumber],
];

export function abRows(a: AbFigures, b: AbFigures): readonly AbRow[] {
  return [
    ...rows.map(([measure, name, words]) => {
      const difference = b[measure] - a[measure];
      const sign = difference > 0 ? '+' : '−';
      return {
        name,
        values: [words(a[measure]), words(b[measure])] as const,
        difference: difference === 0 ? '' : `${sign}${words(Math.abs(difference))}`,
      };
    }),
    { name: 'End', values: [endWords(a.end), endWords(b.end)] as const, difference: '' },
  ];
}

/** What matters most, in words: cost, compactions, and what was lost. */
export function abDifferences(a: AbFigures, b: AbFigures): string {
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
      ? `Up to call ${call}, A and B do not differ in cost, compactions or losses.`
      : `Up to call ${call}, B ${series(differing)}.`;
  const stops = [stopWords('A', a), stopWords('B', b)].filter((words) => words !== undefined);
  return [difference, ...stops].join(' ');
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
  problem: 'failed',
  stopped: 'stopped',
};
