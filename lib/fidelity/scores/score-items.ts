import { optional } from '../../base/optional';
import { wrongClaim } from '../files/deed-claims';
import type { FileFate } from '../files/file-fates';
import type { RuleFate } from '../rules/rule-fates';
import type { TaskFate } from '../tasks/task-fates';
import type { SectionFate } from '../text/summary-sections';
import type { TextRange } from '../text/text-range';
import type { Cut } from '../values/cut';
import type { RemainingParts } from '../values/held-parts';
import { isNeeded } from '../values/used-later';
import type { ValueIndex } from '../values/value-index';
import type { ScoreItem } from './score';
import type { SupersededValue } from './superseded-values';
import { valueFates } from './value-fates';

/**
 * [K1] [K2] First the values that are gone and needed later, starting with those that matter most; then those that are shown
 * again before their use, and the others, latest first.
 */
export function valueItems(index: ValueIndex, cut: Cut, made: RemainingParts): ScoreItem[] {
  const items = [...valueFates(index, cut, made)].map(({ value, was, use, isThere, isOnlyListed }): ScoreItem => {
    return {
      state: isThere ? 'found' : isOnlyListed ? 'changed' : 'missing',
      text: value.value,
      kind: value.type,
      ...(isOnlyListed ? { given: 'only-listed' } : {}),
      ...optional('was', was),
      ...use,
      marks: isThere || isOnlyListed ? made.marks(made.rangesOfNames(value)) : [],
    };
  });
  return items.sort((a, b) => rankOf(a) - rankOf(b) || byWorth(a, b) || newestFirst(a, b));
}

function rankOf(item: ScoreItem): number {
  if (item.state === 'found') return 3;
  if (item.used === undefined) return 2;
  return isNeeded(item) ? 0 : 1;
}

/** [K2] What matters most, then what is rarer, then what is needed earlier. */
export function byWorth(a: Pick<ScoreItem, 'worth' | 'used'>, b: Pick<ScoreItem, 'worth' | 'used'>): number {
  return (
    (b.worth?.weight ?? 0) - (a.worth?.weight ?? 0) ||
    (a.worth?.parts ?? 0) - (b.worth?.parts ?? 0) ||
    (a.used?.message ?? 0) - (b.used?.message ?? 0) ||
    (a.used?.part ?? 0) - (b.used?.part ?? 0)
  );
}

function newestFirst(a: ScoreItem, b: ScoreItem): number {
  return (b.was?.message ?? -1) - (a.was?.message ?? -1);
}

/** [K3] */
export function fileItem({ path, deed, isNamed, ranges, was, used }: FileFate, made: RemainingParts): ScoreItem {
  return {
    state: isNamed ? 'found' : 'missing',
    text: path,
    kind: deed,
    ...optional('was', was),
    ...optional('used', used),
    marks: made.marks(ranges),
  };
}

/** [K3] Whether the claim about a file is true. */
export function actionItem(fate: FileFate, made: RemainingParts): ScoreItem {
  const wrong = wrongClaim(made.text, fate.ranges, fate.deed);
  const item = fileItem(fate, made);
  if (wrong === undefined) return item;
  return {
    ...item,
    state: 'changed',
    given: fate.deed === 'read' ? 'as-changed' : 'as-read',
    marks: made.marks([wrong]),
  };
}

const RULE_STATES = { preserved: 'found', degraded: 'changed', turned: 'changed', lost: 'missing' } as const;

/** [K4] */
export function ruleItem({ rule, state, said }: RuleFate, made: RemainingParts): ScoreItem {
  return {
    state: RULE_STATES[state],
    text: rule.text,
    kind: rule.polarity,
    ...optional('origin', rule.origin === 'found' ? undefined : rule.origin),
    ...(state === 'turned' ? { given: 'turned' } : state === 'degraded' ? { given: 'weakened' } : {}),
    ...optional('was', rule.was),
    marks: marksOf(said, made),
  };
}

/** [K5] */
export function taskItem({ task, was, given, said }: TaskFate, made: RemainingParts): ScoreItem {
  const isDone = task.status === 'done';
  const isChanged = given === (isDone ? 'open' : 'done');
  return {
    state: isChanged ? 'changed' : given === 'not' ? 'missing' : 'found',
    text: task.text,
    kind: task.status,
    ...(isChanged ? { given: isDone ? 'as-open' : 'as-done' } : {}),
    was,
    marks: marksOf(said, made),
  };
}

/** [K6] */
export function supersededItem({ key, old, now, was, ranges }: SupersededValue, made: RemainingParts): ScoreItem {
  return {
    state: ranges.length === 0 ? 'missing' : 'found',
    text: key === undefined ? old : `${key} ${old}`,
    now,
    ...optional('was', was),
    marks: made.marks(ranges),
  };
}

/** [K8] */
export function sectionItem({ title, range }: SectionFate, made: RemainingParts): ScoreItem {
  return { state: range === undefined ? 'missing' : 'found', text: title, marks: marksOf(range, made) };
}

function marksOf(range: TextRange | undefined, made: RemainingParts): ScoreItem['marks'] {
  return range === undefined ? [] : made.marks([range]);
}
