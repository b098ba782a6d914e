import type { DimensionId } from './dimensions';

export const MAX_POINTS = 5;
export const FEWEST_REPEATS = 3;
export const MAX_REPEATS = 5;

export const findings = ['right', 'partly', 'wrong', 'not-known'] as const;
/** The judge's verdict on one answer. `not-known`: it says that it does not know. */
export type Finding = (typeof findings)[number];

export interface Rating {
  /** 0 to 5. */
  readonly points: number;
  readonly reason: string;
}

export interface Found {
  readonly finding: Finding;
  readonly reason: string;
}

/** By probe id. */
export type Answers = Readonly<Record<string, string>>;

export interface Verdict {
  /** One for each judged dimension. */
  readonly ratings: Readonly<Partial<Record<DimensionId, Rating>>>;
  /** By probe id. */
  readonly found: Readonly<Record<string, Found>>;
}

/** One summary, questioned and judged once. */
export interface Trial extends Verdict {
  readonly answers: Answers;
}

export interface RatingSpread {
  readonly least: number;
  readonly median: number;
  readonly most: number;
}

/** [V6] Of the questions: those answered correctly, partly right ones as half. Undefined without questions. */
export function shareRight({ found }: Pick<Trial, 'found'>): number | undefined {
  const findings = Object.values(found);
  if (findings.length === 0) return undefined;
  const points = { right: 1, partly: 0.5, wrong: 0, 'not-known': 0 } as const;
  return findings.reduce((sum, { finding }) => sum + points[finding], 0) / findings.length;
}

/** Undefined if the dimension was not judged. */
export function ratingSpread(trials: readonly Trial[], dimension: DimensionId): RatingSpread | undefined {
  const points = trials.flatMap(({ ratings }) => ratings[dimension]?.points ?? []).sort((a, b) => a - b);
  const [least, most] = [points[0], points.at(-1)];
  if (least === undefined || most === undefined) return undefined;
  const [below = least, above = least] = [points[(points.length - 1) >> 1], points[points.length >> 1]];
  return { least, median: (below + above) / 2, most };
}
