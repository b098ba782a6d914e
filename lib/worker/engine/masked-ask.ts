import type { ContextMessage } from '../../layers/shape/context';
import type { Ask } from '../../layers/shape/layer';
import { maskText } from '../../masking/mask-text';
import { maskTranscript } from '../../masking/mask-transcript';
import type { ReplayMaterial } from '../../simulator/recorded/replay-material';
import type { Message, Part, ToolDefinition } from '../../transcript/transcript';

/** What is to be sent to a model, besides the prompt. */
export interface MaskedAsk {
  readonly system: readonly Part[];
  readonly tools: readonly ToolDefinition[];
  readonly messages: readonly Message[];
  readonly focus?: string;
  /** As the session's counter has it: of system prompt and tools as far as they are in the file, and of the messages. */
  readonly tokens: number;
  /** A part of them, which not every API is sent. */
  readonly toolTokens: number;
  readonly secretsMasked: number;
}

/** What a layer asks, as it may leave the machine: a session can be stored with its secrets, but nothing is sent with them. */
export function maskedAsk({ transcript, counter }: ReplayMaterial, { context, focus }: Ask): MaskedAsk {
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
  const systemTokens = sum(transcript.system, (part) => counter.partTokens(part));
  const toolTokens = sum(transcript.tools, ({ schemaText }) => counter.partTokens({ kind: 'text', text: schemaText }));
  return {
    system: masked.system,
    tools: masked.tools,
    messages: masked.messages,
    ...(maskedFocus === undefined ? {} : { focus: maskedFocus.text }),
    tokens: Math.round(systemTokens + toolTokens) + Math.round(sum(context.messages, sentTokens)),
    toolTokens: Math.round(toolTokens),
    secretsMasked: sum(Object.values(counts), (count) => count) + (maskedFocus?.found.length ?? 0),
  };
}

/** Providers reject thinking without its signature, which is not in the transcript, so it is not sent. */
function sentTokens({ parts }: ContextMessage): number {
  return sum(parts, ({ part, tokens }) => (part.kind === 'thinking' ? 0 : tokens));
}

function sum<Item>(items: readonly Item[], tokensOf: (item: Item) => number): number {
  return items.reduce((tokens, item) => tokens + tokensOf(item), 0);
}
