import type { LayerWithSettings } from '../../layers/bound-layer';
import type { LayerId } from '../../layers/index';
import type { CompactionHooks } from '../../layers/shape/layer';
import type { CounterId } from '../../tokens/counter-error';
import type { Agent } from '../../transcript/transcript';
import type { Band } from './band';
import type { PolicyPrompt } from './policy-prompt';
import { type ThresholdRule, type Thresholds, thresholdsOf } from './thresholds';

/** Raise it with every change that an older reader would misunderstand, and add the upgrader (`parse-policy.ts`). */
export const POLICY_VERSION = 1;

/** A way of keeping a context inside its window, as data: the editor, the address, the store and the worker carry this. */
export interface Policy {
  readonly version: typeof POLICY_VERSION;
  readonly id: string;
  readonly title: string;
  readonly explains: string;
  /** Where the figures come from. */
  readonly sources: readonly string[];
  readonly counter: CounterId;
  /** Output limit of the model, where the recording does not tell. */
  readonly maxOutputTokens: number;
  /** In place of the model's own window, which it can only make smaller: see `windowFor`. */
  readonly windowTokens?: number;
  /** One era for a policy that imitates one version; several for one that goes by the version in the recording. */
  readonly eras: readonly Era[];
  readonly layers: readonly PolicyLayer[];
  readonly bands?: readonly Band[];
  /** Tools whose results are never cleared. */
  readonly exemptTools?: readonly string[];
  /** [G1] Nothing is compacted at all: not by itself, not by hand, and not when a request was refused. */
  readonly isDisabled?: boolean;
  /** [G1] Nothing is compacted before a request was refused. */
  readonly isReactiveOnly?: boolean;
  /**
   * [X2] [X4] What is tried, step by step, while a request is refused; of a step's layers the first that can do something.
   * Usually the collapse of what is staged, then a compaction. Layers that are off otherwise may be among them.
   */
  readonly recovery?: readonly (readonly LayerId[])[];
  /** [F3] What summaries are asked for with, where that is not the standard prompt. With its words: they may change elsewhere. */
  readonly summaryPrompt?: PolicyPrompt;
  /** [F1] What the user's hooks say before and after every compaction. */
  readonly hooks?: CompactionHooks;
}

export interface Era {
  /** The first version of the agent it holds for; missing for the first era. */
  readonly fromVersion?: string;
  readonly thresholds: ThresholdRule;
}

export type PolicyLayer = LayerWithSettings & { readonly isOn: boolean };

/** [W1] A window that the policy sets replaces the model's, capped at it. */
export function windowFor({ windowTokens }: Pick<Policy, 'windowTokens'>, modelWindow: number): number {
  return windowTokens === undefined ? modelWindow : Math.min(windowTokens, modelWindow);
}

/** [W9] The eras are those of Claude Code: the version of another agent says nothing of them. */
export function eraVersion(agent: Agent | undefined): string | undefined {
  return agent?.name === 'Claude Code' ? agent.version : undefined;
}

/** [W2] What a policy holds back for the reply is for the longest that the agent asks for, which the model's own limit caps. */
export function outputLimitFor(
  { maxOutputTokens }: Pick<Policy, 'maxOutputTokens'>,
  modelLimit: number | undefined,
): number {
  return Math.min(maxOutputTokens, modelLimit ?? maxOutputTokens);
}

/** [W1] [W2] What a policy has to know of a model. */
export interface SessionModel {
  readonly window: number;
  /** Missing where it is not known. */
  readonly maxOutputTokens?: number | undefined;
}

/** [W2]–[W5] Where compaction is switched off altogether it is not automatic either. */
export function policyThresholds(
  policy: Pick<Policy, 'windowTokens' | 'maxOutputTokens' | 'isDisabled'>,
  rule: ThresholdRule,
  model: SessionModel,
): Thresholds {
  const actual = policy.isDisabled === true ? { ...rule, isAutomatic: false } : rule;
  return thresholdsOf(actual, windowFor(policy, model.window), outputLimitFor(policy, model.maxOutputTokens));
}

/** The era of a version; the newest where the recording names none. */
export function eraOf(policy: Policy, version: string | undefined): Era {
  const [first, ...later] = policy.eras;
  if (first === undefined) throw new Error(`The policy "${policy.id}" has no era`);
  if (version === undefined) return policy.eras.at(-1) ?? first;
  return later.reduce(
    (era, next) => (next.fromVersion !== undefined && compareVersions(version, next.fromVersion) >= 0 ? next : era),
    first,
  );
}

/** By their numbers: 2.1.9 is before 2.1.20. */
export function compareVersions(a: string, b: string): number {
  const left = a.split('.').map((part) => Number.parseInt(part, 10) || 0);
  const right = b.split('.').map((part) => Number.parseInt(part, 10) || 0);
  for (let place = 0; place < Math.max(left.length, right.length); place++) {
    const difference = (left[place] ?? 0) - (right[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
