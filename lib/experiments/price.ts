import { optional } from '../base/optional';
import { batchShareOf } from '../prompts/batch-share';
import { type Estimate, estimate } from '../prompts/estimate';
import type { Answer, Boundary, Design, Job, PromptRow, Sending } from './experiment';
import { jobsOf, type OpenJob, openJobs, prefixOf } from './plan';

/**
 * [V4] What requests may cost, in thousandths of a dollar. Whole numbers, rounded away from each other in each cell: sums
 * of what is shown are exact, and the bounds stay bounds.
 */
export interface Price {
  /** All input from the cache, a quarter shorter than counted, and no output. */
  readonly least: number;
  /** One request for each answer, each prefix written to the cache once, and usual output. */
  readonly likely: number;
  /** Every request that may be needed, none from the cache, a quarter longer than counted, with the longest output. */
  readonly most: number;
}

export interface CellPrice extends Price {
  readonly row: string;
  readonly boundary: string;
  readonly answers: number;
}

export interface RowPrice extends Price {
  readonly row: string;
  readonly answers: number;
}

export interface ExperimentPrice extends Price {
  /** Without those that cost nothing. */
  readonly answers: number;
  /** The sums of their cells. */
  readonly rows: readonly RowPrice[];
  readonly cells: readonly CellPrice[];
  /** Models without a known price, whose rows count as 0 here. */
  readonly unpriced: readonly string[];
  /** Cells that do not fit into the window of their model. */
  readonly tooLong: number;
}

/** The counters of sessions are estimates: the API may count this much more or less. */
export const INPUT_MARGIN = 0.25;
/** [V4] The output of a usual summary with its scratch part. */
export const USUAL_ANSWER_TOKENS = 3_000;

const nothing: Price = { least: 0, likely: 0, most: 0 };

export interface PriceOptions {
  readonly sending?: Sending;
  /** The jobs whose answers a batch still owes. */
  readonly inBatch?: readonly string[];
}

/** The price of a whole experiment, or of what is left of it. */
export function priceOf(
  design: Design,
  answers: readonly Answer[] = [],
  { sending = 'each', inBatch = [] }: PriceOptions = {},
): ExperimentPrice {
  const open = openJobs(design, answers, inBatch);
  const rows = new Map(design.rows.map((row) => [row.id, row]));
  const boundaries = new Map(design.boundaries.map((boundary) => [boundary.id, boundary]));
  const begun = new Set<string>();
  const unpriced = new Set<string>();
  const cells = new Map<string, CellPrice>();
  let tooLong = 0;
  for (const job of open) {
    const [row, boundary] = [rows.get(job.row), boundaries.get(job.boundary)];
    if (row?.type !== 'model' || boundary === undefined) continue;
    const prefix = prefixOf(row, boundary.id) ?? '';
    const attempts = sending === 'batch' ? 1 : job.attempts;
    const { price, isTooLong } = jobPrice(row, boundary, design, { attempts, sending, isWarm: begun.has(prefix) });
    begun.add(prefix);
    if (price === undefined) unpriced.add(row.model);
    const key = `${row.id} ${boundary.id}`;
    const before = cells.get(key);
    if (before === undefined && isTooLong) tooLong += 1;
    const sum = added(before ?? nothing, price ?? nothing);
    cells.set(key, { ...sum, row: row.id, boundary: boundary.id, answers: (before?.answers ?? 0) + 1 });
  }
  const all = [...cells.values()].map(rounded);
  const rowPrices = design.rows.map(({ id }) =>
    sumOf(
      all.filter((cell) => cell.row === id),
      id,
    ),
  );
  const { row: _, ...total } = sumOf(rowPrices, '');
  return { ...total, rows: rowPrices, cells: all, unpriced: [...unpriced], tooLong };
}

function jobPrice(
  row: PromptRow,
  boundary: Boundary,
  { maxTokens }: Design,
  { attempts, sending, isWarm }: Pick<OpenJob, 'attempts'> & { readonly sending: Sending; readonly isWarm: boolean },
) {
  const share = sending === 'batch' ? batchShareOf(row.model) : 1;
  const estimated = (fromCache: boolean, length: number, countedFor = boundary.model): Estimate =>
    estimate({
      prefixTokens: boundary.tokens * length,
      instruction: { text: row.promptText },
      ...optional('countedFor', countedFor),
      isWarm: fromCache,
      model: row.model,
      maxTokens,
      isCached: sending === 'each',
    });
  const likely = estimated(isWarm, 1);
  const { isTooLong, inputDollars, mostDollars } = likely;
  if (inputDollars === undefined || mostDollars === undefined || share === undefined) {
    return { price: undefined, isTooLong };
  }
  // How many tokens another tokenizer makes of it is an estimate, too: the bounds hold with it and without it.
  const tokenizers = [boundary.model, row.model];
  // A short prefix is not cached at all: then fewer tokens may cost more.
  const lengths = [1 - INPUT_MARGIN, 1, 1 + INPUT_MARGIN];
  const least = tokenizers.flatMap((model) =>
    lengths.map((length) => estimated(true, length, model).inputDollars ?? 0),
  );
  const most = tokenizers.map((model) => estimated(false, 1 + INPUT_MARGIN, model).mostDollars ?? 0);
  const outputShare = Math.min(1, USUAL_ANSWER_TOKENS / maxTokens);
  const price: Price = {
    least: Math.min(...least) * share,
    likely: (inputDollars + (mostDollars - inputDollars) * outputShare) * share,
    most: Math.max(...most) * share * attempts,
  };
  return { price, isTooLong };
}

function added(a: Price, b: Price): Price {
  return { least: a.least + b.least, likely: a.likely + b.likely, most: a.most + b.most };
}

/** From dollars. The smallest of differences is not rounded to a whole thousandth. */
function rounded(cell: CellPrice): CellPrice {
  const mills = (dollars: number) => Math.round(dollars * 1e9) / 1e6;
  const least = Math.floor(mills(cell.least));
  const most = Math.ceil(mills(cell.most));
  return { ...cell, least, most, likely: Math.min(most, Math.max(least, Math.round(mills(cell.likely)))) };
}

function sumOf(prices: readonly (Price & { readonly answers: number })[], row: string): RowPrice {
  const sum = prices.reduce<Price>(added, nothing);
  return { ...sum, row, answers: prices.reduce((answers, price) => answers + price.answers, 0) };
}

/** What was paid so far, in dollars. */
export interface Paid {
  readonly dollars: number;
  /** Answers whose bill did not arrive: they are not in the sum. */
  readonly unknown: number;
  /** Answers of models without a known price: they are not in the sum, either. */
  readonly unpriced: number;
}

export function paidFor(answers: readonly Answer[]): Paid {
  return {
    dollars: answers.reduce((sum, { sent }) => sum + (sent?.dollars ?? 0), 0),
    unknown: answers.filter(({ isBillUnknown }) => isBillUnknown).length,
    unpriced: answers.filter(
      ({ sent, state }) => sent !== undefined && sent.dollars === undefined && state !== 'failed',
    ).length,
  };
}

/**
 * [V4] The bounds of a whole experiment, in thousandths of a dollar, when some of it was paid: that, what is left, what
 * a batch still owes, and what an unknown bill may be.
 */
export function boundsOf(
  design: Design,
  answers: readonly Answer[],
  options: PriceOptions = {},
): Pick<Price, 'least' | 'most'> {
  const { inBatch = [] } = options;
  const rest = priceOf(design, answers, options);
  const owed = jobsIn(design, inBatch).map((job) => requestPrice(design, job, 'batch'));
  return {
    least:
      Math.floor(paidFor(answers).dollars * 1_000) +
      rest.least +
      owed.reduce((sum, price) => sum + (price?.least ?? 0), 0),
    most: spentAtMost(design, answers, inBatch) + rest.most,
  };
}

/** [V7] In thousandths of a dollar: what was paid, what an unknown bill may be, and what a batch still owes. */
export function spentAtMost(design: Design, answers: readonly Answer[], inBatch: readonly string[]): number {
  const unknown = answers
    .filter(({ isBillUnknown }) => isBillUnknown)
    .map((each) => requestPrice(design, each, 'each'));
  const owed = jobsIn(design, inBatch).map((job) => requestPrice(design, job, 'batch'));
  const open = [...unknown, ...owed].reduce((sum, price) => sum + (price?.most ?? 0), 0);
  return Math.ceil(paidFor(answers).dollars * 1_000) + open;
}

/** [V7] Of one request, in thousandths of a dollar; undefined for a model without a known price. */
export function requestPrice(
  design: Design,
  { row: id, boundary: at }: Pick<Job, 'row' | 'boundary'>,
  sending: Sending,
): Pick<Price, 'least' | 'most'> | undefined {
  const row = design.rows.find((each) => each.id === id);
  const boundary = design.boundaries.find((each) => each.id === at);
  if (row?.type !== 'model' || boundary === undefined) return { least: 0, most: 0 };
  const { price } = jobPrice(row, boundary, design, { attempts: 1, sending, isWarm: false });
  return price && { least: Math.floor(price.least * 1_000), most: Math.ceil(price.most * 1_000) };
}

function jobsIn(design: Design, ids: readonly string[]): readonly Job[] {
  const wanted = new Set(ids);
  return wanted.size === 0 ? [] : jobsOf(design).filter(({ id }) => wanted.has(id));
}
