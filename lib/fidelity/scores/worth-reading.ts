import { optional } from '../../base/optional';
import { toolUse } from '../../transcript/tool-use';
import { filesOfCall } from '../files/file-actions';
import { SaidText } from '../text/said-text';
import { isValueType } from '../values/classify-word';
import { isCodeNoise } from '../values/code-noise';
import { isAgentWord } from '../values/common-value';
import type { Cut } from '../values/cut';
import { RemainingParts } from '../values/held-parts';
import { isNeeded, weighedUse } from '../values/used-later';
import type { IndexedValue, PartPlace, ValueIndex } from '../values/value-index';
import { valueWorth } from '../values/value-worth';
import { lostDecisions } from './lost-decisions';
import type { Score, ScoreItem } from './score';
import type { ScoreId } from './score-definitions';
import { byWorth } from './score-items';

export const lostGroups = ['rules', 'open-tasks', 'files', 'decisions', 'values'] as const;
export type LostGroupName = (typeof lostGroups)[number];

/** What a compaction lost, the most likely to matter first. */
export interface LostGroup {
  readonly group: LostGroupName;
  readonly count: number;
  /** The first of them. */
  readonly items: readonly LostItem[];
  /** Values that are left out because they are common, or code. */
  readonly common: number;
}

export interface LostItem
  extends Pick<ScoreItem, 'text' | 'kind' | 'given' | 'origin' | 'was' | 'used' | 'shownAgain' | 'worth'> {
  /** A file: where the model read it again. */
  readonly readAgain?: PartPlace;
  /** The user wrote it in a prompt. */
  readonly isNamedByUser: boolean;
}

/** As many as somebody reads. */
const LISTED = 50;
/** In so many parts, and in this share of all, a value comes up again without anybody remembering it. */
const COMMON_PARTS = 20;
const COMMON_SHARE = 0.05;

/** From the scores of the cut, so that a loss is the same here and there. */
export function worthReading(index: ValueIndex, cut: Cut, scores: readonly Score[]): readonly LostGroup[] {
  const lostOf = (id: ScoreId) =>
    (scores.find((score) => score.id === id)?.items ?? []).filter(({ state }) => state !== 'found');
  const removed = new Set(cut.left.flatMap(({ place }) => (place === undefined ? [] : [keyOf(place)])));
  const rules = lostOf('rules-preserved').map((item) => asLost(item, true));
  // A list that is still in the context lost nothing.
  const tasks = lostOf('open-tasks')
    .filter(({ was }) => was !== undefined && removed.has(keyOf(was)))
    .map((item) => asLost(item, false));
  const files = lostOf('files-named').map((item) => lostFile(index, cut, item));
  const paths = new Set(files.map(({ text }) => text));
  const all = lostOf('exact-values').filter(({ text }) => !paths.has(text));
  const values = all.flatMap((item) => {
    const value = index.value(item.text);
    const isNamed = value !== undefined && isNamedByUser(index, cut, value);
    return isCommon(index, cut, item, value) ? [] : [{ ...asLost(item, isNamed), times: timesOf(value) }];
  });
  const said = new SaidText(new RemainingParts(index, cut).text);
  const decisions = lostDecisions(cut, said).map(
    ({ question, answer, was }): LostItem => ({
      text: `${question} → ${answer}`,
      ...optional('was', was),
      isNamedByUser: true,
    }),
  );
  const groups: readonly LostGroup[] = [
    group('rules', rules),
    group('open-tasks', tasks),
    group('files', files.toSorted(byNeed)),
    group('decisions', decisions),
    { ...group('values', values.toSorted(byNeed)), common: all.length - values.length },
  ];
  return groups.filter(({ count, common }) => count + common > 0);
}

function group(name: LostGroupName, items: readonly LostItem[]): LostGroup {
  return { group: name, count: items.length, items: items.slice(0, LISTED), common: 0 };
}

function asLost({ text, kind, given, origin, was, used, shownAgain, worth }: ScoreItem, isNamed: boolean): LostItem {
  return {
    text,
    ...optional('kind', kind),
    ...optional('given', given),
    ...optional('origin', origin),
    ...optional('was', was),
    ...optional('used', used),
    ...optional('shownAgain', shownAgain),
    ...optional('worth', worth),
    isNamedByUser: isNamed,
  };
}

interface RankedItem extends LostItem {
  /** In how many parts of the recording it is. */
  readonly times: number;
}

function lostFile(index: ValueIndex, cut: Cut, item: ScoreItem): RankedItem {
  const value = index.value(item.text);
  const again = value && weighedUse(index, value, cut.later);
  const isNamed = value !== undefined && isNamedByUser(index, cut, value);
  return {
    ...asLost({ ...item, ...again }, isNamed),
    ...optional('readAgain', again !== undefined && isRead(index, again.used, item.text) ? again.used : undefined),
    times: timesOf(value),
  };
}

function isRead({ messages }: ValueIndex, { message, part }: PartPlace, path: string): boolean {
  const held = messages[message]?.parts[part];
  return held?.kind === 'tool-call' && toolUse(held) === 'read' && filesOfCall(held).includes(path);
}

function isNamedByUser(index: ValueIndex, { later }: Cut, { rows }: IndexedValue): boolean {
  return rows.some((row) => {
    const { message } = index.placeOf(row);
    const { role, kind } = index.messages[message] ?? {};
    return message < later.from && role === 'user' && kind === 'prompt';
  });
}

function isCommon(index: ValueIndex, cut: Cut, { text, kind }: ScoreItem, value: IndexedValue | undefined): boolean {
  if (value === undefined) return isAgentWord(text) || (isValueType(kind) && isCodeNoise(kind, text));
  const worth = valueWorth(index, value, cut.later.from);
  if (worth === undefined) return true;
  const parts = index.rowFrom(index.messages.length);
  const isEverywhere = value.rows.length >= COMMON_PARTS && value.rows.length >= COMMON_SHARE * parts;
  return isEverywhere && !worth.reasons.includes('named');
}

function timesOf(value: IndexedValue | undefined): number {
  return value?.rows.length ?? 0;
}

/** Needed later, and first what matters most; then shown again before; then named by the user; then the rare ones. */
function byNeed(a: RankedItem, b: RankedItem): number {
  const rank = rankOf(a) - rankOf(b);
  if (rank !== 0) return rank;
  if (a.used !== undefined && b.used !== undefined) return byWorth(a, b);
  return a.times - b.times || (b.was?.message ?? -1) - (a.was?.message ?? -1);
}

function rankOf(item: LostItem): number {
  if (isNeeded(item)) return 0;
  if (item.used !== undefined && item.worth !== undefined) return 1;
  return item.isNamedByUser ? 2 : 3;
}

function keyOf({ message, part }: PartPlace): string {
  return `${message}.${part}`;
}
