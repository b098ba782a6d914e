import type { SentFigures } from '../../api/sent-figures';
import type { StreamOptions, StreamOutcome } from '../../api/stream-message';
import { assertNever } from '../../base/assert-never';
import type { Failure } from '../../base/failure';
import type { JsonObject } from '../../base/json';
import { fail, type Result } from '../../base/result';
import { answerRequest, verdictRequest } from '../../judge/judge-requests';
import type { Probe } from '../../judge/probe';
import { readAnswers, readVerdict } from '../../judge/read-verdict';
import type { Trial } from '../../judge/trial';
import { askPatiently, type Waiting } from '../prompts/patient-asking';

export interface Judging {
  readonly model: string;
  readonly probes: readonly Probe[];
  /** Masked. */
  readonly summary: string;
  readonly signal: AbortSignal;
  stream(body: JsonObject, options: StreamOptions): Promise<StreamOutcome>;
  /** Before each request, and after a wait; `undefined` where nothing is waited for. */
  onWait(waiting: Waiting | undefined): void;
  /** A request has come to its end. */
  onAnswered(): void;
  /** What was sent for this summary before. */
  readonly before: SentFigures | undefined;
}

export type TrialOutcome = { readonly sent: SentFigures } & (
  | { readonly type: 'judged'; readonly trial: Trial }
  /** `isFinal`: what comes after it would fail too. */
  | { readonly type: 'failed'; readonly failure: Failure; readonly isFinal: boolean }
);

/** Has a model answer the questions from the summary, and then judge the answers. */
export async function judgeOnce(judging: Judging): Promise<TrialOutcome> {
  const { model, probes, summary, before } = judging;
  const answered = await structured(judging, 'The answers', answerRequest(model, probes, summary), before, (text) =>
    readAnswers(text, probes),
  );
  if (answered.type === 'failed') return answered;
  const answers = answered.value;
  const judged = await structured(
    judging,
    'The verdict',
    verdictRequest(model, probes, answers),
    answered.sent,
    (text) => readVerdict(text, probes),
  );
  if (judged.type === 'failed') return judged;
  return { type: 'judged', trial: { answers, ...judged.value }, sent: judged.sent };
}

type Structured<Value> =
  | { readonly type: 'read'; readonly value: Value; readonly sent: SentFigures }
  | Extract<TrialOutcome, { readonly type: 'failed' }>;

async function structured<Value>(
  { stream, signal, onWait, onAnswered }: Judging,
  name: string,
  body: JsonObject,
  before: SentFigures | undefined,
  read: (text: string) => Result<Value>,
): Promise<Structured<Value>> {
  const ask = () => {
    onWait(undefined);
    return stream(body, { signal });
  };
  const { outcome, sent } = await askPatiently(ask, { signal, onWait, before });
  if (outcome.type === 'failed') {
    const { what, advice } = outcome.failure;
    return { type: 'failed', failure: { what, advice }, isFinal: true, sent };
  }
  onAnswered();
  const value = toolInputOf(outcome, read);
  if (value.ok) return { type: 'read', value: value.value, sent };
  const failure = {
    what: `${name} could not be read: ${value.error}.`,
    advice: 'It counts as no verdict. Judge again, or choose another model.',
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
    case 'empty':
      return toolInput === undefined ? fail('the model wrote something else') : read(toolInput);
    default:
      return assertNever(ending);
  }
}
