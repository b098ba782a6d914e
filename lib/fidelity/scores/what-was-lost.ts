import { type LostFiles, lostFiles } from '../files/lost-files';
import type { ExactValueType } from '../values/classify-word';
import type { Cut } from '../values/cut';
import { RemainingParts } from '../values/held-parts';
import { isNeeded } from '../values/used-later';
import type { PartPlace, ValueIndex } from '../values/value-index';
import type { ValueWorth } from '../values/value-worth';
import { byWorth } from './score-items';
import { valueFates } from './value-fates';

export interface Losses {
  /** [K1] The distinct exact values in the removed messages, and how many are gone with them. */
  readonly counts: readonly ValueCount[];
  /** Latest first. */
  readonly gone: readonly GoneValue[];
  /** [K2] How many of the removed details the model writes again later, without being shown them again before. */
  readonly usedLater: number;
  /** [K2] Of these, the ones that are gone: first those that matter most. */
  readonly misses: readonly Miss[];
  /** [K2] How many others are gone, but shown again before their use. */
  readonly shownAgain: number;
  readonly files: LostFiles;
}

export interface ValueCount {
  readonly type: ExactValueType;
  readonly left: number;
  readonly gone: number;
}

export interface GoneValue {
  readonly type: ExactValueType;
  readonly value: string;
  /** Its last occurrence. Missing if that was an earlier summary. */
  readonly was?: PartPlace;
}

export interface Miss extends GoneValue {
  readonly used: PartPlace;
  readonly worth: ValueWorth;
}

/** [K1] [K2] [K3] */
export function whatWasLost(index: ValueIndex, cut: Cut): Losses {
  const remaining = new RemainingParts(index, cut);
  const counts = new Map<ExactValueType, { left: number; gone: number }>();
  const gone: GoneValue[] = [];
  const misses: Miss[] = [];
  let used = 0;
  let shownAgain = 0;
  for (const { value, was, use, isThere } of valueFates(index, cut, remaining)) {
    const { type } = value;
    const count = counts.get(type) ?? { left: 0, gone: 0 };
    counts.set(type, count);
    count.left += 1;
    const needsIt = use !== undefined && isNeeded(use);
    if (needsIt) used += 1;
    if (isThere) continue;
    count.gone += 1;
    const lost = { type, value: value.value, ...(was && { was }) };
    gone.push(lost);
    if (use?.worth === undefined) continue;
    if (needsIt) misses.push({ ...lost, used: use.used, worth: use.worth });
    else shownAgain += 1;
  }
  return {
    counts: [...counts].map(([type, count]) => ({ type, ...count })).sort((a, b) => b.gone - a.gone),
    gone: gone.sort((a, b) => messageOf(b) - messageOf(a)),
    usedLater: used,
    misses: misses.sort(byWorth),
    shownAgain,
    files: lostFiles(index, cut, remaining),
  };
}

function messageOf({ was }: GoneValue): number {
  return was?.message ?? -1;
}
