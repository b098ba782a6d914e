import type { RuleOrigin } from '../../fidelity/rules/session-rules';
import type { Score, ScoreItem } from '../../fidelity/scores/score';
import { type ItemState, scoreDefinitions } from '../../fidelity/scores/score-definitions';
import { exactNumber } from './format-number';

/** `12 of 40 values`; `no values` if there was nothing to score. */
export function scoreCount({ id, count, of }: Pick<Score, 'id' | 'count' | 'of'>): string {
  const { unit } = scoreDefinitions[id];
  if (id === 'growth') {
    if (of === 0) return 'no previous summary';
    return `${exactNumber(count)} characters, ${exactNumber(of)} in the previous summary`;
  }
  return of === 0 ? `no ${unit}` : `${exactNumber(count)} of ${exactNumber(of)} ${unit}`;
}

const givenWords: Readonly<Record<NonNullable<ScoreItem['given']>, string>> = {
  turned: 'may say the opposite',
  weakened: 'weakened',
  'as-open': 'listed as open',
  'as-done': 'listed as done',
  'as-read': 'listed as read only',
  'as-changed': 'listed as changed',
};

const stateWords: Readonly<Record<ItemState, string>> = {
  found: 'there',
  missing: 'missing',
  changed: 'altered',
};

/** What became of an item. */
export function itemFate({ state, given, now }: Pick<ScoreItem, 'state' | 'given' | 'now'>): string {
  const fate = given === undefined ? stateWords[state] : givenWords[given];
  return now === undefined ? fate : `${fate}, now ${now}`;
}

/** [K4] How a rule came to be one. */
export const originWords: Readonly<Record<RuleOrigin, string>> = {
  found: 'found',
  confirmed: 'confirmed by you',
  corrected: 'corrected by you',
  added: 'added by you',
};

/** [K4] What became of a rule, and how it came to be one. */
export function ruleFateWords(item: Pick<ScoreItem, 'state' | 'given' | 'origin'>): string {
  return `${itemFate(item)} · ${originWords[item.origin ?? 'found']}`;
}

/** Whether this is the desired state. */
export function isGood({ id }: Pick<Score, 'id'>, { state }: Pick<ScoreItem, 'state'>): boolean {
  const { better, counts } = scoreDefinitions[id];
  return better === 'more' ? state === counts : state !== counts;
}

/** Undesired states first. */
export function worstFirst(score: Pick<Score, 'id' | 'items'>): readonly ScoreItem[] {
  return [...score.items].sort((a, b) => Number(isGood(score, a)) - Number(isGood(score, b)));
}
