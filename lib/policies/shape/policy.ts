import type { LayerWithSettings } from '../../layers/bound-layer';
import type { LayerId } from '../../layers/index';
import type { CompactionHooks } from '../../layers/shape/layer';
import type { Agent } from '../../transcript/transcript';
import type { Band } from './band';
import type { PolicyPrompt } from './policy-prompt';
import type { PolicySettings } from './policy-settings';
import { type ThresholdRule, type Thresholds, thresholdsOf } from './thresholds';

/** Raise it with every change that an older reader would misunderstand, and add the upgrader (`parse-policy.ts`). */
export const POLICY_VERSION = 1;

/** How a context is kept within its window, as data that the editor, links, the store and the worker share. */
export interface Policy extends Partial<PolicySettings> {
  readonly version: typeof POLICY_VERSION;
  readonly id: string;
  readonly title: string;
  readonly explains: string;
  /** The sources of its numbers. */
  readonly sources: readonly string[];
  readonly counter: PolicySettings['counter'];
  readonly maxOutputTokens: PolicySettings['maxOutputTokens'];
  /** One era for a policy that imitates one version; several for one that follows the version in the recording. */
  readonly eras: readonly Era[];
  readonly layers: readonly PolicyLayer[];
  readonly bands?: readonly Band[];
  /** Tools whose results are never cleared. */
  readonly exemptTools?: readonly string[];
  /**
   * [X2] [X4] What is tried, step by step, while a request is rejected; within a step, the first layer that can act.
   * Usually collapsing staged spans, then a compaction. Layers that are off may be included.
   */
  readonly recovery?: readonly (readonly LayerId[])[];
  /** [F3] The summary prompt, if not the standard one. Includes its text, because the prompt may change elsewhere. */
  readonly summaryPrompt?: PolicyPrompt;
  /** [N3] The prompt for the session note, if not the standard one. */
  readonly notePrompt?: string;
  /** [F1] Output of the user's hooks before and after every compaction. */
  readonly hooks?: CompactionHooks;
}

export interface Era {
  /** The first agent version it applies to; missing for the first era. */
  readonly fromVersion?: string;
  readonly thresholds: ThresholdRule;
}

export type PolicyLayer = LayerWithSettings & { readonly isOn: boolean };

/** [W1] The policy's window replaces the model's, capped at it. */
export function windowFor({ windowTokens }: Pick<Policy, 'windowTokens'>, modelWindow: number): number {
  return windowTokens === undefined ? modelWindow : Math.min(windowTokens, modelWindow);
}

/** [W9] The eras are those of Claude Code: versions of other agents do not apply. */
export function eraVersion(agent: Agent | undefined): string | undefined {
  return agent?.name === 'Claude Code' ? agent.version : undefined;
}

/** [W2] The reserve is for the longest reply that the agent requests, which the model's own limit caps. */
export function outputLimitFor(
  { maxOutputTokens }: Pick<Policy, 'maxOutputTokens'>,
  modelLimit: number | undefined,
): number {
  return Math.min(maxOutputTokens, modelLimit ?? maxOutputTokens);
}

/** [W1] [W2] The model facts that a policy needs. */
export interface SessionModel {
  readonly window: number;
  /** Missing if unknown. */
  readonly maxOutputTokens?: number | undefined;
}

/** [W2]–[W5] If compaction is disabled altogether, it is not automatic either. */
export function policyThresholds(
  policy: Pick<Policy, 'windowTokens' | 'maxOutputTokens' | 'isDisabled'>,
  rule: ThresholdRule,
  model: SessionModel,
): Thresholds {
  const actual = policy.isDisabled === true ? { ...rule, isAutomatic: false } : rule;
  return thresholdsOf(actual, windowFor(policy, model.window), outputLimitFor(policy, model.maxOutputTokens));
}

/** The era of a version; the latest if the recording has none. */
export function eraOf(policy: Policy, version: string | undefined): Era {
  const [first, ...later] = policy.eras;
  if (first === undefined) throw new Error(`The policy "${policy.id}" has no era`);
  if (version === undefined) return policy.eras.at(-1) ?? first;
  return later.reduce(
    (era, next) => (next.fromVersion !== undefined && compareVersions(version, next.fromVersion) >= 0 ? next : era),
    first,
  );
}

/** Numerically: 2.1.9 is before 2.1.20. */
export function compareVersions(a: string, b: string): number {
  const left = a.split('.').map((part) => Number.parseInt(part, 10) || 0);
  const right = b.split('.').map((part) => Number.parseInt(part, 10) || 0);
  for (let place = 0; place < Math.max(left.length, right.length); place++) {
    const difference = (left[place] ?? 0) - (right[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
