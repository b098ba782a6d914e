import { withoutContent } from '../../layers/results/clear-results';
import type { ContextMessage, ContextPart } from '../../layers/shape/context';
import { contextMessage } from '../../layers/shape/made-message';
import { OTHER } from '../../tokens/part-table';
import { PLACEHOLDER_TOKENS } from '../../tokens/parts-in-context';
import { recordedContextAt } from '../../transcript/recorded-context';
import type { ReplayMaterial } from './replay-material';

/**
 * The recorded context of one call: cleared results are placeholders, and what is not in the file is included. Messages
 * that are already in the context stay the same objects: what did not change can be read from the cache.
 */
export function recordedMessages(
  material: ReplayMaterial,
  call: number,
  before: readonly ContextMessage[],
): readonly ContextMessage[] {
  const { transcript, messages, recorded, unfiled } = material;
  const { parts: table, weight, scale } = recorded.weights;
  const context = recordedContextAt(transcript, transcript.calls[call]?.at ?? transcript.messages.length);
  const known = new Map(before.map((message) => [message.message.id, message]));
  const scaleOf = (row: number) => scale[table.group[row] ?? OTHER]?.[call] ?? 1;
  const isThere = (message: ContextMessage, parts: readonly ContextPart[]) => {
    const there = known.get(message.message.id);
    return there !== undefined && isSame(there, parts) ? there : undefined;
  };
  const inFile = context.messages.flatMap((index): readonly ContextMessage[] => {
    const whole = messages[index];
    if (whole === undefined) return [];
    const parts = whole.parts.map((held, place): ContextPart => {
      const { part } = held;
      if (part.kind === 'tool-result' && context.clearedToolCallIds.has(part.callId)) {
        const tokens = context.clearedToTokens.get(part.callId) ?? PLACEHOLDER_TOKENS;
        return { part: withoutContent(part), category: 'tool-results', tokens, state: 'cleared' };
      }
      const row = (table.start[index] ?? 0) + place;
      return { ...held, tokens: (weight[row] ?? 0) * scaleOf(row) };
    });
    const there = isThere(whole, parts);
    if (there !== undefined) return [there];
    const message = parts.every(({ state }) => state === 'whole')
      ? whole.message
      : { ...whole.message, parts: parts.map(({ part }) => part) };
    return [contextMessage(message, parts, whole.recordedAt)];
  });
  return withUnfiled(
    inFile,
    unfiled.upTo(call).map((message) => isThere(message, message.parts) ?? message),
    (message) => {
      const came = unfiled.cameWith(message.message.id) ?? 0;
      return came === 0 ? 0 : (transcript.calls[came]?.at ?? transcript.messages.length);
    },
  );
}

/** Each at the place where it was added. */
function withUnfiled(
  inFile: readonly ContextMessage[],
  unfiled: readonly ContextMessage[],
  positionOf: (message: ContextMessage) => number,
): readonly ContextMessage[] {
  const all = [...inFile];
  for (const message of unfiled) {
    const position = positionOf(message);
    const next = all.findIndex(({ recordedAt }) => recordedAt !== undefined && recordedAt.at >= position);
    all.splice(next === -1 ? all.length : next, 0, message);
  }
  return all;
}

/** Multiplying fractions is off by up to a hundredth of a token. */
const SAME_TOKENS = 0.01;

function isSame({ parts: before }: ContextMessage, parts: readonly ContextPart[]): boolean {
  return parts.every((held, place) => {
    const was = before[place];
    if (was === undefined || was.state !== held.state) return false;
    return (held.state !== 'whole' || was.part === held.part) && Math.abs(was.tokens - held.tokens) < SAME_TOKENS;
  });
}
