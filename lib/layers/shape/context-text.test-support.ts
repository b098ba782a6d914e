import { roughMessage, roughPart } from '../../tokens/rough';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { standardNotePrompt } from '../note/note-instruction';
import { indexOf } from '../results/result-index';
import { isLiveClearable } from './clearable';
import type { Context, ContextMessage, ContextPart } from './context';
import type { AnyAsk, Ask, ContextStats, Env, Outcome, Reply } from './layer';
import { recordedContext } from './made-message';
import { mediaBytes } from './media-bytes';
import { emptyMemory } from './memory';
import { standardSummaryPrompt } from './summary-instruction';
import { notOfHooks, notOwn, writtenAsks } from './written-asks';

const NO_TOOLS: ReadonlySet<string> = new Set();

/** A context of everything in the text notation of transcripts, counted by `rough`. */
export function contextFromText(text: string): Context {
  const { messages } = transcriptFromText(text);
  return { messages: recordedContext(messages, roughPart), memory: emptyMemory };
}

/** The message at one place as a further record of the response at another. */
export function inOneResponse(messages: readonly ContextMessage[], first: number, later: number): ContextMessage[] {
  const { callId } = messages[first]?.message ?? {};
  if (callId === undefined) throw new Error(`No response at ${first}`);
  const records = messages.map(({ message }, place) => (place === later ? { ...message, callId } : message));
  return recordedContext(records, roughPart);
}

/** One line per part: what it is, its fate, and its tokens. */
export function contextAsText({ messages }: Pick<Context, 'messages'>): string[] {
  return messages.flatMap(({ message, parts }) =>
    parts.map((part) => `${nameOf(message.kind, part)} (${part.tokens})`),
  );
}

function nameOf(kind: string, { part, state }: ContextPart): string {
  const mark = state === 'whole' ? '' : ` ${state}`;
  if (part.kind === 'tool-call') return `call ${part.id}`;
  if (part.kind === 'tool-result') return `result ${part.callId}${mark}`;
  return `${kind}${part.kind === 'text' ? '' : ` ${part.kind}`}${mark}`;
}

export function environment(more: Partial<Env> = {}): Env {
  const { transcript = transcriptFromText('') } = more;
  return {
    window: 200_000,
    effective: 180_000,
    threshold: 167_000,
    used: 170_000,
    systemTokens: 20_000,
    trigger: 'auto',
    counter: { messageTokens: roughMessage, partTokens: roughPart },
    transcript,
    recorded: new Map(transcript.messages.map((message) => [message.id, message])),
    call: 7,
    focus: undefined,
    partial: undefined,
    gapTokens: undefined,
    hooks: undefined,
    summaryPrompt: standardSummaryPrompt,
    notePrompt: standardNotePrompt,
    nowMs: undefined,
    lastAssistantMs: undefined,
    isMainThread: true,
    explainsIdle: true,
    hasOpenAsk: false,
    ofNewTurn: 0,
    pinned: new Set(),
    toolsCalled: new Set(),
    exemptTools: new Set(),
    ...more,
  };
}

/** Drives a layer with prepared replies, and also returns its requests. */
export function driven(
  work: Generator<AnyAsk, Outcome, Reply>,
  replies: readonly Reply[],
): { outcome: Outcome; asks: Ask[] } {
  const run = writtenAsks(work);
  const asks: Ask[] = [];
  let step = run.next();
  while (!step.done) {
    asks.push(notOwn(notOfHooks(step.value)));
    const reply = replies[asks.length - 1];
    if (reply === undefined)
      throw new Error(`The layer asked ${asks.length} times, and only ${replies.length} replies are prepared`);
    step = run.next(reply);
  }
  return { outcome: step.value, asks };
}

export function contextStatsOf({ messages, memory }: Context): ContextStats {
  const clearable = messages.map((message) => liveClearable(message, NO_TOOLS));
  return {
    liveClearableResults: clearable.reduce((sum, { results }) => sum + results, 0),
    clearableTokens: clearable.reduce((sum, { tokens }) => sum + tokens, 0),
    index: indexOf(messages),
    mediaBytes: messages.flatMap(({ parts }) => parts).reduce((sum, { part }) => sum + mediaBytes(part), 0),
    memory,
    freshResults: 0,
  };
}

interface Clearable {
  readonly results: number;
  readonly tokens: number;
}

export function liveClearable(message: ContextMessage, exemptTools: ReadonlySet<string>): Clearable {
  let results = 0;
  let tokens = 0;
  for (const part of message.parts) {
    if (!isLiveClearable(part, exemptTools)) continue;
    results += 1;
    tokens += part.tokens;
  }
  return { results, tokens };
}

/** What a layer did, if it is what the test expects. */
export function expectOutcome<Type extends Outcome['type']>(outcome: Outcome, type: Type) {
  if (!isOutcome(outcome, type)) throw new Error(`the outcome is ${outcome.type}`);
  return outcome;
}

function isOutcome<Type extends Outcome['type']>(
  outcome: Outcome,
  type: Type,
): outcome is Extract<Outcome, { readonly type: Type }> {
  return outcome.type === type;
}
