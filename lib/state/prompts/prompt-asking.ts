import { endingWords } from '../../api/ending-words';
import { replyOf } from '../../api/reply-of';
import type { SentFigures } from '../../api/sent-figures';
import type { Answer, StreamOptions, StreamOutcome } from '../../api/stream-message';
import type { Failure } from '../../base/failure';
import type { JsonObject } from '../../base/json';
import { optional } from '../../base/optional';
import { withoutScratch } from '../../layers/summary/without-scratch';
import { summaryRequest } from '../../prompts/summary-request';
import type { engine } from '../../worker/engine/client';
import type { CompactionAsk, CompactionOutcome, CompactionPlace } from '../../worker/engine/compaction-messages';
import { textTokens } from '../shared/text-tokens';
import { askPatiently } from './patient-asking';
import type { ModelWriter, RunState } from './prompt-run';

export interface AskingParts {
  readonly engine: Pick<typeof engine, 'ask'>;
  /** Asks once. */
  stream(body: JsonObject, options: StreamOptions): Promise<StreamOutcome>;
}

/** Why it was stopped: nobody looks at that session any more, and another may be open already. */
export const LEFT = 'left';
/** Another cut or another prompt is looked at, of the same session. */
export const MOVED = 'moved';

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
  for (;;) {
    const current = ask;
    const asked = await askPatiently(() => streamed(parts, asking, current), {
      signal,
      onWait: (wait) => show({ type: 'waiting', ...wait }),
      before: sent,
    });
    const { outcome } = asked;
    sent = asked.sent;
    if (outcome.type === 'failed' && outcome.failure.kind !== 'too-long') {
      return brokenOff(parts, asking, outcome.failure, outcome.answer, sent);
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
      else if (event.type === 'text') text += event.text;
      else return;
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
        ? 'Choose another source, or a call near a compaction with a recorded summary.'
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
  const text = withoutScratch(answer.text, writer.scratchTag);
  const { what, advice } = failure;
  const isOpen = signal.reason !== LEFT;
  if (isOpen) await engine.ask('compaction-drop', { id });
  if (text === '') return { type: 'failed', failure: { what, advice }, sent };
  const summary = { place, summary: text, prompt: writer.promptText, scratchTag: writer.scratchTag };
  // The round before, whose context it summed up, has left the engine with it.
  const isThere = isOpen && (signal.reason !== MOVED || place.type !== 'round');
  const scores = isThere ? await engine.ask('score-summary', summary) : [];
  return { type: 'ended', result: { text, tokens: textTokens(text), scores, sent, problem: { what, advice } } };
}

function endingOf(outcome: StreamOutcome): Failure | undefined {
  return outcome.type === 'answered' && outcome.ending !== 'whole' ? endingWords(outcome.ending) : undefined;
}
