import type { Json } from '../../base/json';
import { atOnce, type Steps } from '../../base/steps/steps';
import type { ContextMessage } from '../../layers/shape/context';
import { type PlacedHook, placedHooks } from '../../simulator/recorded/hook-places';
import { categoryOf } from '../../tokens/category-of';
import type { Message, MessageId, Part, Transcript } from '../../transcript/transcript';
import type { MessageRow, PartRow, SimulatedMessage } from './messages';

const EXCERPT = 160;

/** What a list shows of each message, without its content. */
export function messageRows(transcript: Transcript): MessageRow[] {
  return atOnce(messageRowsInSteps(transcript));
}

export function* messageRowsInSteps(transcript: Transcript): Steps<MessageRow[]> {
  const hooks = new Map<number, PlacedHook[]>();
  for (const hook of placedHooks(transcript)) {
    if (hook.message === undefined) continue;
    const here = hooks.get(hook.message);
    if (here === undefined) hooks.set(hook.message, [hook]);
    else here.push(hook);
  }
  const rows: MessageRow[] = [];
  for (const [index, message] of transcript.messages.entries()) {
    const here = hooks.get(index);
    rows.push({ index, ...messageRow(message), ...(here === undefined ? {} : { hooks: here }) });
    yield;
  }
  return rows;
}

export function messageRow(message: Message): Omit<MessageRow, 'index'> {
  return {
    id: message.id,
    role: message.role,
    kind: message.kind,
    line: message.line,
    ...(message.timeMs === undefined ? {} : { timeMs: message.timeMs }),
    parts: message.parts.map((part) => partRow(message, part)),
  };
}

function partRow(message: Message, part: Part): PartRow {
  const common = { kind: part.kind, category: categoryOf(message, part), excerpt: excerpt(part) };
  if (part.kind === 'tool-call') return { ...common, toolName: part.name, toolCallId: part.id };
  if (part.kind !== 'tool-result') return common;
  return {
    ...common,
    toolCallId: part.callId,
    isError: part.isError,
    ...(part.toolName === undefined ? {} : { toolName: part.toolName }),
  };
}

function excerpt(part: Part): string {
  switch (part.kind) {
    case 'text':
    case 'thinking':
      return firstWords(part.text);
    case 'tool-call':
      return firstWords(argumentsInWords(part.input));
    case 'tool-result':
      return firstWords(part.parts.map(excerpt).join(' '));
    case 'image':
      return part.width === undefined ? part.mediaType : `${part.mediaType} ${part.width} × ${part.height}`;
    case 'document':
      return part.title ?? (part.text === undefined ? part.mediaType : firstWords(part.text));
    case 'unknown':
      return firstWords(`${part.type} ${JSON.stringify(part.json)}`);
  }
}

/** `command: npm test · timeout: 60`, as far as it fits. */
function argumentsInWords(input: Json): string {
  if (typeof input === 'string') return input;
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return JSON.stringify(input);
  let words = '';
  for (const [name, value] of Object.entries(input)) {
    if (words.length > EXCERPT) break;
    const text = typeof value === 'string' ? value.slice(0, EXCERPT * 4) : JSON.stringify(value);
    words += `${words === '' ? '' : ' · '}${name}: ${text}`;
  }
  return words;
}

function firstWords(text: string): string {
  const start = text
    .slice(0, EXCERPT * 4)
    .replace(/\s+/g, ' ')
    .trim();
  return start.length <= EXCERPT ? start : `${start.slice(0, EXCERPT)}…`;
}

/** Messages of contexts without their texts. Neighbouring calls have nearly the same messages, and each is sent once. */
export class DescribedMessages {
  private readonly known = new WeakMap<ContextMessage, SimulatedMessage>();

  /** With the index of each message in the recording. */
  constructor(private readonly indexes: ReadonlyMap<MessageId, number>) {}

  of(messages: readonly ContextMessage[]): readonly SimulatedMessage[] {
    return messages.map((message) => this.described(message));
  }

  private described(message: ContextMessage): SimulatedMessage {
    const known = this.known.get(message);
    if (known !== undefined) return known;
    const description = this.description(message);
    this.known.set(message, description);
    return description;
  }

  private description({ message, origin, parts, tokens }: ContextMessage): SimulatedMessage {
    const partTokens = parts.map((part) => part.tokens);
    const index = this.indexes.get(message.id);
    // Written out in full: spread objects have different shapes in V8, and are slow to iterate.
    if (origin === 'made' || index === undefined) return { type: 'made', tokens, partTokens, row: messageRow(message) };
    const replaced = parts.flatMap(({ state }, part) => (state === 'whole' ? [] : [{ part, state }]));
    return { type: 'recorded', tokens, partTokens, index, replaced };
  }
}
