import { expect, it } from 'vitest';
import type { ComparedOutcome } from '../../series/tables/scenario-table';
import { comparisonCsv, comparisonJson } from './comparison-file';

const outcomes: readonly ComparedOutcome[] = [
  {
    name: 'Recorded',
    outcome: {
      compactions: 2,
      totals: {
        peak: 167_217,
        modelCalls: 86,
        sent: 1_000,
        cacheRead: 250,
        cost: { dollars: 8.385, known: 86, unknown: 0 },
      },
      lost: 9,
      misses: 3,
      rulesKept: 0,
      rulesLost: 1,
    },
    rules: [
      {
        rule: { text: 'Be brief', polarity: 'do', origin: 'corrected', found: 'be brif', was: { message: 4, part: 0 } },
        state: 'degraded',
        call: 140,
        compactions: 1,
      },
    ],
  },
  { name: '=HYPERLINK("a", b)', outcome: { compactions: 0, totals: { modelCalls: 7 }, deadAt: 7 } },
  { name: 'Small', outcome: undefined },
];

it('writes the exact numbers as CSV, and no name as a formula', () => {
  expect(comparisonCsv({ outcomes }).split('\r\n')).toEqual([
    `measure,Recorded,"'=HYPERLINK(""a"", b)",Small`,
    'Compactions,2,0,',
    'Model calls,86,7,',
    'Peak,167217,,',
    'Tokens sent,1000,,',
    'Cost,8.385,,',
    'Cost without cache,,,',
    'Cache share,0.25,,',
    'Values lost,9,,',
    'Used-later misses,3,,',
    'Rules kept,0,,',
    'Rules lost,1,,',
    'Ended early,,dead 8,',
    '',
  ]);
});

it('writes the same as JSON, with null for what is unknown', () => {
  const file: unknown = JSON.parse(comparisonJson({ session: 'A session', baseline: 'Recorded', outcomes }));
  expect(file).toMatchObject({
    highwater: 'compare',
    version: 1,
    session: 'A session',
    baseline: 'Recorded',
    columns: [
      {
        name: 'Recorded',
        rules: [{ text: 'Be brief', origin: 'corrected', state: 'weakened', call: 141, compactions: 1, message: 5 }],
        values: { 'rules-lost': 1, cost: 8.385, 'cost-without-cache': null, 'cache-share': 0.25, misses: 3 },
      },
      { values: { 'model-calls': 7, lost: null }, ended: { type: 'dead', call: 8 } },
      { name: 'Small', values: { compactions: null } },
    ],
  });
});
