import type { JsonObject } from '../../base/json';
import { contextEditingOf } from '../../layers/bound-layer';
import type { ContextEditing } from '../../layers/shape/layer';
import { toolKind } from '../../layers/shape/tool-kind';
import type { Policy } from '../../policies/shape/policy';
import type { ModelChoice } from '../journal/entry';
import type { RunFrame } from '../journal/run-frame';
import { doesThink } from './thinking-of';

const CLEARING = 'context-management-2025-06-27';
const COMPACTION = 'compact-2026-01-12';
/** The API's minimum for compaction. */
const MIN_COMPACTED_TOKENS = 50_000;

export interface ContextManagement {
  /** A field of the body, if there is anything to do. */
  readonly edits: JsonObject;
  readonly betas: readonly string[];
}

/**
 * [M5] What the provider does with the context before the model sees it. A fork is cleared like a turn, to have the same
 * prefix; it is never compacted, because it may be a compaction itself.
 */
export function contextManagement(
  { policy, model, tools }: Pick<RunFrame, 'policy' | 'model' | 'tools'>,
  of: 'turn' | 'fork',
): ContextManagement {
  const names = tools.map(({ name }) => name);
  const clearing = clearingOf(policy, model);
  const clears = clearing === undefined ? [] : clearingEdits(clearing, policy, names, doesThink(model));
  const from = compactsFrom(model);
  const compacts = from === undefined || of === 'fork' ? [] : [compaction(from)];
  const edits = [...clears, ...compacts];
  return {
    edits: edits.length === 0 ? {} : { context_management: { edits } },
    // Forks send back an earlier compaction, too.
    betas: [...(clears.length === 0 ? [] : [CLEARING]), ...(from === undefined ? [] : [COMPACTION])],
  };
}

/** What the provider does in place of a layer; undefined if we do it. */
export function clearingOf(policy: Policy, model: ModelChoice): ContextEditing | undefined {
  if (model.type === 'scripted' || !model.serverClears) return undefined;
  for (const layer of policy.layers) {
    const editing = layer.isOn ? contextEditingOf(layer) : undefined;
    if (editing !== undefined) return editing;
  }
  return undefined;
}

export function compactsFrom(model: ModelChoice): number | undefined {
  return model.type === 'scripted' ? undefined : model.serverCompactsFrom;
}

function clearingEdits(
  settings: ContextEditing,
  { exemptTools = [] }: Policy,
  tools: readonly string[],
  thinks: boolean,
): readonly JsonObject[] {
  const { triggerTokens, triggerToolUses, clearAtLeastTokens, keepThinkingTurns } = settings;
  const others = settings.onlyClearableTools ? tools.filter((name) => toolKind(name) === 'other') : [];
  const excluded = [...new Set([...exemptTools, ...others])];
  return [
    // The API requires it first, and only accepts it with thinking enabled.
    ...(keepThinkingTurns > 0 && thinks
      ? [{ type: 'clear_thinking_20251015', keep: { type: 'thinking_turns', value: keepThinkingTurns } }]
      : []),
    {
      type: 'clear_tool_uses_20250919',
      trigger:
        triggerToolUses > 0
          ? { type: 'tool_uses', value: triggerToolUses }
          : { type: 'input_tokens', value: Math.max(1, triggerTokens) },
      keep: { type: 'tool_uses', value: settings.keep },
      ...(clearAtLeastTokens > 0 ? { clear_at_least: { type: 'input_tokens', value: clearAtLeastTokens } } : {}),
      ...(settings.clearInputs ? { clear_tool_inputs: true } : {}),
      ...(excluded.length > 0 ? { exclude_tools: excluded } : {}),
    },
  ];
}

function compaction(fromTokens: number): JsonObject {
  const value = Math.max(MIN_COMPACTED_TOKENS, fromTokens);
  return { type: 'compact_20260112', trigger: { type: 'input_tokens', value } };
}
