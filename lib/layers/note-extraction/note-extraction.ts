import { assertNever } from '../../base/assert-never';
import type { MessageCounter } from '../../tokens/counters';
import { cutNote, type NoteLimits, noteLimits } from '../note/cut-note';
import { noteInstruction } from '../note/note-instruction';
import { emptyNote, noteFromReply, readNote } from '../note/note-template';
import type { Context, ContextMessage } from '../shape/context';
import type { Ask, ContextStats, Env, FailureKind, Layer, Outcome, Reply } from '../shape/layer';
import type { Memory, SessionNote } from '../shape/memory';
import { NO_REASON, type Reason } from '../shape/reason';

export interface NoteExtractionSettings extends NoteLimits {
  readonly firstTokens: number;
  readonly growthTokens: number;
  readonly toolCalls: number;
  readonly when: 'at-once' | 'beside';
}

/**
 * Maintains a note of the session, so that a later compaction needs no summary.
 *
 *   user   fix the tests                      the same messages
 *   reply  call read a.ts            ──▶
 *   tool   a.ts, 9,000 tokens                 and in memory: the note, up to the reply
 *   reply  both are read
 *
 * The context stays unchanged; the cost is a separate request, which reads the same prefix.
 */
export const noteExtraction: Layer<NoteExtractionSettings, 'note'> = {
  title: 'Session note',
  explains: 'A model updates the session note after a response.',
  mark: {
    kind: 'note',
    title: 'Note taken',
    gravity: 10,
    look: { shape: 'M-5-4.5H5V-2H-5ZM-5 0H5V2.5H-5ZM-5 5H1V6.5H-5Z', color: 'var(--text-muted)' },
  },
  command: { type: 'note', word: 'summary' },
  writesNote: true,
  needs: [{ layer: 'session-memory', because: 'Nothing else uses the note, and each one costs a request.' }],
  settings: {
    firstTokens: {
      type: 'number',
      title: 'First note',
      explains: 'Context size at which the first note is written.',
      rule: 'N2',
      isMain: true,
      unit: 'tokens',
      min: 0,
      max: 1_000_000,
      step: 1_000,
      default: 10_000,
    },
    growthTokens: {
      type: 'number',
      title: 'Growth between notes',
      explains: 'Context growth required since the last note.',
      rule: 'N2',
      isMain: true,
      unit: 'tokens',
      min: 1,
      max: 1_000_000,
      step: 1_000,
      default: 5_000,
    },
    toolCalls: {
      type: 'number',
      title: 'Tool calls between notes',
      explains: 'With fewer tool calls than this, the update is delayed until a response without tool calls.',
      rule: 'N2',
      unit: 'calls',
      min: 0,
      max: 1_000,
      step: 1,
      default: 3,
    },
    when: {
      type: 'choice',
      title: 'While it is written',
      explains: 'Beside the turn, the turn goes on while the note is written, and the next call after that can use it.',
      rule: 'N2',
      synonyms: ['background', 'task', 'asynchronous', 'blocking'],
      options: { 'at-once': 'The turn waits', beside: 'The turn goes on beside it' },
      default: 'at-once',
    },
    ...noteLimits,
  },
  reasons: {
    forked: 'sub-agents keep no note',
    open: 'a note is still being written',
    beside: 'asked for a note; the turn goes on meanwhile',
    small: '{used} used < {first} for the first note',
    'no-growth': 'the context has grown by {growth} < {needed} since the last note',
    'few-calls': '{calls} tool calls since the last note < {needed}, and the last response had tool calls',
    shrunk: 'the context has shrunk to {used} since the last note; growth is measured from there',
    first: '{used} used ≥ {first}: wrote the first note, {tokens} tokens',
    grown: 'the context has grown by {growth} ≥ {needed} since the last note; the note now has {tokens} tokens',
    forced: 'note requested; it now has {tokens} tokens',
    'no-note': 'the model returned no note',
    emptied: 'the answer would have emptied the note, so it was ignored',
    'too-long': 'the note request was too long',
    'api-error': 'the note request failed: {what}',
    aborted: 'the note request was stopped',
  },
  turn: 'after-response',
  idle,
  run,
  decide,
};

function idle(
  { memory }: Pick<ContextStats, 'memory'>,
  settings: NoteExtractionSettings,
  env: Env,
): Reason | undefined {
  if (!env.isMainThread) return n2('forked', {});
  if (env.trigger === 'manual') return undefined;
  if (env.hasOpenAsk) return n2('open', {});
  const { note } = memory;
  if (note === undefined) {
    if (env.used >= settings.firstTokens) return undefined;
    return env.explainsIdle ? n2('small', { used: env.used, first: settings.firstTokens }) : NO_REASON;
  }
  const growth = env.used - note.contextTokens;
  if (growth >= settings.growthTokens || growth < 0) return undefined;
  return env.explainsIdle ? n2('no-growth', { growth, needed: settings.growthTokens }) : NO_REASON;
}

/** Everything except writing a new note. */
function decide(context: Context, settings: NoteExtractionSettings, env: Env): Outcome | undefined {
  const { messages, memory } = context;
  const { note } = memory;
  const nothing = idle({ memory }, settings, env);
  if (nothing !== undefined || messages.length === 0) {
    return {
      type: 'unchanged',
      reason: nothing ?? n2('small', { used: 0, first: settings.firstTokens }),
    };
  }
  if (note === undefined || env.trigger === 'manual') return undefined;
  if (env.used < note.contextTokens) {
    return remembered(context, { ...note, contextTokens: env.used }, n2('shrunk', { used: env.used }));
  }
  const calls = toolCallsSince(note, messages, settings.toolCalls);
  if (calls >= settings.toolCalls || !lastResponseCalls(messages)) return undefined;
  const reason = env.explainsIdle ? n2('few-calls', { calls, needed: settings.toolCalls }) : NO_REASON;
  return { type: 'unchanged', reason };
}

function* run(context: Context, settings: NoteExtractionSettings, env: Env): Generator<Ask, Outcome, Reply> {
  const { messages, memory } = context;
  const { note } = memory;
  const last = messages.at(-1);
  const decided = decide(context, settings, env);
  if (decided !== undefined || last === undefined) return decided ?? failed('no-summary', 'no-note', {});
  const isForced = env.trigger === 'manual';
  const growth = env.used - (note?.contextTokens ?? 0);
  const earlier = note?.text ?? emptyNote;
  const reply = yield {
    type: 'note',
    context: { messages },
    instruction: noteInstruction(env.notePrompt, earlier),
    sharesCache: true,
    note: earlier,
    noteTokens: note?.tokens,
    maxTokens: settings.noteTokens,
    ...(settings.when === 'beside' && !isForced && { beside: n2('beside', {}) }),
  };
  if (reply.type !== 'text') return refused(reply);
  if (reply.tokens === 0 || reply.text.trim() === '') return failed('no-summary', 'no-note', {});
  const { text, tokens } = noteOf(reply, earlier, settings, env);
  if (text === emptyNote && earlier !== emptyNote) return failed('no-summary', 'emptied', {});
  const cursor = lastResponseCalls(messages) ? note?.cursor : last.message.id;
  const made: SessionNote = {
    text,
    tokens,
    contextTokens: env.used,
    last: last.message.id,
    ...(cursor === undefined ? {} : { cursor }),
  };
  let reason = n2('grown', { growth, needed: settings.growthTokens, tokens });
  if (isForced) reason = n2('forced', { tokens });
  else if (note === undefined) reason = n2('first', { used: env.used, first: settings.firstTokens, tokens });
  return remembered(context, made, reason, tokens);
}

/** [N3] In the form of the template, and truncated to its limits. */
function noteOf(
  reply: Extract<Reply, { type: 'text' }>,
  earlier: string,
  settings: NoteExtractionSettings,
  { counter }: Env,
): Pick<SessionNote, 'text' | 'tokens'> {
  const isSame =
    newest?.said === reply.text &&
    newest.earlier === earlier &&
    newest.settings === settings &&
    newest.counter === counter;
  const formed = newest !== undefined && isSame ? newest : formedNote(reply.text, earlier, settings, counter);
  newest = formed;
  const tokens = formed.isAsSaid ? reply.tokens : formed.tokens;
  return { text: formed.text, tokens: Math.min(tokens, settings.noteTokens) };
}

interface FormedNote {
  readonly said: string;
  readonly earlier: string;
  readonly settings: NoteExtractionSettings;
  readonly counter: MessageCounter;
  readonly text: string;
  readonly tokens: number;
  /** A reply of a known length has that length, whatever its text, unless only a part of it is kept. */
  readonly isAsSaid: boolean;
}

/** Assumed replies are all equal, and a replay has thousands. */
let newest: FormedNote | undefined;

function formedNote(
  said: string,
  earlier: string,
  settings: NoteExtractionSettings,
  counter: MessageCounter,
): FormedNote {
  const formed = noteFromReply(said, earlier);
  const text = cutNote(formed, settings, counter);
  const isAsSaid = text === formed && (text === said.trim() || readNote(said).size === 0);
  return { said, earlier, settings, counter, text, tokens: counter.partTokens({ kind: 'text', text }), isAsSaid };
}

/** Counts only until there are enough. */
function toolCallsSince(note: SessionNote, messages: readonly ContextMessage[], enough: number): number {
  let calls = 0;
  for (let index = messages.length - 1; index >= 0 && calls < enough; index--) {
    const each = messages[index];
    if (each === undefined || each.message.id === note.last) break;
    calls += each.shape.calls;
  }
  return calls;
}

/** Whether the latest response, in any of its records, made a tool call. */
function lastResponseCalls(messages: readonly ContextMessage[]): boolean {
  const newest = messages.findLast(({ shape }) => shape.isReply);
  if (newest === undefined) return false;
  const { callId } = newest.message;
  for (let index = messages.lastIndexOf(newest); index >= 0; index--) {
    const each = messages[index];
    if (each === undefined || (each !== newest && (callId === undefined || each.message.callId !== callId))) break;
    if (each.shape.calls > 0) return true;
  }
  return false;
}

function remembered(
  { messages, memory: before }: Context,
  note: SessionNote,
  reason: Reason,
  noteTokens?: number,
): Outcome {
  const memory: Memory = { ...before, note };
  return { type: 'changed', context: { messages, memory }, changes: [], reason, noteTokens };
}

function refused(reply: Exclude<Reply, { type: 'text' }>): Outcome {
  switch (reply.type) {
    case 'error':
      return failed('api-error', 'api-error', { what: reply.what });
    case 'aborted':
      return failed('aborted', 'aborted', {});
    case 'too-long':
      return failed('too-long', 'too-long', {});
    default:
      return assertNever(reply);
  }
}

function failed(kind: FailureKind, code: string, values: Reason['values']): Outcome {
  return { type: 'failed', failure: { kind, reason: { rule: 'N3', code, values } } };
}

function n2(code: string, values: Reason['values']): Reason {
  return { rule: 'N2', code, values };
}
