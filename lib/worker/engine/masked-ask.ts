import type { ContextMessage } from '../../layers/shape/context';
import type { Ask } from '../../layers/shape/layer';
import { maskText } from '../../masking/mask-text';
import { maskTranscript } from '../../masking/mask-transcript';
import type { ReplayMaterial } from '../../simulator/recorded/replay-material';
import type { CompactionAsk } from './compaction-messages';

/** A request of a layer, ready to leave the machine: a session can be stored with its secrets, but they are never sent. */
export function maskedAsk(
  { transcript, counter }: ReplayMaterial,
  { context, maxTokens, focus }: Ask,
  tryNumber: number,
): CompactionAsk {
  const { title: _, ...untitled } = transcript;
  const messages = context.messages.map(({ message }) => message);
  const { transcript: masked, counts } = maskTranscript({
    ...untitled,
    messages,
    events: [],
    warnings: [],
    children: [],
  });
  const maskedFocus = focus === undefined ? undefined : maskText(focus);
  const secretsMasked: Record<string, number> = { ...counts };
  for (const kind of maskedFocus?.found ?? []) secretsMasked[kind] = (secretsMasked[kind] ?? 0) + 1;
  return {
    tryNumber,
    system: masked.system,
    tools: masked.tools,
    messages: masked.messages,
    ...(maskedFocus === undefined ? {} : { focus: maskedFocus.text }),
    maxTokens,
    tokens: {
      system: Math.round(
        sum(transcript.system, (part) => counter.partTokens(part)) +
          sum(transcript.tools, ({ schemaText }) => counter.partTokens({ kind: 'text', text: schemaText })),
      ),
      messages: Math.round(sum(context.messages, sentTokens)),
    },
    secretsMasked,
  };
}

/** Providers reject thinking without its signature, which is not in the transcript, so it is not sent. */
function sentTokens({ parts }: ContextMessage): number {
  return sum(parts, ({ part, tokens }) => (part.kind === 'thinking' ? 0 : tokens));
}

function sum<Item>(items: readonly Item[], tokensOf: (item: Item) => number): number {
  return items.reduce((tokens, item) => tokens + tokensOf(item), 0);
}
