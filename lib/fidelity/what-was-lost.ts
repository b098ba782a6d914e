import type { ExactValueType } from './classify-word';
import type { Cut, LeftPart } from './cut';
import { HeldText } from './held-text';
import { type LostFiles, lostFiles } from './lost-files';
import { partTexts } from './part-texts';
import { type LaterUse, usedLater } from './used-later';
import type { IndexedValue, PartPlace, ValueIndex } from './value-index';

export interface Losses {
  /** [K1] Different exact values in what left, and how many of them are gone with it. */
  readonly counts: readonly ValueCount[];
  /** The newest first. */
  readonly gone: readonly GoneValue[];
  /** [K2] Of those that left: how many the model writes again later. */
  readonly usedLater: number;
  /** [K2] Of these, the ones that are gone: first those that it is not shown again before. */
  readonly misses: readonly Miss[];
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
  /** Where it stood last. Missing where that was an earlier summary. */
  readonly was?: PartPlace;
}

export interface Miss extends GoneValue, LaterUse {}

/** [K1] [K2] [K3] */
export function whatWasLost(index: ValueIndex, cut: Cut): Losses {
  const isThere = remaining(index, cut);
  const counts = new Map<ExactValueType, { left: number; gone: number }>();
  const gone: GoneValue[] = [];
  const misses: Miss[] = [];
  let used = 0;
  for (const { value, place } of valuesThatLeft(index, cut.left)) {
    const { type } = value;
    const count = counts.get(type) ?? { left: 0, gone: 0 };
    counts.set(type, count);
    count.left += 1;
    const use = usedLater(index, value, cut.later);
    if (use !== undefined) used += 1;
    if (isThere(value)) continue;
    count.gone += 1;
    const lost = { type, value: value.value, ...(place && { was: place }) };
    gone.push(lost);
    if (use !== undefined) misses.push({ ...lost, ...use });
  }
  return {
    counts: [...counts].map(([type, count]) => ({ type, ...count })).sort((a, b) => b.gone - a.gone),
    gone: gone.sort((a, b) => messageOf(b) - messageOf(a)),
    usedLater: used,
    misses: misses.sort(byNeed),
    files: lostFiles(index, cut, isThere),
  };
}

/** Of each value where it stood last. */
function valuesThatLeft(index: ValueIndex, left: readonly LeftPart[]) {
  const values = new Map<string, { readonly value: IndexedValue; readonly place: PartPlace | undefined }>();
  for (const { part, place } of left) {
    for (const value of place === undefined ? index.valuesIn(part) : index.valuesAt(place)) {
      values.set(value.value, { value, place: place ?? values.get(value.value)?.place });
    }
  }
  return values.values();
}

/**
 * In the recording's own parts a value must stand as a value; a summary is prose, and there it is enough that the letters
 * are there.
 */
function remaining(index: ValueIndex, { stays, made }: Cut): (value: IndexedValue) => boolean {
  const rows = new Set(stays.map((place) => index.rowOf(place)));
  const text = new HeldText(made.flatMap((part) => [...partTexts(part)]).join('\n'));
  return ({ value, rows: of }) => of.some((row) => rows.has(row)) || text.holds(value);
}

function messageOf({ was }: GoneValue): number {
  return was?.message ?? -1;
}

function byNeed(a: Miss, b: Miss): number {
  const again = Number(a.shownAgain !== undefined) - Number(b.shownAgain !== undefined);
  return again || a.used.message - b.used.message || a.used.part - b.used.part;
}
