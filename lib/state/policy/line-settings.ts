import { ok, type Result } from '../../base/result';
import { changeSetting } from '../../policies/shape/change-setting';
import { eraOf, type Policy, policyThresholds, type SessionModel } from '../../policies/shape/policy';
import { thresholdSettings } from '../../policies/shape/threshold-settings';
import type { LineName } from '../../series/chart/threshold-lines';
import { exactNumber } from '../../series/words/format-number';
import { withCompactionPercent } from './compaction-percent';

/** What moving a line of the chart changes, or why it cannot be moved. All in tokens. */
export type LineSetting =
  | {
      readonly type: 'set';
      /** The title of the setting. */
      readonly title: string;
      readonly tokens: number;
      readonly min: number;
      readonly max: number;
      readonly step: number;
      /** What the policy has for it. */
      readonly words: string;
    }
  | { readonly type: 'fixed'; readonly because: string };

export type LineSettings = Readonly<Record<LineName, LineSetting>>;

const STEP = 1_000;
/** [W3] Of the effective window. */
const PERCENT_STEP = 0.5;

/** [W1]–[W5] For each line of the chart. */
export function lineSettings(policy: Policy, model: SessionModel, version: string | undefined): LineSettings {
  const { thresholds: rule } = eraOf(policy, version);
  const { window, effective, auto, isAutomatic, warning, blocking } = policyThresholds(policy, rule, model);
  const warnedFrom = isAutomatic ? auto : effective;
  const percent = effective === 0 ? 0 : Math.round((auto / effective) * 1_000) / 10;
  return {
    window: set('Window', window, STEP, model.window, STEP, `at most the model’s ${exactNumber(model.window)}`),
    effective: fixed('it is the window minus the tokens reserved for the reply'),
    blocking:
      rule.blockingLimitTokens > 0
        ? set(thresholdSettings.blockingLimitTokens.title, blocking, 1, window, STEP, 'set, instead of the formula')
        : fixed(
            `it is always ${exactNumber(rule.blockingTokens)} below the effective window, unless “${thresholdSettings.blockingLimitTokens.title}” sets it`,
          ),
    auto: set(
      'Automatic compaction',
      auto,
      Math.ceil(effective / 100),
      effective,
      (effective * PERCENT_STEP) / 100,
      `${percent} % of the effective window`,
    ),
    warning: set(
      'Warning',
      warning,
      0,
      warnedFrom,
      STEP,
      `${exactNumber(rule.warningTokens)} below the ${isAutomatic ? 'threshold' : 'effective window'}`,
    ),
  };
}

/** The policy with a line moved to this many tokens, as near as its steps allow. */
export function movedLine(
  policy: Policy,
  line: LineName,
  tokens: number,
  model: SessionModel,
  version: string | undefined,
): Result<Policy> | undefined {
  const setting = lineSettings(policy, model, version)[line];
  if (setting.type === 'fixed') return undefined;
  // Where it is may be between two steps.
  if (tokens === setting.tokens) return ok(policy);
  const wanted = Math.min(setting.max, Math.max(setting.min, tokens));
  const { thresholds: rule } = eraOf(policy, version);
  const { effective, auto, isAutomatic } = policyThresholds(policy, rule, model);
  const rounded = Math.min(setting.max, Math.max(setting.min, Math.round(wanted / STEP) * STEP));
  switch (line) {
    case 'window':
      return changeSetting(policy, 'policy.windowTokens', rounded);
    case 'blocking':
      return changeSetting(policy, 'thresholds.blockingLimitTokens', rounded);
    case 'warning': {
      const distance = Math.round(((isAutomatic ? auto : effective) - wanted) / STEP) * STEP;
      return changeSetting(policy, 'thresholds.warningTokens', Math.max(0, distance));
    }
    case 'auto': {
      if (effective === 0) return undefined;
      const percent = Math.round((wanted / effective) * (100 / PERCENT_STEP)) * PERCENT_STEP;
      return withCompactionPercent(policy, Math.min(100, Math.max(1, percent)), model, version);
    }
    case 'effective':
      return undefined;
  }
}

function set(title: string, tokens: number, min: number, max: number, step: number, words: string): LineSetting {
  return { type: 'set', title, tokens, min, max: Math.max(min, max), step, words };
}

function fixed(because: string): LineSetting {
  return { type: 'fixed', because };
}

const PAGE_STEPS = 10;

/** After a key press; undefined for keys that do not move a slider. */
export function tokensAfterKey(
  { tokens, min, max, step }: Extract<LineSetting, { type: 'set' }>,
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
): number | undefined {
  const by = (steps: number) => Math.min(max, Math.max(min, tokens + steps * step));
  const steps = shiftKey ? PAGE_STEPS : 1;
  switch (key) {
    case 'ArrowUp':
    case 'ArrowRight':
      return by(steps);
    case 'ArrowDown':
    case 'ArrowLeft':
      return by(-steps);
    case 'PageUp':
      return by(PAGE_STEPS);
    case 'PageDown':
      return by(-PAGE_STEPS);
    case 'Home':
      return min;
    case 'End':
      return max;
    default:
      return undefined;
  }
}
