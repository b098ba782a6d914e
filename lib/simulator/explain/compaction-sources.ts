import { placeOfCut } from '../../fidelity/scores/cut-at-call';
import { withoutContent } from '../../layers/results/clear-results';
import { withReplaced } from '../../layers/results/replace-parts';
import { type ContextMessage, tokensOf } from '../../layers/shape/context';
import { policyOfAgent } from '../../policies/index';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import type { Policy } from '../../policies/shape/policy';
import type { MessageCounter } from '../../tokens/counters';
import { recordedContextAt } from '../../transcript/recorded-context';
import type { MessageId, ToolCallId } from '../../transcript/transcript';
import type { ReplayMaterial } from '../recorded/replay-material';
import { withRecorded } from '../recorded/with-recorded';
import type { CallStep } from './call-step';
import type { CompactionSource } from './compaction';
import { beforeCut } from './cut-at-step';

/** What a call of the recording carried; if it was compacted before that call, what was compacted. */
export function recordedSource(material: ReplayMaterial, step: CallStep): CompactionSource {
  const source = sourceAtStep(material, step, policyOfAgent(material.transcript.agent) ?? claudeCode21);
  if (step.compactedAt === undefined) {
    const { after: messages, systemTokens } = step.at;
    return { ...source, messages, tokens: Math.round(tokensOf(messages) + systemTokens) };
  }
  // Results may have been cleared just before the compaction.
  const { at, before } = placeOfCut(material.transcript, source.call);
  const { clearedToolCallIds: cleared } = recordedContextAt(before, at);
  return { ...source, messages: source.messages.map((message) => withCleared(message, cleared, material.counter)) };
}

/** The results of these calls are placeholders. */
export function withCleared(
  message: ContextMessage,
  cleared: ReadonlySet<ToolCallId>,
  counter: MessageCounter,
): ContextMessage {
  if (message.shape.results === 0 || cleared.size === 0) return message;
  const replacements = message.parts.flatMap(({ part: result, category, state }, part) => {
    if (result.kind !== 'tool-result' || state !== 'whole' || !cleared.has(result.callId)) return [];
    const placeholder = withoutContent(result);
    const tokens = counter.partTokens(placeholder);
    return [{ part, by: { part: placeholder, category, tokens, state: 'cleared' as const } }];
  });
  return replacements.length === 0 ? message : withReplaced(message, replacements);
}

/** What a call of a replay had before it. */
export function sourceAtStep(
  material: ReplayMaterial,
  step: CallStep,
  policy: Policy,
  pinned: readonly MessageId[] = [],
): CompactionSource {
  const { call } = step.at;
  const at = step.compactedAt ?? material.transcript.calls[call]?.at ?? 0;
  const { systemTokens } = (step.compactedAt === undefined ? undefined : step.previous) ?? step.at;
  const messages = beforeCut(material, step);
  const tokens = Math.round(tokensOf(messages) + systemTokens);
  return { call, at, messages, systemTokens, tokens, policy, pinned: new Set(pinned) };
}

/**
 * What a compaction left, plus the recorded messages from there up to a later call, without the recording's own
 * summaries.
 */
export function nextSource(
  material: ReplayMaterial,
  before: CompactionSource,
  left: readonly ContextMessage[],
  call: number,
): CompactionSource {
  const at = material.transcript.calls[call]?.at ?? 0;
  const messages = withRecorded(left, material, { from: before.at, to: at, isFollowing: false });
  const systemTokens = material.unchanged('following').systemTokens[call] ?? before.systemTokens;
  return { ...before, call, at, messages, systemTokens, tokens: Math.round(tokensOf(messages) + systemTokens) };
}
