import { type ModuleSpec, moduleText, type TestCase, testText } from '../code-modules';
import { ProjectFiles } from '../project-files';
import type { Random } from '../random';
import { FERRY_NOUNS, type Noun } from '../vocabulary';

const N = FERRY_NOUNS;

function spec(
  path: string,
  className: string,
  purpose: string,
  nouns: readonly Noun[],
  memberCount: number,
): ModuleSpec {
  return { path: `src/${path}`, className, purpose, nouns, memberCount };
}

/** Rounding as the callers did it before it had one place. */
const ROUNDED_MEMBER = `  private rounded(cents: number): number {
    return Math.round(cents / 5) * 5;
  }`;

const ROUNDING_MEMBERS = `  /** To the next multiple; halves go away from zero. */
  round(cents: number, multiple = this.settings.roundToCents): number {
    const steps = Math.abs(cents) / multiple;
    return Math.sign(cents) * Math.floor(steps + 0.5) * multiple;
  }`;

export const HARBOUR_FEE_CASE: TestCase = {
  title: 'charges the harbour fee for a bicycle',
  body: "    const price = await subject.priceOf(makeVehicle({ id: 've-9', lengthCm: 180 }), route('north'));\n    expect(price).toBe(41_300);",
};

export const HOLD_CASE: TestCase = {
  title: 'keeps the price of a quote for the hold time',
  body: "    const quote = await subject.makeQuote(party({ adults: 2 }), sailing('s-14'));\n    expect(quote.heldUntilMs - clock.nowMs()).toBe(1_200_000);",
};

const OWN_CASES: ReadonlyMap<string, readonly TestCase[]> = new Map([
  ['src/vehicles/vehicle-pricing.ts', [HARBOUR_FEE_CASE]],
  ['src/quotes/quote-service.ts', [HOLD_CASE]],
]);

const SETTINGS = [
  ['holdMinutes', '20', 'How long a quoted price is kept.'],
  ['roundToCents', '5', 'Prices are rounded to a multiple of this.'],
] as const;

const FERRY_MODULES: readonly ModuleSpec[] = [
  {
    ...spec(
      'pricing/rate-card.ts',
      'RateCard',
      'Everything about fares: lookup, seasons, surcharges, rounding.',
      [N.fare, N.surcharge, N.season, N.route, N.sailing],
      74,
    ),
    settings: SETTINGS,
  },
  spec(
    'quotes/quote-service.ts',
    'QuoteService',
    'Makes a quote from a RateCard and what the customer asks for.',
    [N.quote, N.passenger, N.vehicle, N.cabin, N.voucher],
    40,
  ),
  spec(
    'pricing/surcharge-engine.ts',
    'SurchargeEngine',
    'Applies surcharges in the order of their priority to a price from the RateCard.',
    [N.surcharge, N.route, N.season],
    26,
  ),
  {
    ...spec(
      'vehicles/vehicle-pricing.ts',
      'VehiclePricing',
      'Lane metres and weights; takes the base price from the RateCard.',
      [N.vehicle, N.sailing, N.fare],
      22,
    ),
    ownMembers: ROUNDED_MEMBER,
  },
  {
    ...spec(
      'cabins/cabin-pricing.ts',
      'CabinPricing',
      'Supplements for cabins on top of the RateCard.',
      [N.cabin, N.sailing],
      20,
    ),
    ownMembers: ROUNDED_MEMBER.replace(
      'Math.round(cents / 5) * 5',
      'cents < 0 ? -this.rounded(-cents) : Math.round(cents / 5) * 5',
    ),
  },
  spec(
    'vouchers/voucher-desk.ts',
    'VoucherDesk',
    'Reserves and redeems vouchers against a quote.',
    [N.voucher, N.quote],
    20,
  ),
  spec(
    'allotments/allotment-book.ts',
    'AllotmentBook',
    'Seats that agencies may sell at RateCard prices.',
    [N.allotment, N.sailing],
    18,
  ),
  spec(
    'refunds/refund-calculator.ts',
    'RefundCalculator',
    'What a customer gets back, by the RateCard of the day of sale.',
    [N.refund, N.quote, N.fare],
    22,
  ),
  spec('seasons/season-calendar.ts', 'SeasonCalendar', 'Which season a sailing falls into.', [N.season, N.route], 17),
  spec('routes/route-register.ts', 'RouteRegister', 'Routes and their harbour fees.', [N.route, N.sailing], 17),
];

export const CHAIN = spec(
  'pricing/surcharge-chain.ts',
  'SurchargeChain',
  'An ordered list of surcharges, without state of its own.',
  [N.surcharge, N.fare],
  14,
);
export const LOOKUP = spec(
  'pricing/fare-lookup.ts',
  'FareLookup',
  'Finds the fare for a sailing, a date and a customer.',
  [N.fare, N.sailing],
  15,
);
export const ROUNDING: ModuleSpec = {
  ...spec('pricing/price-rounding.ts', 'PriceRounding', 'The one place where prices are rounded.', [N.quote], 6),
  ownMembers: ROUNDING_MEMBERS,
  settings: [['roundToCents', '5', 'Prices are rounded to a multiple of this.']],
};
export const HOLDING = spec(
  'quotes/quote-holding.ts',
  'QuoteHolding',
  'Keeps the price of a quote for a while.',
  [N.quote, N.passenger],
  12,
);
export const PARTY = spec(
  'quotes/travel-party.ts',
  'TravelParty',
  'Who and what travels together.',
  [N.passenger, N.vehicle],
  13,
);

export function testPathOf(path: string): string {
  return path.replace(/\.ts$/, '.test.ts');
}

export function ferryProject(random: Random): ProjectFiles {
  const files = new ProjectFiles('/srv/code/ferrywright');
  for (const module of FERRY_MODULES) {
    const own = random.fork(module.path);
    files.add(module.path, moduleText(module, own));
    files.add(testPathOf(module.path), testText(module, own.integer(22, 34), own, OWN_CASES.get(module.path)));
  }
  files.add(
    'docs/pricing.md',
    '# Pricing\n\nA RateCard is read once a night. It holds the fares of all routes and knows how to price one passenger.\nThe RateCard rounds to 5 cents. A quoted price is held for 20 minutes.\n',
  );
  files.add(
    'config/pricing.json',
    '{\n  "rateCard": { "source": "nightly", "holdMinutes": 20, "roundToCents": 5 },\n  "api": { "basePath": "/v3/quotes", "port": 8094 }\n}\n',
  );
  return files;
}
