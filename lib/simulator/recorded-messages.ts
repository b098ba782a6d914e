import { withoutContent } from '../layers/clear-results';
import type { ContextMessage, ContextPart } from '../layers/context';
import { contextMessage, wholeMessage } from '../layers/made-message';
import type { ReplayMaterial } from './replay-material';

/** What one call carried, as it was recorded: with the results that were cleared by then as placeholders. */
export function recordedMessages({ messages, recorded }: ReplayMaterial, call: number): readonly ContextMessage[] {
  return recorded.contextAtCall(call).messages.flatMap(({ index, partTokens, clearedParts }) => {
    const whole = messages[index];
    if (whole === undefined) return [];
    const weighed = wholeMessage(whole.message, whole.recordedAt, (_, part) => partTokens[part] ?? 0);
    return clearedParts.length === 0 ? [weighed] : [cleared(weighed, new Set(clearedParts))];
  });
}

function cleared(weighed: ContextMessage, places: ReadonlySet<number>): ContextMessage {
  const parts = weighed.parts.map((held, place): ContextPart => {
    if (!places.has(place) || held.part.kind !== 'tool-result') return held;
    return { ...held, part: withoutContent(held.part), state: 'cleared' };
  });
  const message = { ...weighed.message, parts: parts.map(({ part }) => part) };
  return contextMessage(message, parts, weighed.recordedAt);
}
