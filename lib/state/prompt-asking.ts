import { endingWords } from '../api/ending-words';
import { replyOf } from '../api/reply-of';
import type { Answer, StreamOptions, StreamOutcome } from '../api/stream-message';
import { retryWait, waitBeforeRetry } from '../api/wait-before-retry';
import type { JsonObject } from '../base/json';
import { optional } from '../base/optional';
import { withoutScratch } from '../layers/without-scratch';
import { summaryRequest } from '../prompts/summary-request';
import type { Usage } from '../transcript/transcript';
import type { engine } from '../worker/client';
import type { CompactionAsk, CompactionOutcome, CompactionPlace } from '../worker/compaction-messages';
import type { Failure } from './failure';
import type { ModelWriter, RunState, SentFigures } from './prompt-run';

export interface AskingParts {
  readonly engine: Pick<typeof engine, 'ask'>;
  /** Asks once. */
  stream(body: JsonObject, options: StreamOptions): Promise<StreamOutcome>;
}

/** Why it was stopped: nobody looks at that cut any more, and another session may be open already. */
export const LEFT = 'left';

interface Asking {
  /** The engine's name of the compaction. */
  readonly id: string;
  readonly place: CompactionPlace;
  readonly writer: ModelWriter;
  /** The first, which the user has seen and agreed to. */
  readonly ask: CompactionAsk;
  readonly signal: AbortSignal;
  show(state: RunState): void;
}

/** Text comes in hundreds of small pieces; to show each would keep the page from doing anything else. */
const SHOW_EVERY_MS = 50;

/** Has a summary written by a model: with a shorter request where one was too long, and after a wait where the API wants it. */
export async function askForSummary(parts: AskingParts, asking: Asking): Promise<RunState> {
  const { id, signal, show } = asking;
  let { ask } = asking;
  let sent: SentFigures | undefined;
  let refusals = 0;
  for (;;) {
    const outcome = await streamed(parts, asking, ask);
    sent = withAnswer(sent, outcome.answer);
    if (outcome.type === 'failed' && outcome.failure.kind !== 'too-long') {
      const { failure, answer } = outcome;
      const wait = answer.text === '' ? retryWait(failure, refusals) : undefined;
      if (wait === undefined) return brokenOff(parts, asking, failure, answer, sent);
      refusals += 1;
      const waited = await waitBeforeRetry(wait.waitMs, {
        signal,
        onTick: (leftMs) => show({ type: 'waiting', leftMs, isAskedFor: wait.isAskedFor, failure }),
      });
      if (waited === 'cancelled') return brokenOff(parts, asking, failure, answer, sent);
      continue;
    }
    const reply = replyOf(outcome);
    const step = await parts.engine.ask('compaction-answer', { id, tryNumber: ask.tryNumber, reply });
    if (step.type === 'ended') return endedState(step.outcome, { sent, problem: endingOf(outcome) });
    ask = step.ask;
  }
}

async function streamed(
  { stream }: AskingParts,
  { writer, signal, show }: Asking,
  { tryNumber, focus, ...conversation }: CompactionAsk,
): Promise<StreamOutcome> {
  const body = summaryRequest(conversation, { text: writer.promptText, ...optional('focus', focus) }, writer);
  let text = '';
  let firstTokenMs: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const showText = () => {
    timer = undefined;
    show({ type: 'asking', tryNumber, text, ...optional('firstTokenMs', firstTokenMs) });
  };
  showText();
  const outcome = await stream(body, {
    signal,
    onEvent: (event) => {
      if (event.type === 'first-token') firstTokenMs = event.timeMs;
      if (event.type !== 'text') return;
      text += event.text;
      timer ??= setTimeout(showText, SHOW_EVERY_MS);
    },
  });
  clearTimeout(timer);
  return outcome;
}

interface Ending {
  readonly sent?: SentFigures | undefined;
  /** What is wrong with a text that there is. */
  readonly problem?: Failure | undefined;
}

/** A compaction that has come to its end, whoever wrote the summary. */
export function endedState(outcome: CompactionOutcome, { sent, problem }: Ending = {}): RunState {
  const figures = optional('sent', sent);
  if (outcome.type === 'compacted') {
    const { written, tokensBefore: before, tokensAfter: after } = outcome;
    return {
      type: 'ended',
      result: {
        ...written,
        context: { before, after },
        after: outcome.after,
        ...figures,
        ...optional('problem', problem),
      },
    };
  }
  const failure = problem ?? failureIn(outcome);
  if (outcome.written === undefined) return { type: 'failed', failure, ...figures };
  return { type: 'ended', result: { ...outcome.written, ...figures, problem: failure } };
}

function failureIn({ kind, what }: Extract<CompactionOutcome, { readonly type: 'failed' }>): Failure {
  const sentence = `${what.slice(0, 1).toUpperCase()}${what.slice(1).replace(/\.$/, '')}.`;
  return {
    what: sentence,
    advice:
      kind === 'no-recorded-summary'
        ? 'Choose a call near a recorded compaction, or another writer.'
        : 'Choose another call, or another prompt.',
  };
}

/** What had come by then was paid for: it is kept, marked, and scored. */
async function brokenOff(
  { engine }: AskingParts,
  { id, place, writer, signal }: Asking,
  failure: Failure,
  answer: Answer,
  sent: SentFigures,
): Promise<RunState> {
  const text = withoutScratch(answer.text);
  const { what, advice } = failure;
  const isLookedAt = signal.reason !== LEFT;
  if (isLookedAt) await engine.ask('compaction-drop', { id });
  if (text === '') return { type: 'failed', failure: { what, advice }, sent };
  const summary = { place, summary: text, prompt: writer.promptText };
  const scores = isLookedAt ? await engine.ask('score-summary', summary) : [];
  const tokens = answer.usage?.output ?? 0;
  return { type: 'ended', result: { text, tokens, scores, sent, problem: { what, advice } } };
}

function endingOf(outcome: StreamOutcome): Failure | undefined {
  return outcome.type === 'answered' && outcome.ending !== 'whole' ? endingWords(outcome.ending) : undefined;
}

function withAnswer(sum: SentFigures | undefined, answer: Answer): SentFigures {
  const { usage, dollars, timeMs, firstTokenMs } = answer;
  if (sum === undefined) {
    return {
      timeMs,
      tries: 1,
      ...optional('usage', usage),
      ...optional('dollars', dollars),
      ...optional('firstTokenMs', firstTokenMs),
    };
  }
  return {
    timeMs: sum.timeMs + timeMs,
    tries: sum.tries + 1,
    ...optional('usage', addUsage(sum.usage, usage)),
    ...optional('dollars', added(sum.dollars, dollars)),
    ...optional('firstTokenMs', firstTokenMs ?? sum.firstTokenMs),
  };
}

/** A try that was refused says no figures, and costs nothing. */
function added(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : a + b;
}

function addUsage(a: Usage | undefined, b: Usage | undefined): Usage | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return {
    input: a.input + b.input,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite5m: a.cacheWrite5m + b.cacheWrite5m,
    cacheWrite1h: a.cacheWrite1h + b.cacheWrite1h,
    output: a.output + b.output,
  };
}
