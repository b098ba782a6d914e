import { chars4Message } from '../tokens/chars4';
import { isMeasured, sent } from '../tokens/growths';
import { roughMessage, roughPart } from '../tokens/rough';
import { isJson, utf8Bytes } from '../tokens/text-size';
import type { Message, Part } from '../transcript/transcript';
import type { ReplayMaterial } from './replay-material';
import { firstCallFrom } from './stretches';

/** [T1] A way to count what has come in since the newest usage, held against what agents recorded of their own count. */
export interface CountingRule {
  readonly title: string;
  tokensOf(message: Message): number;
}

export const countingRules: readonly CountingRule[] = [
  { title: 'bytes / 4 (the rule in use)', tokensOf: roughMessage },
  { title: 'bytes / 4, JSON / 2', tokensOf: ({ parts }) => parts.reduce((sum, part) => sum + denserJson(part), 0) },
  { title: 'bytes / 3', tokensOf: ({ parts }) => parts.reduce((sum, part) => sum + (roughPart(part) * 4) / 3, 0) },
  { title: 'characters / 4 of the message as JSON', tokensOf: chars4Message },
  { title: 'nothing', tokensOf: () => 0 },
];

/** Of every rule, by how much of the recorded size it is off, at every recorded compaction that tells its size. */
export function countingErrors({ transcript, recorded }: ReplayMaterial): readonly (readonly number[])[] {
  const { calls, messages, boundaries } = transcript;
  const moments = boundaries.flatMap(({ kind, at, preTokens, preTokensMeans }) => {
    const last = firstCallFrom(transcript, at) - 1;
    const call = calls[last];
    if (kind !== 'full' || preTokens === undefined || preTokensMeans === 'clearable') return [];
    if (call === undefined || !isMeasured(call)) return [];
    const reply = messages[call.at]?.callId === call.id ? call.at + 1 : call.at;
    const known = sent(call) + (recorded.timeline.output[last] ?? 0);
    return [{ preTokens, known, since: messages.slice(reply, at) }];
  });
  return countingRules.map(({ tokensOf }) =>
    moments.map(({ preTokens, known, since }) => {
      const counted = since.reduce((sum, message) => sum + tokensOf(message), known);
      return (counted - preTokens) / preTokens;
    }),
  );
}

const BYTES_PER_TOKEN_OF_JSON = 2;

/** As our documents had it. */
function denserJson(part: Part): number {
  const ofJson = (json: string) => Math.ceil(utf8Bytes(json) / BYTES_PER_TOKEN_OF_JSON);
  if (part.kind === 'tool-call' && typeof part.input !== 'string') return ofJson(JSON.stringify(part.input));
  if (part.kind !== 'tool-result') return roughPart(part);
  return part.parts.reduce(
    (sum, inner) => sum + (inner.kind === 'text' && isJson(inner.text) ? ofJson(inner.text) : roughPart(inner)),
    0,
  );
}
