import type { ModelAsker } from '../../api/model-asker';
import { type Failure, Refusal } from '../../base/failure';
import { optional } from '../../base/optional';
import { sentence } from '../../base/sentence';
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
import { type Compacted, type CompactionSource, compaction, staysAfter } from '../../simulator/explain/compaction';
import { nextSource, recordedSource, sourceAtStep } from '../../simulator/explain/compaction-sources';
import { cutBetween } from '../../simulator/explain/cut-between';
import { sizeBefore } from '../../simulator/pipeline/gate';
import type { ReplayMaterial } from '../../simulator/recorded/replay-material';
import { offline } from '../../summarizers/offline';
import { recorded } from '../../summarizers/recorded';
import { scripted } from '../../summarizers/scripted';
import type { Moment, Summarizer } from '../../summarizers/summarizer';
import { builtInCalibration } from '../../tokens/calibrated';
import type { Part } from '../../transcript/transcript';
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
  WrittenSummary,
} from './compaction-messages';
import { judgeMaterial } from './judge-material';
import { listedScores } from './listed-scores';
import { maskedAsk } from './masked-ask';
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
  report(progress: CompactionProgress): void;
}

/** Of what was paid for, scores are wanted even where the page has gone on. */
const NEVER_ABORTED = new AbortController().signal;

const noRecordedSummary = {
  none: 'The recording has no summary near this call.',
  hidden: 'The recording was compacted near this call, but the file does not have the words of the summary.',
} as const;

const OTHER_SOURCE = 'Choose another source, or a call near a compaction with a recorded summary.';

const RECORDING: SimulationChoice = { policy: claudeCode21, mode: 'recorded', replies: { type: 'recorded' } };

type CompactRequest = CompactionRequests['compact']['request'];

/** Compactions of the open session, from what is to be asked to what is left and how it scores. */
export class Compactions {
  /** Of the place that is looked at. */
  private readonly ended = new Map<string, Ended>();
  /** Who answers at once what is asked. */
  private readonly writers;
  private looked: { readonly place: string; readonly source: CompactionSource } | undefined;

  constructor(
    private readonly material: ReplayMaterial,
    private readonly simulations: Simulations,
    private readonly values: SessionValues,
  ) {
    const { transcript, counter } = material;
    this.writers = {
      offline: offline(counter),
      recorded: recorded(transcript, counter, scripted({ type: 'aborted' })),
    };
  }

  point({ place }: CompactionRequests['compaction-point']['request']): CompactionPoint {
    const { call, messages, tokens } = this.sourceOf(place);
    const model = this.material.transcript.calls[call]?.model;
    return {
      messages: messages.length,
      tokens,
      ...(model === undefined ? {} : { model }),
      hasRecordedSummary: this.recordedSummary(call) === 'text',
    };
  }

  /** Told from a compaction that goes as far as its first question. */
  preview(request: CompactionRequest): CompactionPreview {
    const step = this.begin(request, this.sourceOf(request.place)).next();
    if (step.done) return { type: 'failed', failure: failureIn(step.value) };
    const { messages, tokens, focus, secretsMasked } = maskedAsk(this.material, step.value);
    return { type: 'asks', messages: messages.length, tokens, secretsMasked, ...optional('focus', focus) };
  }

  async compact(request: CompactRequest, by: CompactedBy): Promise<CompactionOutcome> {
    const { writer } = request;
    const source = this.sourceOf(request.place);
    const work = this.begin(request, source);
    if (writer.type === 'model') {
      const { model, key } = writer;
      const answered = await askForSummary(work, this.material, { ...by, request, model, askModel: by.askerFor(key) });
      return this.outcome(request, source, answered);
    }
    await this.values.prepare(by.signal);
    // Nothing is begun for somebody who has gone meanwhile.
    by.signal.throwIfAborted();
    const there = writer.type === 'recorded' ? this.recordedSummary(source.call) : 'text';
    if (there !== 'text') return { type: 'failed', failure: { what: noRecordedSummary[there], advice: OTHER_SOURCE } };
    return this.outcome(request, source, answeredAtOnce(work, this.writers[writer.type], source));
  }

  score({ place, summary, ...asked }: CompactionRequests['score-summary']['request']): readonly ListedScore[] {
    return this.scores(this.sourceOf(place), summary, asked);
  }

  judged({ place, summaries, questions }: CompactionRequests['judge-material']['request']): JudgeMaterial {
    return judgeMaterial(
      this.material.transcript,
      this.values.index,
      this.cutAt(this.sourceOf(place)),
      summaries,
      questions,
    );
  }

  /** Hidden summaries are those that only the provider can read. */
  private recordedSummary(call: number): 'text' | 'hidden' | 'none' {
    const nothing: Ask = {
      type: 'summary',
      context: { messages: [] },
      instruction: '',
      sharesCache: true,
      maxTokens: 0,
    };
    const reply = this.writers.recorded.reply(nothing, { call });
    if (reply.type !== 'text') return 'none';
    return reply.text.trim() === '' ? 'hidden' : 'text';
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
    // What fits the session's growth best may well count its few words of prose as nothing.
    const tokens = Math.round(builtInCalibration.partTokens({ kind: 'text', text }));
    return { text, tokens, scores: this.scores(source, text, asked) };
  }

  /** Of the summary alone: restored content is the same whoever writes it. */
  private scores(source: CompactionSource, summary: string, asked: AskedPrompt): readonly ListedScore[] {
    const { prompt, scratchTag } = asked;
    const cut = this.cutAt(source);
    const made: readonly Part[] = [{ kind: 'text', text: summary }, ...cut.made];
    return listedScores(scoreCut(this.values.index, { ...cut, made }, { prompt, scratchTag }));
  }

  private cutAt(source: CompactionSource): Cut {
    const { messages, at } = source;
    const isSent = (message: number) => this.material.isConsequence[message] !== 1;
    return { ...cutBetween(messages, staysAfter(source), this.simulations.indexes), later: { from: at, isSent } };
  }

  private sourceOf(place: CompactionPlace): CompactionSource {
    const { calls } = this.material.transcript;
    if (calls[place.call] === undefined) throw new Error(`Call ${place.call} of ${calls.length} was asked for`);
    if (place.type === 'round') return this.roundSource(place);
    const text = JSON.stringify(place);
    if (this.looked?.place !== text) {
      this.ended.clear();
      this.looked = { place: text, source: this.lookFor(place) };
    }
    return this.looked.source;
  }

  private lookFor(place: Exclude<CompactionPlace, { readonly type: 'round' }>): CompactionSource {
    if (place.type === 'recording') {
      const source = recordedSource(this.material, this.simulations.stepTo(RECORDING, place.call));
      return this.asCompacted(source, RECORDING);
    }
    const { call, choice } = place;
    const source = sourceAtStep(this.material, this.simulations.stepTo(choice, call), choice.policy, choice.pinned);
    return this.asCompacted(source, choice);
  }

  /** Where it was compacted anyway, it has the size that is shown of that compaction. */
  private asCompacted(source: CompactionSource, choice: SimulationChoice): CompactionSource {
    const { changes } = this.simulations.simulated(choice);
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
