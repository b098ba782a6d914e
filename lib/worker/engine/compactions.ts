import type { ModelAsker } from '../../api/asker/model-asker';
import { type Failure, Refusal } from '../../base/failure';
import { optional } from '../../base/optional';
import { sentence } from '../../base/sentence';
import { atOnce } from '../../base/steps/steps';
import { type ComparedScore, compareScores } from '../../fidelity/comparison/compare-scores';
import type { Score } from '../../fidelity/scores/score';
import { scoreCut } from '../../fidelity/scores/score-cut';
import { partTexts } from '../../fidelity/text/part-texts';
import type { Cut } from '../../fidelity/values/cut';
import { layers } from '../../layers/index';
import type { ContextMessage } from '../../layers/shape/context';
import type { Ask, Reply } from '../../layers/shape/layer';
import { reasonText } from '../../layers/shape/reason';
import { layerByHand } from '../../layers/single-layers';
import { withoutScratch } from '../../layers/summary/without-scratch';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { policyOfCall } from '../../policies/shape/earlier-policy';
import { summaryRequest } from '../../prompts/summary-request';
import { type Compacted, type CompactionSource, compaction, staysAfter } from '../../simulator/explain/compaction';
import { nextSource, recordedSource, sourceAtStep } from '../../simulator/explain/compaction-sources';
import { cutBetween } from '../../simulator/explain/cut-between';
import { sizeBefore } from '../../simulator/pipeline/gate';
import type { ReplayMaterial } from '../../simulator/recorded/replay-material';
import type { ReplayProgress, ReplaySteps } from '../../simulator/replay/replay';
import { offline } from '../../summarizers/offline';
import { recordedSummaries, writtenSummary } from '../../summarizers/recorded';
import { scripted } from '../../summarizers/scripted';
import type { Moment, Summarizer } from '../../summarizers/summarizer';
import { builtInCalibration } from '../../tokens/calibrated';
import type { Part } from '../../transcript/transcript';
import { maskedAsk, maskedAskInSteps } from '../asked/masked-ask';
import { answeredInBatch } from '../batches/answered-in-batch';
import { firstOfEach } from '../wire/first-of-each';
import { type InSteps, NEVER_ABORTED } from '../wire/in-slices';
import { type Answered, askForSummary } from './ask-for-summary';
import type {
  AskedPrompt,
  CarriedMessage,
  CompactionOutcome,
  CompactionPlace,
  CompactionPoint,
  CompactionPreview,
  CompactionProgress,
  CompactionRequest,
  CompactionRequests,
  JudgeMaterial,
  ListedScore,
  SummaryBody,
  WrittenSummary,
} from './compaction-messages';
import { judgeMaterial } from './judge-material';
import { listedScores } from './listed-scores';
import type { SimulationChoice } from './messages';
import type { SessionValues } from './session-values';
import type { Simulations } from './simulations';

/** What a further round goes on from. */
interface Ended {
  readonly source: CompactionSource;
  readonly left: readonly ContextMessage[];
}

export interface CompactedBy {
  readonly signal: AbortSignal;
  readonly askerFor: ModelAsker;
  readonly inSteps: InSteps;
  report(progress: CompactionProgress): void;
}

const HIDDEN = 'The recording was compacted before this call, but the file does not have the words of the summary.';
const OTHER_SOURCE = 'Choose another source, or a compaction with a recorded summary.';

/** [K16] */
const NOT_IN_FILE: Failure = {
  what: 'What was compacted before this call is not in the file.',
  advice: 'Nothing can be scored here. Choose another call.',
};

const RECORDING: SimulationChoice = { policy: claudeCode21, mode: 'recorded', replies: { type: 'recorded' } };

type CompactRequest = CompactionRequests['compact']['request'];

/** Compactions of the open session, from what is to be asked to what is left and how it scores. */
export class Compactions {
  /** Of the place that is looked at. */
  private readonly ended = new Map<string, Ended>();
  private readonly offline: Summarizer;
  /** Of the recording. Blank ones can only be read by the provider. */
  private readonly summaries: readonly { readonly call: number; readonly text: string }[];
  private looked: { readonly place: string; readonly source: CompactionSource } | undefined;

  constructor(
    private readonly material: ReplayMaterial,
    private readonly simulations: Simulations,
    private readonly values: SessionValues,
  ) {
    const { transcript, counter } = material;
    this.offline = offline(counter);
    this.summaries = recordedSummaries(transcript).map(({ call, message }) => ({
      call,
      text: writtenSummary(message),
    }));
  }

  *point({ place }: CompactionRequests['compaction-point']['request']): ReplaySteps<CompactionPoint> {
    const { call, messages, tokens } = yield* this.goingTo(place);
    const model = this.material.transcript.calls[call]?.model;
    const near = this.nearestSummary(call);
    const recordedSummary = near && { call: near.call, isOwn: this.isOwn(place, near.call) };
    return {
      messages: messages.length,
      tokens,
      ...optional('model', model),
      ...optional('recordedSummary', recordedSummary),
    };
  }

  /** Told from a compaction that goes as far as its first question. */
  *preview(request: CompactionRequest): Generator<ReplayProgress | undefined, CompactionPreview> {
    const source = yield* this.goingTo(request.place);
    if (this.isNotInFile(request.place)) return { type: 'failed', failure: NOT_IN_FILE };
    const step = this.begin(request, source).next();
    if (step.done) return { type: 'failed', failure: failureIn(step.value) };
    const { messages, tokens, toolTokens, focus, secretsMasked } = yield* maskedAskInSteps(this.material, step.value);
    return { type: 'asks', messages: messages.length, tokens, toolTokens, secretsMasked, ...optional('focus', focus) };
  }

  /** [V8] */
  body(request: CompactionRequests['summary-body']['request']): SummaryBody {
    const source = this.sourceOf(request.place);
    if (this.isNotInFile(request.place)) return { type: 'failed', failure: NOT_IN_FILE };
    const step = this.begin(request, source).next();
    if (step.done) return { type: 'failed', failure: failureIn(step.value) };
    const { model, maxTokens, prompt } = request;
    const ask = maskedAsk(this.material, step.value);
    const asked = { text: prompt, ...optional('focus', ask.focus) };
    const body = JSON.stringify(summaryRequest(ask, asked, { model, maxTokens, isCached: false }));
    return { type: 'asks', body, bytes: new Blob([body]).size };
  }

  async compact(request: CompactRequest, by: CompactedBy): Promise<CompactionOutcome> {
    const { writer } = request;
    const isPaid = writer.type === 'model' || writer.type === 'batch';
    const source = await by.inSteps(this.goingTo(request.place), isPaid ? NEVER_ABORTED : by.signal);
    if (this.isNotInFile(request.place)) return this.withoutSource(request);
    const work = this.begin(request, source);
    if (isPaid) {
      const { model } = writer;
      const askModel = writer.type === 'model' ? by.askerFor(writer.key) : answeredInBatch(writer.outcome);
      const answered = await askForSummary(work, this.material, { ...by, request, model, askModel });
      return this.outcome(request, source, answered);
    }
    await this.values.prepare(by.signal);
    // Nothing is begun for somebody who has gone meanwhile.
    by.signal.throwIfAborted();
    if (writer.type === 'recorded') return this.byRecording(request, source, writer.isBorrowed === true);
    if (writer.type === 'offline') return this.outcome(request, source, answeredAtOnce(work, this.offline, source));
    return this.outcome(request, source, answeredAtOnce(work, this.saying(writer.text), source));
  }

  score({ place, summary, ...asked }: CompactionRequests['score-summary']['request']): readonly ListedScore[] {
    return listedScores(this.scores(this.sourceOf(place), summary, asked));
  }

  /** [K15] */
  compare({ place, texts }: CompactionRequests['compare-summaries']['request']): readonly ComparedScore[] {
    const source = this.sourceOf(place);
    const scores = texts.map(({ summary, ...asked }) => this.scores(source, summary, asked));
    return compareScores(scores).map((score) => ({
      ...score,
      items: firstOfEach(score.items, ({ counts }) => counts.join()),
    }));
  }

  judged({ place, summaries, questions }: CompactionRequests['judge-material']['request']): JudgeMaterial {
    const { index, ruleEdits } = this.values;
    return judgeMaterial(this.material.transcript, index, this.cutAt(this.sourceOf(place)), summaries, {
      own: questions,
      ruleEdits,
    });
  }

  /** [K16] Only that of this very compaction is put in the place of what it summarised, and scored. */
  private byRecording(request: CompactRequest, source: CompactionSource, isBorrowed: boolean) {
    const { place } = request;
    const own = this.summaries.find(({ call }) => this.isOwn(place, call));
    if (own !== undefined && own.text.trim() !== '') {
      return this.outcome(request, source, answeredAtOnce(this.begin(request, source), this.saying(own.text), source));
    }
    const near = this.nearestSummary(source.call);
    if (near === undefined || !isBorrowed) return { type: 'failed', failure: missingSummary(own, near) } as const;
    const written = { text: near.text, tokens: textTokens(near.text), scores: [] };
    return { type: 'failed', failure: borrowed(near.call, source.call), written } as const;
  }

  /** [K16] A file may start with a compaction, as its only trace of what was before. */
  private isNotInFile(place: CompactionPlace): boolean {
    const { boundaries } = this.material.transcript;
    return (
      place.type === 'recording' && place.call === 0 && boundaries.some(({ kind, at }) => kind === 'full' && at === 0)
    );
  }

  private withoutSource({ writer }: CompactRequest): CompactionOutcome {
    const own = writer.type === 'recorded' ? this.summaries.find(({ call }) => call === 0) : undefined;
    if (own === undefined || own.text.trim() === '') return { type: 'failed', failure: NOT_IN_FILE };
    const written = { text: own.text, tokens: textTokens(own.text), scores: [] };
    return { type: 'failed', failure: NOT_IN_FILE, written };
  }

  private saying(text: string): Summarizer {
    const tokens = Math.max(1, Math.round(this.material.counter.partTokens({ kind: 'text', text })));
    return scripted({ type: 'text', text, tokens });
  }

  /** With a text. */
  private nearestSummary(call: number) {
    const away = (each: { readonly call: number }) => Math.abs(each.call - call);
    const [nearest] = this.summaries.filter(({ text }) => text.trim() !== '').sort((a, b) => away(a) - away(b));
    return nearest;
  }

  /** [K16] In a further round: if no compaction of the recording is left out. Its own context then is what it covers. */
  private isOwn(place: CompactionPlace, summary: number): boolean {
    if (place.type === 'simulation' || place.call !== summary) return false;
    const from = place.type === 'round' ? (this.ended.get(place.compaction)?.source.call ?? -1) : place.call - 1;
    return this.summaries.filter(({ call }) => call > from && call <= place.call).length === 1;
  }

  private begin({ maxTokens, focus }: CompactionRequest, source: CompactionSource) {
    return compaction(this.material, source, { maxTokens, focus });
  }

  private async outcome(
    request: CompactRequest,
    source: CompactionSource,
    answered: Answered,
  ): Promise<CompactionOutcome> {
    const { compacted, problem } = answered;
    const text = withoutScratch(answered.text, request.scratchTag);
    const written = text === '' ? undefined : await this.written(source, text, request);
    const sent = optional('sent', answered.sent);
    if (compacted?.type === 'compacted') {
      if (written === undefined) throw new Error('Nothing is compacted without a summary');
      const { tokensBefore, tokensAfter, messages } = compacted;
      this.ended.set(request.id, { source, left: messages });
      const after = messages.map(carried);
      return { type: 'compacted', written, tokensBefore, tokensAfter, after, ...sent, ...optional('problem', problem) };
    }
    const failure = problem ?? failureIn(compacted);
    return { type: 'failed', failure, ...sent, ...optional('written', written) };
  }

  private async written(source: CompactionSource, text: string, asked: AskedPrompt): Promise<WrittenSummary> {
    await this.values.prepare(NEVER_ABORTED);
    return { text, tokens: textTokens(text), scores: listedScores(this.scores(source, text, asked)) };
  }

  /** Of the summary alone: restored content is the same whoever writes it. */
  private scores(source: CompactionSource, summary: string, asked: AskedPrompt): readonly Score[] {
    const { prompt, scratchTag } = asked;
    const cut = this.cutAt(source);
    const made: readonly Part[] = [{ kind: 'text', text: summary }, ...cut.made];
    const { index, ruleEdits } = this.values;
    return scoreCut(index, { ...cut, made }, { prompt, scratchTag, ruleEdits });
  }

  private cutAt(source: CompactionSource): Cut {
    const { messages, at } = source;
    const isSent = (message: number) => this.material.isConsequence[message] !== 1;
    return {
      ...cutBetween(messages, staysAfter(this.material, source), this.simulations.indexes),
      later: { from: at, isSent },
    };
  }

  private sourceOf(place: CompactionPlace): CompactionSource {
    return atOnce(this.goingTo(place));
  }

  private *goingTo(place: CompactionPlace): ReplaySteps<CompactionSource> {
    const { calls } = this.material.transcript;
    if (calls[place.call] === undefined) throw new Error(`Call ${place.call} of ${calls.length} was asked for`);
    if (place.type === 'round') return this.roundSource(place);
    const text = JSON.stringify(place);
    if (this.looked?.place === text) return this.looked.source;
    const source = yield* this.lookingFor(place);
    // Another may have been here meanwhile.
    if (this.looked?.place === text) return this.looked.source;
    this.ended.clear();
    this.looked = { place: text, source };
    return source;
  }

  private *lookingFor(place: Exclude<CompactionPlace, { readonly type: 'round' }>): ReplaySteps<CompactionSource> {
    if (place.type === 'recording') {
      const source = recordedSource(this.material, yield* this.simulations.steppingTo(RECORDING, place.call));
      // Its context has the summary, which would be compared with itself.
      const filed = this.isNotInFile(place) ? { ...source, messages: [] } : source;
      return yield* this.asCompacted(filed, RECORDING);
    }
    const { call, choice } = place;
    const step = yield* this.simulations.steppingTo(choice, call);
    const source = sourceAtStep(this.material, step, policyOfCall(choice, call), choice.pinned);
    return yield* this.asCompacted(source, choice);
  }

  /** Where it was compacted anyway, it has the size that is shown of that compaction. */
  private *asCompacted(source: CompactionSource, choice: SimulationChoice): ReplaySteps<CompactionSource> {
    const { changes } = yield* this.simulations.latestOf(choice);
    const change = changes.find(({ call, turn }) => call === source.call && turn === 'gate');
    return change === undefined ? source : { ...source, tokens: Math.round(sizeBefore(change)) };
  }

  private roundSource({ call, compaction: id }: Extract<CompactionPlace, { readonly type: 'round' }>) {
    const before = this.ended.get(id);
    if (before === undefined) {
      throw new Refusal('No further round: the previous one has no result here.', 'Run the previous round first.');
    }
    const { source, left } = before;
    if (call <= source.call) {
      throw new Refusal(
        `The round before was compacted at call ${source.call + 1}, and this one would be at call ${call + 1}.`,
        'Choose a later call.',
      );
    }
    return nextSource(this.material, source, left, call);
  }
}

function answeredAtOnce(work: Generator<Ask, Compacted, Reply>, writer: Summarizer, at: Moment): Answered {
  let text = '';
  let step = work.next();
  while (!step.done) {
    const reply = writer.reply(step.value, at);
    if (reply.type === 'text') text = reply.text;
    step = work.next(reply);
  }
  return { text, compacted: step.value };
}

function missingSummary(own: object | undefined, near: { readonly call: number } | undefined): Failure {
  if (own !== undefined) return { what: HIDDEN, advice: OTHER_SOURCE };
  if (near === undefined) return { what: 'The file has no recorded summary.', advice: 'Choose another source.' };
  return {
    what: `No summary was recorded here. The nearest is of the compaction before call ${near.call + 1}.`,
    advice: 'Go to that call, borrow its summary, or choose another source.',
  };
}

function borrowed(from: number, call: number): Failure {
  const covers = from < call ? 'it does not cover the messages since then' : 'it also covers later messages';
  return {
    what: `Borrowed from the compaction before call ${from + 1}: ${covers}.`,
    advice: 'It was made from another context, so it is not scored here.',
  };
}

/** What fits a session's growth best may well count its few words of prose as nothing. */
function textTokens(text: string): number {
  return Math.round(builtInCalibration.partTokens({ kind: 'text', text }));
}

function failureIn(compacted: Compacted | undefined): Failure {
  if (compacted?.type !== 'failed') throw new Error('A compaction without a result says why');
  const { reason } = compacted.failure;
  return {
    what: sentence(reasonText(reason, layers[layerByHand].reasons)),
    advice: 'Choose another call, or another prompt.',
  };
}

function carried({ message: { role, kind, parts }, tokens }: ContextMessage): CarriedMessage {
  return { role, kind, tokens: Math.round(tokens), text: parts.flatMap((part) => [...partTexts(part)]).join('\n') };
}
