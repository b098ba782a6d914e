import { assertNever } from '../../base/assert-never';
import { Refusal } from '../../base/failure';
import { optional } from '../../base/optional';
import { scoreCut } from '../../fidelity/scores/score-cut';
import { partTexts } from '../../fidelity/text/part-texts';
import type { Cut } from '../../fidelity/values/cut';
import { layers } from '../../layers/index';
import type { ContextMessage } from '../../layers/shape/context';
import { tokensOf } from '../../layers/shape/context';
import type { Ask, Reply } from '../../layers/shape/layer';
import { reasonText } from '../../layers/shape/reason';
import { layerByHand } from '../../layers/single-layers';
import { withoutPinned } from '../../layers/summary/summary-span';
import { withoutScratch } from '../../layers/summary/without-scratch';
import { type Compacted, type CompactionSource, compaction } from '../../simulator/explain/compaction';
import { nextSource, recordedSource, sourceAtStep } from '../../simulator/explain/compaction-sources';
import { cutBetween } from '../../simulator/explain/cut-between';
import type { ReplayMaterial } from '../../simulator/recorded/replay-material';
import { offline } from '../../summarizers/offline';
import { recorded } from '../../summarizers/recorded';
import { scripted } from '../../summarizers/scripted';
import { builtInCalibration } from '../../tokens/calibrated';
import type { Part } from '../../transcript/transcript';
import type {
  AskedPrompt,
  CarriedMessage,
  CompactionBegin,
  CompactionOutcome,
  CompactionPlace,
  CompactionPoint,
  CompactionRequests,
  CompactionStep,
  JudgeMaterial,
  ListedScore,
  WrittenSummary,
} from './compaction-messages';
import { judgeMaterial } from './judge-material';
import { listedScores } from './listed-scores';
import { maskedAsk } from './masked-ask';
import type { SessionValues } from './session-values';
import type { Simulations } from './simulations';

interface Begun {
  readonly request: CompactionBegin;
  readonly source: CompactionSource;
  readonly work: Generator<Ask, Compacted, Reply>;
  tries: number;
  /** The latest with a text. */
  reply?: string;
  compacted?: Compacted;
}

const noRecordedSummary = {
  none: 'the recording has no summary near this call',
  hidden: 'the recording was compacted near this call, but the file does not have the words of the summary',
} as const;

/** Compactions of the open session, from the request to the result and its scores. */
export class Compactions {
  private readonly begun = new Map<string, Begun>();
  /** Sources that answer here; a model is called elsewhere. */
  private readonly writers;
  private looked: { readonly place: string; readonly source: CompactionSource } | undefined;

  constructor(
    private readonly material: ReplayMaterial,
    private readonly simulations: Simulations,
    private readonly values: SessionValues,
  ) {
    const { transcript, counter } = material;
    this.writers = {
      model: undefined,
      offline: offline(counter),
      recorded: recorded(transcript, counter, scripted({ type: 'aborted' })),
    };
  }

  point({ place }: CompactionRequests['compaction-point']['request']): CompactionPoint {
    const { call, messages } = this.sourceOf(place);
    const model = this.material.transcript.calls[call]?.model;
    return {
      messages: messages.length,
      tokens: Math.round(tokensOf(messages) + (this.material.unchanged('following').systemTokens[call] ?? 0)),
      ...(model === undefined ? {} : { model }),
      hasRecordedSummary: this.recordedSummary(call) === 'text',
    };
  }

  begin(request: CompactionBegin): CompactionStep {
    const { maxTokens, focus } = request;
    const source = this.sourceOf(request.place);
    if (request.writer === 'recorded') {
      const there = this.recordedSummary(source.call);
      if (there !== 'text') {
        return {
          type: 'ended',
          outcome: { type: 'failed', kind: 'no-recorded-summary', what: noRecordedSummary[there] },
        };
      }
    }
    const work = compaction(this.material, source, { maxTokens, focus });
    const begun: Begun = { request, source, work, tries: 0 };
    this.begun.set(request.id, begun);
    return this.goOn(begun, work.next());
  }

  answer({ id, tryNumber, reply }: CompactionRequests['compaction-answer']['request']): CompactionStep {
    const begun = this.known(id);
    if (begun.compacted !== undefined || begun.tries !== tryNumber) {
      throw new Refusal('This answer arrived too late: the compaction has continued without it.', 'Run it again.');
    }
    return this.goOn(begun, take(begun, reply));
  }

  drop({ id }: CompactionRequests['compaction-drop']['request']): null {
    this.begun.delete(id);
    return null;
  }

  score({ place, summary, ...asked }: CompactionRequests['score-summary']['request']): readonly ListedScore[] {
    return this.scores(this.sourceOf(place), summary, asked);
  }

  judged({ place, summaries }: CompactionRequests['judge-material']['request']): JudgeMaterial {
    return judgeMaterial(this.material.transcript, this.values.index, this.cutAt(this.sourceOf(place)), summaries);
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

  private goOn(begun: Begun, from: IteratorResult<Ask, Compacted>): CompactionStep {
    const writer = this.writers[begun.request.writer];
    let step = from;
    while (!step.done) {
      const ask = step.value;
      begun.tries += 1;
      if (writer === undefined) return { type: 'asks', ask: maskedAsk(this.material, ask, begun.tries) };
      step = take(begun, writer.reply(ask, begun.source));
    }
    begun.compacted = step.value;
    return { type: 'ended', outcome: this.outcome(begun, step.value) };
  }

  private outcome({ request, source, reply }: Begun, compacted: Compacted): CompactionOutcome {
    const text = withoutScratch(reply ?? '', request.scratchTag);
    const written = text === '' ? undefined : this.written(source, text, request);
    switch (compacted.type) {
      case 'compacted': {
        if (written === undefined) throw new Error('Nothing is compacted without a summary');
        const { tokensBefore, tokensAfter, messages } = compacted;
        return { type: 'compacted', written, tokensBefore, tokensAfter, after: messages.map(carried) };
      }
      case 'failed': {
        const { kind, reason } = compacted.failure;
        return {
          type: 'failed',
          kind,
          what: reasonText(reason, layers[layerByHand].reasons),
          ...optional('written', written),
        };
      }
      default:
        return assertNever(compacted);
    }
  }

  private written(source: CompactionSource, text: string, asked: AskedPrompt): WrittenSummary {
    // The counter fitted to the session's growth may count a few words of prose as 0.
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

  private cutAt({ messages, at, pinned }: CompactionSource): Cut {
    const { kept } = withoutPinned([], messages, [], pinned);
    const isSent = (message: number) => this.material.isConsequence[message] !== 1;
    return { ...cutBetween(messages, kept, this.simulations.indexes), later: { from: at, isSent } };
  }

  private sourceOf(place: CompactionPlace): CompactionSource {
    const { calls } = this.material.transcript;
    if (calls[place.call] === undefined) throw new Error(`Call ${place.call} of ${calls.length} was asked for`);
    if (place.type === 'round') return this.roundSource(place);
    const text = JSON.stringify(place);
    if (this.looked?.place !== text) this.looked = { place: text, source: this.lookFor(place) };
    return this.looked.source;
  }

  private lookFor(place: Exclude<CompactionPlace, { readonly type: 'round' }>): CompactionSource {
    if (place.type === 'recording') return recordedSource(this.material, place.call);
    const { call, choice } = place;
    return sourceAtStep(this.material, this.simulations.stepTo(choice, call), choice.policy, choice.pinned);
  }

  private roundSource({ call, compaction: id }: Extract<CompactionPlace, { readonly type: 'round' }>) {
    const { source, compacted } = this.known(id);
    if (compacted?.type !== 'compacted') {
      throw new Refusal('No further round: the previous one has no result.', 'Run the previous round first.');
    }
    if (call <= source.call) {
      throw new Refusal(
        `The round before was compacted at call ${source.call + 1}, and this one would be at call ${call + 1}.`,
        'Choose a later call.',
      );
    }
    return nextSource(this.material, source, compacted.messages, call);
  }

  private known(id: string): Begun {
    const begun = this.begun.get(id);
    if (begun !== undefined) return begun;
    throw new Refusal('This compaction is no longer in memory.', 'Run it again.');
  }
}

function take(begun: Begun, reply: Reply): IteratorResult<Ask, Compacted> {
  if (reply.type !== 'text') return begun.work.next(reply);
  begun.reply = reply.text;
  return begun.work.next({ ...reply, scratchTag: begun.request.scratchTag });
}

function carried({ message: { role, kind, parts }, tokens }: ContextMessage): CarriedMessage {
  return { role, kind, tokens: Math.round(tokens), text: parts.flatMap((part) => [...partTexts(part)]).join('\n') };
}
