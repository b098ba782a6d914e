import { assertNever } from '../base/assert-never';
import type { Message, Part, ToolCallId, ToolCallPart, ToolResultPart } from './transcript';

/** Rules of the Messages API, or of Chat Completions. */
export type Provider = 'anthropic' | 'openai';

export type RequestRule =
  | 'no-messages'
  | 'first-message'
  | 'empty-message'
  | 'empty-text'
  | 'part-place'
  | 'media-place'
  | 'unanswered-call'
  | 'orphan-result'
  | 'late-result'
  | 'duplicate-call'
  | 'duplicate-result'
  | 'thinking-first'
  | 'thinking-last'
  | 'ends-with-reply'
  | 'ends-in-blank'
  | 'tool-name';

export interface RequestProblem {
  readonly rule: RequestRule;
  readonly messageIndex: number;
  readonly partIndex?: number;
  readonly what: string;
}

/** Known facts about the request and its model. Rules about unknown facts are not checked. */
export interface RequestTraits {
  /** Whether the request enables thinking. */
  readonly thinking?: 'on' | 'off';
  /** Whether the model continues a reply at the end of the request. */
  readonly continuesReply?: boolean;
}

const NAMES: Readonly<Record<Provider, string>> = { anthropic: 'Anthropic', openai: 'OpenAI' };
const TOOL_NAMES: Readonly<Record<Provider, RegExp>> = {
  anthropic: /^[a-zA-Z0-9_-]{1,128}$/,
  openai: /^[a-zA-Z0-9_-]{1,64}$/,
};

/**
 * [L1] [L2] Why a provider would refuse these messages, in their order; an empty list where it would take them. Judged is
 * what stands where. How ids, arguments and media are written is the exporters' matter.
 *
 * Neighbouring messages of one side are one turn, as the providers and the exporters merge them. System messages before
 * the first turn belong to the system prompt; later ones count as the user's. Thinking is not sent to OpenAI.
 *
 *   user       "Fix it"                  turn 0
 *   assistant  call #1, call #2          turn 1
 *   tool       result #2          ┐      turn 2: answers every call of turn 1, results first
 *   tool       result #1          │
 *   user       "Go on"            ┘
 */
export function validateRequest(
  messages: readonly Message[],
  provider: Provider,
  traits: RequestTraits = {},
): RequestProblem[] {
  return new Validation(provider, traits).of(messages);
}

interface Place {
  readonly messageIndex: number;
  readonly partIndex: number;
}

class Validation {
  private readonly problems: RequestProblem[] = [];
  private readonly name: string;
  private readonly callIds = new Set<ToolCallId>();
  /** Calls of the model's latest turn that still wait for their results. */
  private waiting = new Map<ToolCallId, Place>();
  private side: 'user' | 'assistant' | undefined;
  private turnStart = 0;
  private turnParts = 0;
  private answeredInTurn = new Set<ToolCallId>();
  private hasOtherContent = false;

  constructor(
    private readonly provider: Provider,
    private readonly traits: RequestTraits,
  ) {
    this.name = NAMES[provider];
  }

  of(messages: readonly Message[]): RequestProblem[] {
    messages.forEach((message, messageIndex) => {
      if (message.role === 'system' && this.side === undefined) this.systemPrompt(message, messageIndex);
      else this.add(message, messageIndex);
    });
    if (!this.mayEndEmpty()) this.endTurn();
    this.unanswered();
    this.wholeRequest(messages);
    return this.problems.sort((a, b) => a.messageIndex - b.messageIndex || (a.partIndex ?? -1) - (b.partIndex ?? -1));
  }

  private add(message: Message, messageIndex: number): void {
    const side = message.role === 'assistant' ? 'assistant' : 'user';
    if (side !== this.side) this.startTurn(side, messageIndex);
    message.parts.forEach((part, partIndex) => {
      this.turnParts += 1;
      const place = { messageIndex, partIndex };
      this.text(part, place);
      if (side === 'assistant') this.partOfModel(part, place);
      else this.partOfUser(part, place);
    });
  }

  private startTurn(side: 'user' | 'assistant', messageIndex: number): void {
    this.endTurn();
    if (side === 'assistant') {
      this.unanswered();
      if (this.side === undefined) {
        this.report('first-message', { messageIndex }, `${this.name} requires the first message to be from the user`);
      }
    }
    this.side = side;
    this.turnStart = messageIndex;
    this.turnParts = 0;
    this.answeredInTurn = new Set();
    this.hasOtherContent = false;
  }

  private endTurn(): void {
    if (this.side === undefined || this.turnParts > 0) return;
    this.report('empty-message', { messageIndex: this.turnStart }, 'The message has no content');
  }

  /** Anthropic accepts an empty reply at the very end, which the model continues. */
  private mayEndEmpty(): boolean {
    return this.provider === 'anthropic' && this.side === 'assistant';
  }

  private unanswered(): void {
    for (const [id, place] of this.waiting) {
      this.report('unanswered-call', place, `Call "${id}" has no result in the next turn`);
    }
    this.waiting = new Map();
  }

  private systemPrompt({ parts }: Message, messageIndex: number): void {
    parts.forEach((part, partIndex) => {
      const place = { messageIndex, partIndex };
      this.text(part, place);
      if (isMedia(part))
        this.report('media-place', place, `${this.name} does not accept ${part.kind} parts in the system prompt`);
      else if (part.kind !== 'text' && part.kind !== 'unknown') this.misplaced(part, place, 'the system prompt');
    });
  }

  private partOfModel(part: Part, place: Place): void {
    switch (part.kind) {
      case 'text':
      case 'thinking':
      case 'unknown':
        return;
      case 'tool-call':
        this.call(part, place);
        return;
      case 'tool-result':
        // For a tool that ran at the provider, call and result are in one reply.
        if (!this.waiting.delete(part.callId)) this.orphan(part, place);
        return;
      case 'image':
      case 'document':
        this.report('media-place', place, `${this.name} does not accept ${part.kind} parts in assistant messages`);
        return;
      default:
        assertNever(part);
    }
  }

  private call({ id, name }: ToolCallPart, place: Place): void {
    if (this.callIds.has(id)) this.report('duplicate-call', place, `Another call has the same id, "${id}"`);
    else this.waiting.set(id, place);
    this.callIds.add(id);
    if (!TOOL_NAMES[this.provider].test(name)) {
      this.report('tool-name', place, `${this.name} does not accept the tool name "${name.slice(0, 80)}"`);
    }
  }

  private partOfUser(part: Part, place: Place): void {
    switch (part.kind) {
      case 'tool-result':
        this.result(part, place);
        return;
      case 'text':
      case 'unknown':
      case 'image':
      case 'document':
        this.hasOtherContent = true;
        return;
      case 'thinking':
      case 'tool-call':
        this.misplaced(part, place, 'user messages');
        return;
      default:
        assertNever(part);
    }
  }

  private result(result: ToolResultPart, place: Place): void {
    const { callId } = result;
    if (this.answeredInTurn.has(callId)) {
      this.report('duplicate-result', place, `Call "${callId}" already has a result`);
    } else if (!this.waiting.delete(callId)) this.orphan(result, place);
    else if (this.hasOtherContent) {
      this.report('late-result', place, `The result of call "${callId}" comes after other content of its turn`);
    }
    this.answeredInTurn.add(callId);
    if (!result.parts.some(isMedia)) return;
    if (this.provider === 'openai') this.report('media-place', place, 'OpenAI only accepts text in tool results');
    else if (result.isError)
      this.report('media-place', place, 'Anthropic only accepts text in tool results that are errors');
  }

  private orphan({ callId }: ToolResultPart, place: Place): void {
    const where = this.callIds.has(callId) ? 'not in the previous turn' : 'missing';
    this.report('orphan-result', place, `The call "${callId}" of this result is ${where}`);
  }

  /** OpenAI accepts empty texts. A result may be empty as a whole, but not one of several parts. */
  private text(part: Part, place: Place): void {
    if (this.provider !== 'anthropic') return;
    const isEmpty =
      part.kind === 'text'
        ? part.text.trim() === ''
        : part.kind === 'tool-result' &&
          part.parts.length > 1 &&
          part.parts.some((inner) => inner.kind === 'text' && inner.text === '');
    if (isEmpty) this.report('empty-text', place, 'Anthropic does not accept empty or blank text');
  }

  private misplaced(part: Part, place: Place, where: string): void {
    this.report('part-place', place, `${this.name} does not accept ${part.kind} parts in ${where}`);
  }

  private wholeRequest(messages: readonly Message[]): void {
    const last = messages.at(-1);
    if (this.side === undefined || last === undefined) {
      this.report('no-messages', { messageIndex: 0 }, `${this.name} requires at least one message`);
      return;
    }
    if (this.provider === 'openai') return;
    if (this.traits.thinking === 'on') this.beginsWithThinking(messages);
    if (last.role === 'assistant') this.endsWithReply(messages);
  }

  /** The whole turn: an empty message at its end does not hide the rest. */
  private endsWithReply(messages: readonly Message[]): void {
    if (this.traits.continuesReply === false) {
      const messageIndex = messages.length - 1;
      this.report('ends-with-reply', { messageIndex }, 'The model requires the last message to be from the user');
    }
    const turn = messages.slice(this.turnStart).flatMap(({ parts }, offset) => {
      const messageIndex = this.turnStart + offset;
      return parts.map((part, partIndex) => ({ part, place: { messageIndex, partIndex } }));
    });
    const last = turn.at(-1);
    if (last?.part.kind === 'thinking') {
      this.report('thinking-last', last.place, 'Anthropic does not accept a request that ends with thinking');
    } else if (last?.part.kind === 'text' && /\S\s+$/.test(last.part.text.slice(-1_000))) {
      this.report('ends-in-blank', last.place, 'Anthropic does not accept a last reply with trailing whitespace');
    }
    const thought = turn.find(({ part }) => part.kind === 'thinking');
    if (this.traits.thinking === 'off' && thought !== undefined && thought !== last) {
      this.report('part-place', thought.place, 'The last reply must not contain thinking unless thinking is enabled');
    }
  }

  /** Only applies to the model's latest turn, and only while its calls are being answered. */
  private beginsWithThinking(messages: readonly Message[]): void {
    const end = messages.findLastIndex(({ role }) => role === 'assistant');
    const start = messages.slice(0, end + 1).findLastIndex(({ role }) => role !== 'assistant') + 1;
    const turn = messages.slice(start, end + 1);
    const first = turn.find(({ parts }) => parts.length > 0)?.parts[0];
    if (first === undefined || first.kind === 'thinking') return;
    if (!turn.some(({ parts }) => parts.some(({ kind }) => kind === 'tool-call'))) return;
    this.report(
      'thinking-first',
      { messageIndex: start },
      'With thinking enabled, the last reply with tool calls must start with thinking',
    );
  }

  private report(
    rule: RequestRule,
    place: { readonly messageIndex: number; readonly partIndex?: number },
    what: string,
  ): void {
    this.problems.push({ rule, ...place, what });
  }
}

function isMedia(part: Part): boolean {
  return part.kind === 'image' || (part.kind === 'document' && part.text === undefined);
}
