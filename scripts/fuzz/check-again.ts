import assert from 'node:assert/strict';
import { bindLayer } from '../../lib/layers/bound-layer';
import { type ContextMessage, tokensOf } from '../../lib/layers/shape/context';
import { environment } from '../../lib/layers/shape/context-text.test-support';
import { emptyMemory } from '../../lib/layers/shape/memory';
import type { Policy } from '../../lib/policies/shape/policy';
import type { Transcript } from '../../lib/transcript/transcript';

const HOUR_MS = 3_600_000;

/** [L8] Each layer that is on and asks no model does nothing on its own result. Returns those that had done something. */
export function checkAgain(
  transcript: Transcript,
  messages: readonly ContextMessage[],
  policy: Policy,
): readonly string[] {
  const used = tokensOf(messages) + 1_000;
  const [effective, threshold] = [used, Math.floor(used / 2)];
  const times = { lastAssistantMs: 0, nowMs: 2 * HOUR_MS };
  const env = environment({ transcript, used, window: used, effective, threshold, systemTokens: 1_000, ...times });
  return policy.layers.flatMap((row) => {
    if (!row.isOn) return [];
    const { id, decide } = bindLayer(row);
    const outcome = decide?.({ messages, memory: emptyMemory }, env);
    if (outcome?.type !== 'changed' || outcome.changes.length === 0) return [];
    // [T3] What was freed without a call is no longer counted.
    const again = decide?.(outcome.context, { ...env, used: used - (outcome.freedTokens ?? 0) });
    const changes = again?.type === 'changed' ? again.changes : [];
    assert.deepEqual(changes, [], `${id} changes its own result [L8]`);
    return [id];
  });
}
