import type { Result } from '../../base/result';
import { isSameValue } from '../../base/same-value';
import { layerByHand } from '../../layers/single-layers';
import { changeSetting } from '../../policies/shape/change-setting';
import type { Policy } from '../../policies/shape/policy';
import { settingsOf } from '../../policies/shape/settings-of';
import type { EditedSetting } from './edited-settings';

export interface MainSettings {
  /** All of them, if none is marked. */
  readonly main: readonly EditedSetting[];
  /** How many of the others differ from the standard. */
  readonly othersChanged: number;
}

/** The few settings of a card that are shown first. */
export function mainSettings(settings: readonly EditedSetting[]): MainSettings {
  const main = settings.filter(({ spec }) => spec.isMain);
  if (main.length === 0) return { main: settings, othersChanged: 0 };
  const others = settings.filter(({ spec }) => !spec.isMain);
  return { main, othersChanged: others.filter(({ value, standard }) => !isSameValue(value, standard)).length };
}

/** For `changeSetting`: what most “what if” questions are about. Every policy has these. */
export const whatIfPaths = {
  window: 'policy.windowTokens',
  compactAtPercent: 'thresholds.percent',
  keepLastRounds: `${layerByHand}.keptRounds`,
  /** Without it, the layer that keeps the rounds never runs. */
  compacts: `${layerByHand}.isOn`,
} as const;

/** The policy that keeps this many rounds of each compaction verbatim. */
export function withKeptRounds(policy: Policy, rounds: number): Result<Policy> {
  const changed = changeSetting(policy, whatIfPaths.keepLastRounds, rounds);
  return changed.ok ? changeSetting(changed.value, whatIfPaths.compacts, true) : changed;
}

/** 0 if the layer that would keep them is off. */
export function keptRounds(policy: Policy): number {
  const settings = new Map(settingsOf(policy).map(({ path, value }) => [path, value]));
  const rounds = settings.get(whatIfPaths.keepLastRounds);
  return settings.get(whatIfPaths.compacts) === true && typeof rounds === 'number' ? rounds : 0;
}
