import { gitStat, typeErrors } from '../command-outputs';
import { CHAIN, HARBOUR_FEE_CASE, HOLDING, LOOKUP, PARTY, ROUNDING, testPathOf } from './project';
import type { Workbench } from './workbench';

const CARD = 'src/pricing/rate-card.ts';
const QUOTES = 'src/quotes/quote-service.ts';
const ENGINE = 'src/pricing/surcharge-engine.ts';
const TABLE = 'src/pricing/fare-table.ts';

export function splitRateCard(bench: Workbench): void {
  survey(bench);
  takeOutChain(bench);
  takeOutLookup(bench);
  renameToFareTable(bench);
  bench.writer.wait(40_000);
  bench.writer.compactManually('focus on the split of the fare code, the names that are final and the open steps');
  takeOutRounding(bench);
  splitQuoteService(bench);
}

function survey(bench: Workbench): void {
  const { writer, notes, tools, files } = bench;
  writer.prompt(`RateCard in ferrywright has become the place where everything about prices ends up: lookup, seasons, surcharges, rounding. It is a good deal over 800 lines. I want it split into parts with one purpose each, without any change of behaviour.

- The HTTP interface under /v3/quotes must not change, other teams read it.
- Do not change what a test expects. A test may be moved, and it may use the new names.
- Run the tests of what you touched after every step, and only go on when they are green.
- Never edit files under generated/.

Call the class that remains FareTable. Prices are rounded to 5 cents and quotes are held for 20 minutes, both should become visible settings instead of constants.`);
  notes.add(
    'intent',
    'Split RateCard (src/pricing/rate-card.ts) into parts with one purpose each, behaviour unchanged.',
  );
  notes.add(
    'intent',
    'The HTTP interface under /v3/quotes must not change. Do not change what a test expects. Run the tests of what was touched after every step. Never edit files under generated/.',
  );
  notes.add(
    'concepts',
    'The class that remains is called FareTable. Prices are rounded to 5 cents, quotes are held for 20 minutes.',
    2,
  );
  notes.add('messages', 'Asked for the split of RateCard with four rules.');
  bench.plan([
    ['List all uses of RateCard', 'Listing all uses of RateCard'],
    ['Take the surcharges out into SurchargeChain', 'Taking the surcharges out'],
    ['Take the lookup out into FareLookup', 'Taking the lookup out'],
    ['Rename what remains to FareTable', 'Renaming what remains'],
    ['Put rounding into one place', 'Putting rounding into one place'],
    ['Split the quote service along the same lines', 'Splitting the quote service'],
    ['Make holdMinutes and roundToCents settings', 'Making the constants settings'],
    ['Update docs/pricing.md', 'Updating the docs'],
  ]);
  bench.act(
    'I will read the class and its two largest users first, then make a list of steps.',
    [bench.todo(0), ...bench.read(CARD)],
    'Before planning anything I need to see the class as a whole. The users matter as much as the class: what they call decides where it can be cut.',
  );
  bench.act(undefined, bench.read(QUOTES, ENGINE));
  bench.act(
    'Now every use of the name.',
    [tools.grep('RateCard', '', 200)],
    'Three groups of members: those that look up fares, those that handle surcharges and seasons, and those that only compute with numbers. They share maps, but the surcharge group touches only its own map. That is the first cut.',
  );
  bench.act('And the tests as they are, to know the starting point.', [bench.test('src')]);
  bench.act(undefined, [
    ...bench.read(testPathOf(CARD)),
    tools.bash(
      'wc -l src/*/*.ts | sort -n | tail -12',
      'Largest files',
      files
        .paths('src')
        .map((path) => `${String(files.lines(path).length).padStart(6)} ${path}`)
        .sort()
        .slice(-12)
        .join('\n'),
    ),
  ]);
  bench.finish(`All tests are green before I start. RateCard has ${files.lines(CARD).length} lines and three groups of members that hardly touch each other:

1. surcharges and seasons, used by SurchargeEngine and nobody else,
2. the lookup of fares, used by nearly everybody,
3. arithmetic: rounding, averages, totals.

I would take them out in this order, rename what remains, and then cut the quote service along the same lines. The list of steps is written down. Shall I begin?`);
}

function takeOutChain(bench: Workbench): void {
  const { notes, tools } = bench;
  bench.user(3 * 60_000, 'Yes, go ahead. One commit per step, I will look at them in the evening.');
  notes.add('messages', 'Agreed to the order of steps, one commit per step.');
  bench.act(
    'Step one is the surcharges.',
    [bench.todo(1), bench.create(CHAIN)],
    'The chain gets the surcharge members without the maps of the others. I keep the method names so that the engine needs only a new import.',
  );
  bench.act(undefined, [bench.createTest(CHAIN, 14)]);
  bench.act('Now the engine: it must ask the chain instead of the card.', [
    tools.edit(ENGINE, 'to a price from the RateCard.', 'to a price, by way of a SurchargeChain.'),
    tools.bashFailing(
      'npx tsc --noEmit',
      'Check types',
      2,
      typeErrors(bench.random, [
        { path: ENGINE, message: "2339: Property 'surcharges' does not exist on type 'SurchargeChain'." },
        {
          path: ENGINE,
          message: "2345: Argument of type 'RateCard' is not assignable to parameter of type 'SurchargeChain'.",
        },
        { path: 'src/pricing/surcharge-chain.test.ts', message: '2554: Expected 5 arguments, but got 4.' },
      ]),
      8200,
    ),
  ]);
  bench.act(
    'Three type errors, all where the engine builds its own card. Reading it again.',
    bench.read(ENGINE, 'src/pricing/surcharge-engine.test.ts'),
    'The test of the engine builds a RateCard with all maps. It may use new names but not new expectations, so I give it a chain with the same surcharges.',
  );
  bench.act(undefined, [
    tools.editNotFound(
      ENGINE,
      'private readonly surcharges: Map<string, Surcharge>',
      'private readonly chain: SurchargeChain',
    ),
  ]);
  bench.act('The field is declared differently. Using the text that is really there.', [
    tools.edit(
      ENGINE,
      '  private readonly surcharges = new Map<string, Surcharge>();',
      '  private readonly surcharges = new Map<string, Surcharge>();\n  private readonly chain = new SurchargeChain(this.store, this.clock, this.log, this.metrics, DEFAULT_SURCHARGE_CHAIN_SETTINGS);',
    ),
  ]);
  bench.act(undefined, [bench.test('src/pricing')]);
  bench.act('Green. Commit, then the next step.', [
    tools.bash(
      'git add -A src/pricing && git commit -q -m "pricing: surcharges in a chain of their own" && git log --oneline -1',
      'Commit step one',
      '4d81f0e pricing: surcharges in a chain of their own',
    ),
    bench.todo(2),
  ]);
  notes.add('files', 'src/pricing/surcharge-chain.ts: new, commit 4d81f0e. SurchargeEngine uses it.');
  bench.finish(
    'The surcharges live in SurchargeChain now, with a test file of their own. All tests under src/pricing pass, commit 4d81f0e.',
  );
}

function takeOutLookup(bench: Workbench): void {
  const { files, notes, tools } = bench;
  bench.user(
    5 * 60_000,
    'Looks fine so far. When you take the lookup out, mind that refunds use the card of the day of sale, not of today.',
  );
  notes.add('messages', 'Reminded that refunds use the card of the day of sale.');
  notes.add('concepts', 'Refunds must be calculated with the fares of the day of sale.');
  bench.act(
    'Then I read the refunds before I move the lookup.',
    bench.read('src/refunds/refund-calculator.ts'),
    'Day of sale means that the lookup needs a date as an argument; it must not ask the clock.',
  );
  bench.act('The lookup, with the date as an argument everywhere.', [
    bench.create(LOOKUP),
    bench.createTest(LOOKUP, 16),
  ]);
  bench.act(undefined, [...bench.read('src/refunds/refund-calculator.test.ts'), tools.grep('findFare', 'src', 80)]);
  bench.act(
    'The card hands over to the lookup. I change the users one by one, vehicles first.',
    bench.read('src/vehicles/vehicle-pricing.ts'),
  );
  bench.act(undefined, [
    tools.edit(
      'src/vehicles/vehicle-pricing.ts',
      'takes the base price from the RateCard.',
      'takes the base price from FareLookup.',
    ),
  ]);
  const test = 'src/vehicles/vehicle-pricing.test.ts';
  bench.act('And its tests together with those of the refunds.', [
    bench.test('src/vehicles', {
      failed: [
        {
          file: test,
          title: HARBOUR_FEE_CASE.title,
          details: `AssertionError: expected 41250 to be 41300\n\n- Expected  41300\n+ Received  41250\n\n > ${test}:${files.lineOf(test, '41_300')}:19`,
        },
      ],
    }),
    bench.test('src/refunds'),
  ]);
  bench.act(
    'One test fails by 50 cents.',
    [...bench.read(test), ...bench.read('src/routes/route-register.ts')],
    'The expectation must not be changed. 50 cents is one harbour fee for a bicycle: the old card added the fee inside the lookup. So the lookup has to take the route into account too.',
  );
  bench.act('The old code added the harbour fee within the lookup. FareLookup must do the same.', [
    tools.edit(
      LOOKUP.path,
      '/** Finds the fare for a sailing, a date and a customer. */',
      '/** Finds the fare for a sailing, a date and a customer. The harbour fee of the route is part of it. */',
    ),
    bench.test('src/vehicles', { verbose: false }),
  ]);
  bench.act(undefined, [
    tools.bash(
      'git add -A src && git commit -q -m "pricing: lookup of fares by date" && git log --oneline -1',
      'Commit step two',
      'b07c2aa pricing: lookup of fares by date',
    ),
  ]);
  notes.add(
    'files',
    'src/pricing/fare-lookup.ts: new, commit b07c2aa. Takes the date as an argument; the harbour fee of the route is part of the fare.',
  );
  notes.add(
    'errors',
    'A vehicle test was off by 50 cents: the harbour fee belongs to the lookup. Fixed in FareLookup, not in the test.',
  );
  bench.finish(
    'The lookup is out (b07c2aa). One thing I learned on the way: the old card added the harbour fee inside the lookup, and a vehicle test depends on it. FareLookup does the same, no expectation was changed.',
  );
}

function renameToFareTable(bench: Workbench): void {
  const { files, notes, tools } = bench;
  bench.user(2 * 60_000, 'Good catch. Now the rename to FareTable.');
  notes.add('messages', 'Asked for the rename to FareTable.');
  files.move(CARD, TABLE);
  files.move(testPathOf(CARD), testPathOf(TABLE));
  bench.act('Files first, so that the history follows.', [
    bench.todo(3),
    tools.bash(`git mv ${CARD} ${TABLE} && git mv ${testPathOf(CARD)} ${testPathOf(TABLE)}`, 'Rename the files', ''),
  ]);
  bench.act(
    'Then the name in every file that has it.',
    bench.rename('RateCard', 'FareTable', files.paths('src').slice(0, 40)),
  );
  bench.act(undefined, [
    tools.edit(testPathOf(TABLE), './rate-card', './fare-table', true),
    tools.edit(testPathOf(TABLE), 'DEFAULT_RATE_CARD_SETTINGS', 'DEFAULT_FARE_TABLE_SETTINGS', true),
    tools.edit(TABLE, 'DEFAULT_RATE_CARD_SETTINGS', 'DEFAULT_FARE_TABLE_SETTINGS', true),
    tools.grep('RateCard', '', 40),
  ]);
  bench.act(
    'Only the docs and the configuration still say RateCard; they come at the end.',
    bench.read(TABLE),
    'I want to read the file as it is now. It is the one that all further steps start from.',
  );
  bench.act('All tests, because the name was everywhere.', [bench.test('src')]);
  bench.act(undefined, [
    tools.bash(
      'git add -A && git commit -q -m "pricing: RateCard is called FareTable" && git show --stat --oneline HEAD',
      'Commit step three',
      `77e3b19 pricing: RateCard is called FareTable\n${gitStat([TABLE, testPathOf(TABLE), QUOTES, ENGINE, 'src/refunds/refund-calculator.ts', 'src/allotments/allotment-book.ts', 'src/cabins/cabin-pricing.ts'], bench.random)}`,
    ),
    bench.todo(4),
  ]);
  notes.add('files', `${TABLE}: was rate-card.ts, the class is FareTable now (commit 77e3b19).`, 1);
  notes.set(
    'pending',
    'Put rounding into one place; split the quote service; make holdMinutes and roundToCents settings; update docs/pricing.md and config/pricing.json.',
  );
  notes.set('current', 'Renamed RateCard to FareTable; all tests green.');
  notes.set('next', 'Put rounding into one place (PriceRounding).');
  bench.finish(
    'RateCard is FareTable now, in 77e3b19. All tests pass. The docs and config/pricing.json still use the old name; they are on the list.',
  );
}

function takeOutRounding(bench: Workbench): void {
  const { notes, tools } = bench;
  bench.user(4 * 60_000, 'Go on with the rounding. One place, please, and say in the code which way halves go.');
  notes.add('messages', 'Asked for rounding in one place, with the direction of halves stated.');
  bench.act('I need the code again to see where rounding happens.', [
    tools.grep('Math.round', 'src', 60),
    tools.grep('Cents', 'src', 160),
  ]);
  bench.act(
    undefined,
    bench.read(TABLE),
    'The arithmetic group is what I am after: totals and averages. Rounding is done by the callers, each in its own way.',
  );
  bench.act('A small class for it, halves away from zero, as the tests expect it.', [
    bench.create(ROUNDING),
    bench.createTest(ROUNDING, 12),
  ]);
  bench.act(undefined, bench.read('src/cabins/cabin-pricing.ts', 'src/cabins/cabin-pricing.test.ts'));
  bench.act(undefined, [
    tools.edit(
      'src/cabins/cabin-pricing.ts',
      'Supplements for cabins on top of the FareTable.',
      'Supplements for cabins on top of the FareTable, rounded by PriceRounding.',
    ),
    bench.test('src/cabins'),
    bench.test('src/pricing'),
  ]);
  bench.act(undefined, [
    tools.bash(
      'git add -A && git commit -q -m "pricing: one place for rounding" && git log --oneline -1',
      'Commit step four',
      'e5590cd pricing: one place for rounding',
    ),
    bench.todo(5),
  ]);
  notes.add(
    'files',
    'src/pricing/price-rounding.ts: new, commit e5590cd, halves away from zero, multiples of 5 cents.',
    1,
  );
  bench.finish(
    'Rounding is done by PriceRounding only (e5590cd): multiples of 5 cents, halves away from zero, stated in the class comment.',
  );
}

function splitQuoteService(bench: Workbench): void {
  const { notes, tools } = bench;
  bench.user(
    64 * 60_000,
    'Back from lunch. The quote service next: holding and the travel party are the two things I would take out.',
  );
  notes.add('messages', 'Asked to take holding and the travel party out of the quote service.');
  bench.act(
    'Reading the service again, whole.',
    bench.read(QUOTES),
    'Over an hour has passed, but nothing was changed meanwhile; git says the tree is clean.',
  );
  bench.act('Holding first.', [bench.create(HOLDING), bench.createTest(HOLDING, 15)]);
  bench.act('Then the party.', [bench.create(PARTY), bench.createTest(PARTY, 15)]);
  bench.act(undefined, [
    tools.edit(
      QUOTES,
      'Makes a quote from a FareTable and what the customer asks for.',
      'Makes a quote for a travel party from a FareTable.',
    ),
    tools.bashFailing(
      'npx tsc --noEmit',
      'Check types',
      2,
      typeErrors(
        bench.random,
        ['heldUntilMs', 'passengersOfQuote', 'vehiclesOfQuote'].map((name) => ({
          path: QUOTES,
          message: `2551: Property '${name}' does not exist on type 'QuoteHolding'.`,
        })),
      ),
      8100,
    ),
  ]);
  bench.act('Three names have moved to the party. The callers:', [
    tools.grep('passengersOf', 'src', 60),
    tools.grep('heldUntilMs', 'src', 60),
  ]);
  bench.act(undefined, bench.read('src/quotes/quote-service.test.ts'));
  bench.act('With the party as an argument the types fit.', [
    tools.bash('npx tsc --noEmit', 'Check types', '', 7900),
    bench.test('src/quotes'),
  ]);
  bench.act(undefined, [
    bench.test('src'),
    tools.bash(
      'git add -A && git commit -q -m "quotes: holding and party on their own" && git log --oneline -1',
      'Commit step five',
      '0c94ab7 quotes: holding and party on their own',
    ),
    bench.todo(6),
  ]);
  notes.add('files', 'src/quotes/quote-holding.ts and src/quotes/travel-party.ts: new, commit 0c94ab7.');
  notes.set('pending', 'Make holdMinutes and roundToCents settings; update docs/pricing.md and config/pricing.json.');
  notes.set('current', 'The quote service is split (0c94ab7), all tests green.');
  notes.set('next', 'Make the two constants settings.');
  bench.finish(
    'QuoteService is down to making quotes; QuoteHolding and TravelParty have files and tests of their own (0c94ab7).',
  );
}
