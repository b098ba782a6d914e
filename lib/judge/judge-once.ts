import type { AskModel, Waiting } from '../api/ask-model';
import { type SentFigures, sentTogether } from '../api/sent-figures';
import type { StreamOutcome } from '../api/stream-message';
import { assertNever } from '../base/assert-never';
import type { Failure } from '../base/failure';
import type { JsonObject } from '../base/json';
import { fail, type Result } from '../base/result';
import { answerRequest, verdictRequest } from './judge-requests';
import type { Probe } from './probe';
import { readAnswers, readVerdict } from './read-verdict';
import type { Answers, Trial } from './trial';

export interface JudgeQuestion {
  readonly model: string;
  readonly probes: readonly Probe[];
  /** Masked. */
  readonly summary: string;
  /** Given before, when only the verdict is missing: they are not paid for again. */
  readonly answers?: Answers;
}

export type TrialProgress =
  /** A request goes out. */
  | { readonly type: 'asking' }
  | ({ readonly type: 'waiting' } & Waiting)
  /** A request has come to its end. */
  | { readonly type: 'answered' }
  /** Now they are judged. */
  | { readonly type: 'answers'; readonly answers: Answers };

export type TrialOutcome = { readonly sent: SentFigures } & (
  | { readonly type: 'judged'; readonly trial: Trial }
  /** `isFinal`: later requests would fail too. */
  | { readonly type: 'failed'; readonly failure: Failure; readonly isFinal: boolean }
);

export interface Judging {
  readonly askModel: AskModel;
  readonly signal: AbortSignal;
  report(progress: TrialProgress): void;
}

/** Has a model answer the questions from the summary, and then judge the answers. */
export async function judgeOnce(
  { model, probes, summary, answers: given }: JudgeQuestion,
  judging: Judging,
): Promise<TrialOutcome> {
  if (given !== undefined) return verdictOn(model, probes, given, judging);
  const answered = await structured(judging, 'The answers', answerRequest(model, probes, summary), (text) =>
    readAnswers(text, probes),
  );
  if (answered.type === 'failed') return answered;
  judging.report({ type: 'answers', answers: answered.value });
  const judged = await verdictOn(model, probes, answered.value, judging);
  return { ...judged, sent: sentTogether(answered.sent, judged.sent) };
}

async function verdictOn(
  model: string,
  probes: readonly Probe[],
  answers: Answers,
  judging: Judging,
): Promise<TrialOutcome> {
  const judged = await structured(judging, 'The verdict', verdictRequest(model, probes, answers), (text) =>
    readVerdict(text, probes),
  );
  if (judged.type === 'failed') return judged;
  return { type: 'judged', trial: { answers, ...judged.value }, sent: judged.sent };
}

type Structured<Value> =
  | { readonly type: 'read'; readonly value: Value; readonly sent: SentFigures }
  | Extract<TrialOutcome, { readonly type: 'failed' }>;

async function structured<Value>(
  { askModel, signal, report }: Judging,
  name: string,
  body: JsonObject,
  read: (text: string) => Result<Value>,
): Promise<Structured<Value>> {
  const { outcome, sent } = await askModel(body, {
    signal,
    onEvent: (event) => {
      if (event.type === 'asking' || event.type === 'waiting') report(event);
    },
  });
  if (outcome.type === 'failed') {
    const { what, advice } = outcome.failure;
    return { type: 'failed', failure: { what, advice }, isFinal: true, sent };
  }
  report({ type: 'answered' });
  const value = toolInputOf(outcome, read);
  if (value.ok) return { type: 'read', value: value.value, sent };
  const failure = {
    what: `${name} could not be read: ${value.error}.`,
    advice: 'This attempt does not count. Judge again, or choose another model.',
  };
  return { type: 'failed', failure, isFinal: false, sent };
}

function toolInputOf<Value>(
  { ending, answer: { toolInput } }: Extract<StreamOutcome, { readonly type: 'answered' }>,
  read: (text: string) => Result<Value>,
): Result<Value> {
  switch (ending) {
    case 'cut':
    case 'window-full':
      return fail('it was cut off');
    case 'refused':
      return fail('the model declined');
    case 'whole':
    case 'part-read':
    case 'empty':
      return toolInput === undefined ? fail('the model did not use the requested format') : read(toolInput);
    default:
      return assertNever(ending);
  }
}
