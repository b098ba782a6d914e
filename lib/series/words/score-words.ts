import type { RuleState } from '../../fidelity/rules/rule-fates';
import type { RuleOrigin } from '../../fidelity/rules/session-rules';
import type { Score, ScoreItem } from '../../fidelity/scores/score';
import { type ItemState, scoreDefinitions } from '../../fidelity/scores/score-definitions';
import { lastStep } from '../../fidelity/values/file-names';
import type { ValueWorth, WorthReason } from '../../fidelity/values/value-worth';
import { exactNumber, tenthsBelowTen } from './format-number';

/** `12 of 40 values`; `no values` if there was nothing to score. */
export function scoreCount({ id, count, of, weight }: Pick<Score, 'id' | 'count' | 'of' | 'weight'>): string {
  const { unit } = scoreDefinitions[id];
  if (id === 'used-later-density') return `${tenthsBelowTen(count)} per 1,000 tokens`;
  if (id === 'growth') {
    if (of === 0) return 'no previous summary';
    return `${exactNumber(count)} characters, ${exactNumber(of)} in the previous summary`;
  }
  if (of === 0) return `no ${unit}`;
  const share = weight === undefined ? '' : `, ${Math.round((weight.kept / weight.of) * 100)} % by weight`;
  return `${exactNumber(count)} of ${exactNumber(of)} ${unit}${share}`;
}

/** What a headline leaves out, because the model did not have to know it: `144 more were shown again before their use`. */
export function shownAgainWords(count: number): string {
  return `${exactNumber(count)} more ${count === 1 ? 'was shown again before its' : 'were shown again before their'} use.`;
}

const reasonWords: Readonly<Record<WorthReason, string>> = {
  command: 'command',
  decision: 'the user’s answer',
  named: 'named by the user',
  rare: 'rare',
};

/** Why a value used later ranks where it does: `command · rare`. */
export function worthWords({ reasons, parts }: Pick<ValueWorth, 'reasons' | 'parts'>): string {
  const words = reasons.map((reason) => reasonWords[reason]);
  return words.length === 0 ? `in ${exactNumber(parts)} parts` : words.join(' · ');
}

const givenWords: Readonly<Record<NonNullable<ScoreItem['given']>, string>> = {
  turned: 'may say the opposite',
  weakened: 'weakened',
  'as-open': 'listed as open',
  'as-done': 'listed as done',
  'as-read': 'listed as read only',
  'as-changed': 'listed as changed',
  'only-listed': 'only in a bare list',
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

/** [K4] */
export const ruleStateWords: Readonly<Record<RuleState, string>> = {
  preserved: 'kept',
  degraded: 'weakened',
  turned: 'inverted',
  lost: 'lost',
};

/** [K4] What became of a rule, and how it came to be one. */
export function ruleFateWords(item: Pick<ScoreItem, 'state' | 'given' | 'origin'>): string {
  return `${itemFate(item)} · ${originWords[item.origin ?? 'found']}`;
}

/** What to mark where an item was: of a file its name alone, because each place may have another path to it. */
export function soughtText({ kind, text }: Pick<ScoreItem, 'kind' | 'text'>): string {
  return kind === 'path' ? lastStep(text) : text;
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
