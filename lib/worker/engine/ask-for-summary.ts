import type { AskEvent, AskModel } from '../../api/ask-model';
import { endingWords } from '../../api/ending-words';
import { replyOf } from '../../api/reply-of';
import { type SentFigures, sentTogether } from '../../api/sent-figures';
import type { Failure } from '../../base/failure';
import { optional } from '../../base/optional';
import type { Ask, Reply } from '../../layers/shape/layer';
import { summaryRequest } from '../../prompts/summary-request';
import type { Compacted } from '../../simulator/explain/compaction';
import type { ReplayMaterial } from '../../simulator/recorded/replay-material';
import { maskedAsk } from '../asked/masked-ask';
import type { CompactionProgress, CompactionRequest } from './compaction-messages';

export interface SummaryAsking {
  readonly request: CompactionRequest;
  readonly model: string;
  readonly askModel: AskModel;
  /** Aborted, there is what had come by then. */
  readonly signal: AbortSignal;
  report(progress: CompactionProgress): void;
}

/** A compaction that has come to its end, whoever wrote the summary. */
export interface Answered {
  /** The newest answer, its scratch part included; empty where none was a text. */
  readonly text: string;
  /** Missing where asking failed: what had come by then was paid for. */
  readonly compacted?: Compacted;
  /** What is wrong with the text, or why there is none. */
  readonly problem?: Failure;
  readonly sent?: SentFigures;
}

/** Has a model answer all that a compaction asks: [F4] with a shorter request where one was too long. */
export async function askForSummary(
  work: Generator<Ask, Compacted, Reply>,
  material: ReplayMaterial,
  { request, model, askModel, signal, report }: SummaryAsking,
): Promise<Answered> {
  const { prompt, scratchTag, maxTokens } = request;
  let answered: Omit<Answered, 'compacted'> = { text: '' };
  let step = work.next();
  for (let tryNumber = 1; !step.done; tryNumber++) {
    const ask = maskedAsk(material, step.value);
    const body = summaryRequest(ask, { text: prompt, ...optional('focus', ask.focus) }, { model, maxTokens });
    const progress = new SummaryProgress(tryNumber, report);
    const { outcome, sent: took } = await askModel(body, { signal, onEvent: (event) => progress.add(event) });
    progress.end();
    const sent = sentTogether(answered.sent, took);
    if (outcome.type === 'failed' && outcome.failure.kind !== 'too-long') {
      const { what, advice } = outcome.failure;
      return { text: outcome.answer.text, problem: { what, advice }, sent };
    }
    const reply = replyOf(outcome);
    const isWhole = outcome.type === 'failed' || outcome.ending === 'whole';
    const problem = isWhole ? undefined : endingWords(outcome.ending);
    answered = { text: reply.type === 'text' ? reply.text : answered.text, sent, ...optional('problem', problem) };
    step = work.next(reply.type === 'text' ? { ...reply, scratchTag } : reply);
  }
  return { ...answered, compacted: step.value };
}

/** Text comes in hundreds of small pieces; to tell of each would keep the page from doing anything else. */
const TELL_EVERY_MS = 50;

class SummaryProgress {
  private text = '';
  private firstTokenMs: number | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly tryNumber: number,
    private readonly report: (progress: CompactionProgress) => void,
  ) {}

  add(event: AskEvent): void {
    switch (event.type) {
      case 'asking':
        this.tell();
        return;
      case 'first-token':
        this.firstTokenMs = event.timeMs;
        break;
      case 'text':
        this.text += event.text;
        break;
      case 'waiting':
        this.end();
        this.report(event);
        return;
      default:
        return;
    }
    this.timer ??= setTimeout(() => this.tell(), TELL_EVERY_MS);
  }

  end(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private tell(): void {
    this.timer = undefined;
    const { tryNumber, text, firstTokenMs } = this;
    this.report({ type: 'asking', tryNumber, text, ...optional('firstTokenMs', firstTokenMs) });
  }
}
