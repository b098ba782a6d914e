import { gitStat } from '../command-outputs';
import { HOLD_CASE, testPathOf } from './project';
import type { Workbench } from './workbench';

const TABLE = 'src/pricing/fare-table.ts';
const PLAN = 'src/pricing/tariff-plan.ts';
const QUOTES = 'src/quotes/quote-service.ts';

export function renameAgain(bench: Workbench): void {
  changeName(bench);
  changeSettings(bench);
  checkBeforeReview(bench);
  finishDocuments(bench);
}

function changeName(bench: Workbench): void {
  const { files, notes, tools } = bench;
  bench.user(
    6 * 60_000,
    'Sorry, I have to take one thing back. FareTable clashes with the reporting table of the same name, people would mix them up. Call the class TariffPlan instead, file names too. FareTable should not appear anywhere any more.',
  );
  notes.remove('The class that remains is called FareTable');
  notes.add(
    'concepts',
    'The class is called TariffPlan (file src/pricing/tariff-plan.ts). It was FareTable for a while; that name must not appear any more.',
  );
  notes.add('concepts', 'An earlier decision was the name FareTable for what remains of RateCard.', 1);
  notes.add('messages', 'Replaced the name FareTable by TariffPlan.');
  files.move(TABLE, PLAN);
  files.move(testPathOf(TABLE), testPathOf(PLAN));
  bench.act('No problem, the second rename is cheaper than the first. Files, then names.', [
    tools.bash(`git mv ${TABLE} ${PLAN} && git mv ${testPathOf(TABLE)} ${testPathOf(PLAN)}`, 'Rename the files', ''),
    tools.grep('FareTable', '', 200),
  ]);
  bench.act(undefined, bench.rename('FareTable', 'TariffPlan', files.paths('src')));
  bench.act(undefined, [
    tools.edit(testPathOf(PLAN), './fare-table', './tariff-plan', true),
    tools.edit(testPathOf(PLAN), 'FARE_TABLE', 'TARIFF_PLAN', true),
    tools.edit(PLAN, 'FARE_TABLE', 'TARIFF_PLAN', true),
  ]);
  bench.act('Is anything left?', [
    tools.grep('FareTable', '', 40),
    tools.grep('fare-table', '', 40),
    bench.test('src', { verbose: true }),
  ]);
  bench.act(
    undefined,
    [
      ...bench.read(PLAN),
      tools.bash(
        'git add -A && git commit -q -m "pricing: FareTable is called TariffPlan" && git show --stat --oneline HEAD',
        'Commit the second rename',
        `a61d5f4 pricing: FareTable is called TariffPlan\n${gitStat([PLAN, testPathOf(PLAN), QUOTES, 'src/refunds/refund-calculator.ts', 'src/cabins/cabin-pricing.ts'], bench.random)}`,
      ),
    ],
    'I keep the whole file in view for the settings, which come next.',
  );
  notes.add('files', `${PLAN}: the class TariffPlan (commit a61d5f4).`);
  bench.finish(
    'TariffPlan it is (a61d5f4). A search for FareTable and fare-table finds nothing in the sources any more.',
  );
}

function changeSettings(bench: Workbench): void {
  const { notes, tools } = bench;
  bench.user(
    3 * 60_000,
    'Thanks. Now the settings. And while you are there: sales wants quotes to be held for 35 minutes instead of 20. Rounding stays.',
  );
  notes.add('messages', 'Asked for settings; hold quotes for 35 minutes instead of 20.');
  notes.remove('The class that remains');
  notes.add('concepts', 'Quotes are held for 35 minutes (it was 20). Prices are rounded to 5 cents.');
  bench.act('Where are the two constants used?', [
    bench.todo(6),
    tools.grep('holdMinutes', '', 60),
    tools.grep('roundToCents', '', 60),
  ]);
  bench.act(undefined, [...bench.read('config/pricing.json'), ...bench.read('src/quotes/quote-holding.ts')]);
  bench.act('35 in the configuration and in the defaults of the class; the interface keeps the field.', [
    tools.edit('config/pricing.json', '"holdMinutes": 20', '"holdMinutes": 35'),
    tools.edit(PLAN, 'holdMinutes: 20,', 'holdMinutes: 35,'),
  ]);
  const test = 'src/quotes/quote-service.test.ts';
  bench.act(undefined, [
    bench.test('src/quotes', {
      failed: [
        {
          file: test,
          title: HOLD_CASE.title,
          details: `AssertionError: expected 2100000 to be 1200000\n\n- Expected  1200000\n+ Received  2100000\n\n > ${test}:${bench.files.lineOf(test, '1_200_000')}:48`,
        },
      ],
    }),
  ]);
  bench.act(
    'This test expects 20 minutes, and expectations are not mine to change.',
    bench.read(test),
    'The user said never to change an expectation, and now asks for a change of behaviour. The two collide in this one test. I should ask instead of deciding.',
  );
  bench.finish(
    'One test in quote-service.test.ts expects a quote to be held for 1,200,000 ms, which is the old 20 minutes. You said that expectations must not change, so I have left it alone. Shall I change this one to 2,100,000 ms?',
  );
  bench.user(50_000, 'Yes, that one is a wanted change. Only that one.');
  bench.files.replace(test, 'toBe(1_200_000)', 'toBe(2_100_000)');
  notes.add('messages', 'Allowed one expectation to change: 20 to 35 minutes in quote-service.test.ts.');
  bench.act(undefined, [
    tools.bash(
      `sed -i 's/toBe(1_200_000)/toBe(2_100_000)/' ${test} && git diff --stat`,
      'Change the one expectation',
      gitStat([test, 'config/pricing.json', PLAN], bench.random),
    ),
    bench.test('src/quotes'),
  ]);
  bench.act(undefined, [
    tools.bash(
      'git add -A && git commit -q -m "quotes: hold for 35 minutes, as a setting" && git log --oneline -1',
      'Commit step six',
      '3be7720 quotes: hold for 35 minutes, as a setting',
    ),
    bench.todo(7),
  ]);
  notes.add('files', 'config/pricing.json and TariffPlan: holdMinutes 35, roundToCents 5 (commit 3be7720).');
  notes.set('pending', 'Review of all new files; docs/pricing.md.');
  bench.finish(
    'Done in 3be7720: both values are settings, quotes are held for 35 minutes, one expectation changed with your consent.',
  );
}

const REVIEWED = [
  [
    'src/allotments/allotment-book.ts',
    'The allotment book mentions the plan only in its comment, the prices come from the lookup. Nothing to do.',
  ],
  [
    'src/vouchers/voucher-desk.ts',
    'The desk compares with the minimum of the basket before rounding. That was so before, and the tests pin it down.',
  ],
  ['src/seasons/season-calendar.ts', 'The calendar has no reference to prices at all, which is how it should be.'],
  [
    'src/pricing/surcharge-chain.ts',
    'The chain keeps a map of fares that it does not need. Small leftover from the cut; I note it.',
  ],
  ['src/routes/route-register.ts', 'The harbour fee is read in one place now. Good.'],
  [
    'src/refunds/refund-calculator.ts',
    'Refunds take the date of sale and pass it on. This is what the reminder was about.',
  ],
  [
    'src/pricing/surcharge-engine.ts',
    'The engine still owns a map of its own next to the chain. They hold the same entries; only the chain is written to.',
  ],
] as const;

function checkBeforeReview(bench: Workbench): void {
  const { notes, tools } = bench;
  bench.user(
    9 * 60_000,
    'Before I review: please go through everything that used RateCard once more, one file after the other with its tests, and tell me what is still odd. No changes yet.',
  );
  notes.add('messages', 'Asked for a pass over all former users of RateCard, without changes.');
  notes.set('current', 'Going through all former users of RateCard, file by file, without changing anything.');
  notes.set('next', 'Report what is odd.');
  bench.act(
    'One after the other, whole files.',
    bench.read(QUOTES),
    'No changes, only reading and running. I begin with the largest.',
  );
  let earlier: string | undefined =
    'QuoteService reads well now. Its largest method is the one that settles with a voucher.';
  for (const [path, remark] of REVIEWED) {
    bench.act(undefined, bench.read(path), earlier);
    bench.act(undefined, [...bench.read(testPathOf(path)), bench.test(path.replace(/\/[^/]+$/, ''))]);
    earlier = remark;
  }
  bench.act(
    'Last, the class itself and who imports it.',
    [...bench.read(PLAN), tools.grep('TariffPlan', '', 80)],
    earlier,
  );
  bench.act(undefined, [bench.test('src')]);
  bench.finish(`What is still odd, nothing of it urgent:

1. SurchargeChain keeps a map of fares that it does not need.
2. SurchargeEngine has a map of surcharges next to the chain; only the chain is written to.
3. VoucherDesk compares with the minimum before rounding. The tests pin it down, so I would leave it.

Everything else is as planned, and all tests pass.`);
}

function finishDocuments(bench: Workbench): void {
  const { files, notes, tools } = bench;
  bench.user(
    7 * 60_000,
    'Fix the first two, leave the third. Then the docs, and we are done. What was the base path of the interface again, the one that must not change? I want to mention it in the pull request.',
  );
  notes.add('messages', 'Asked to fix the two leftovers, then the docs; asked for the base path of the interface.');
  bench.act(
    undefined,
    [
      tools.edit('src/pricing/surcharge-chain.ts', '  private readonly fares = new Map<string, Fare>();\n', ''),
      tools.read('docs/pricing.md'),
      tools.read('config/pricing.json'),
    ],
    'The base path is in config/pricing.json, and the docs need the same values, so one look serves both.',
  );
  bench.act('Now the docs with the names and values that hold.', [
    tools.write(
      'docs/pricing.md',
      '# Pricing\n\nA TariffPlan is read once a night. It holds the fares of all routes.\nFareLookup finds the fare for a sailing and a date; SurchargeChain adds what comes on top; PriceRounding rounds to 5 cents.\nA quoted price is held for 35 minutes (QuoteHolding).\n',
    ),
    tools.edit('config/pricing.json', '"rateCard"', '"tariffPlan"'),
  ]);
  bench.act(undefined, [bench.test('src', { verbose: false }), tools.grep('rateCard', '', 20), bench.todo(8)]);
  bench.act(undefined, [
    tools.bash(
      'git add -A && git commit -q -m "docs: pricing as it is now" && git log --oneline -8',
      'Commit and list the steps',
      'd2f80b6 docs: pricing as it is now\n3be7720 quotes: hold for 35 minutes, as a setting\na61d5f4 pricing: FareTable is called TariffPlan\n0c94ab7 quotes: holding and party on their own\ne5590cd pricing: one place for rounding\n77e3b19 pricing: RateCard is called FareTable\nb07c2aa pricing: lookup of fares by date\n4d81f0e pricing: surcharges in a chain of their own',
    ),
  ]);
  bench.finish(`Done. The base path is /v3/quotes, and it has not changed. For the pull request:

- RateCard is now TariffPlan (${files.lines(PLAN).length} lines), with FareLookup, SurchargeChain and PriceRounding beside it.
- QuoteService is split into making quotes, QuoteHolding and TravelParty.
- Quotes are held for 35 minutes; prices are rounded to 5 cents, halves away from zero.
- One expectation changed, with your consent. Eight commits, 4d81f0e to d2f80b6.`);
}
