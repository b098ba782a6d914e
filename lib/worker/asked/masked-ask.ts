import { atOnce, type Steps } from '../../base/steps/steps';
import type { ContextMessage } from '../../layers/shape/context';
import type { Ask, RequestForm } from '../../layers/shape/layer';
import { conversationText, tokensInForm } from '../../layers/summary/request-form';
import { maskText } from '../../masking/mask-text';
import { maskTranscriptInSteps } from '../../masking/mask-transcript';
import type { ReplayMaterial } from '../../simulator/recorded/replay-material';
import type { Message, MessageId, Part, ToolDefinition } from '../../transcript/transcript';

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

type Asked = Pick<Ask, 'context' | 'focus' | 'form'>;

/** What a layer asks, as it may leave the machine: a session can be stored with its secrets, but nothing is sent with them. */
export function maskedAsk(material: ReplayMaterial, ask: Asked): MaskedAsk {
  return atOnce(maskedAskInSteps(material, ask));
}

export function* maskedAskInSteps(material: ReplayMaterial, { context, focus, form }: Asked): Steps<MaskedAsk> {
  const { secrets, ...whole } = yield* maskedContext(material, context.messages);
  const masked = form === undefined ? whole : { ...whole, ...inForm(whole.messages, context.messages, form) };
  const maskedFocus = focus === undefined ? undefined : maskText(focus);
  return {
    ...masked,
    ...(maskedFocus === undefined ? {} : { focus: maskedFocus.text }),
    secretsMasked: secrets + (maskedFocus?.found.length ?? 0),
  };
}

/** [F14] One message, with nothing before it. */
function inForm(masked: readonly Message[], of: readonly ContextMessage[], form: RequestForm) {
  const text = conversationText(masked, form);
  const message: Message = {
    id: 'conversation' as MessageId,
    role: 'user',
    kind: 'injected',
    parts: [{ kind: 'text', text }],
    line: 0,
  };
  return { system: [], tools: [], messages: [message], tokens: Math.round(tokensInForm(of, form)), toolTokens: 0 };
}

type MaskedContext = Omit<MaskedAsk, 'focus' | 'secretsMasked'> & { readonly secrets: number };

interface Latest {
  readonly of: readonly ContextMessage[];
  readonly masked: MaskedContext;
}

/** Many prompts are asked about one context, and masking a long one takes as long as scoring the answer. */
const latest = new WeakMap<ReplayMaterial, Latest>();

function* maskedContext(material: ReplayMaterial, of: readonly ContextMessage[]): Steps<MaskedContext> {
  const kept = latest.get(material);
  if (kept !== undefined && isSame(kept.of, of)) return kept.masked;
  const { transcript, counter } = material;
  const { title: _, ...untitled } = transcript;
  const { transcript: found, counts } = yield* maskTranscriptInSteps({
    ...untitled,
    messages: of.map(({ message }) => message),
    events: [],
    warnings: [],
    children: [],
  });
  const systemTokens = sum(transcript.system, (part) => counter.partTokens(part));
  const toolTokens = sum(transcript.tools, ({ schemaText }) => counter.partTokens({ kind: 'text', text: schemaText }));
  const masked = {
    system: found.system,
    tools: found.tools,
    messages: found.messages,
    tokens: Math.round(systemTokens + toolTokens) + Math.round(sum(of, sentTokens)),
    toolTokens: Math.round(toolTokens),
    secrets: sum(Object.values(counts), (count) => count),
  };
  latest.set(material, { of, masked });
  return masked;
}

/** The same parts with the same tokens: a layer makes new messages of those that it changes. */
function isSame(a: readonly ContextMessage[], b: readonly ContextMessage[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ message, parts }, index) => message === b[index]?.message && parts === b[index]?.parts)
  );
}

/** Providers reject thinking without its signature, which is not in the transcript, so it is not sent. */
function sentTokens({ parts }: ContextMessage): number {
  return sum(parts, ({ part, tokens }) => (part.kind === 'thinking' ? 0 : tokens));
}

function sum<Item>(items: readonly Item[], tokensOf: (item: Item) => number): number {
  return items.reduce((tokens, item) => tokens + tokensOf(item), 0);
}
