import { type Failure, Refusal } from '../base/failure';
import { policyOfAgent } from '../policies/index';
import type { Policy } from '../policies/shape/policy';
import { lossesOfRecording } from '../simulator/explain/losses-of-recording';
import { modelError } from '../simulator/explain/model-error';
import type { Simulation } from '../simulator/pipeline/simulation';
import { recordedBill } from '../simulator/recorded/recorded-bill';
import { type ReplayMaterial, replayMaterial } from '../simulator/recorded/replay-material';
import { peakOf } from '../simulator/recorded/summary-of';
import type { OwnLayers } from '../simulator/replay/own-answers';
import { replay } from '../simulator/replay/replay';
import { replayWithMisses } from '../simulator/replay/replay-with-misses';
import { summarizerFor } from '../simulator/replay/replies';
import { ValuedRecording } from '../simulator/replay/valued-recording';
import { firstTimeMs } from '../transcript/summarise';
import type { Transcript } from '../transcript/transcript';
import { rowKey } from './row-key';
import { namedPolicy, type RowPolicy } from './row-policy';
import {
  ENGINE_VERSION,
  ROW_VERSION,
  type RowCounts,
  type RowError,
  type RowFigures,
  type RowSession,
  type SessionRow,
} from './session-row';

export interface RowRequest {
  readonly policies: readonly RowPolicy[];
  readonly counts: RowCounts;
}

/**
 * The rows of one file, policy by policy, each as soon as it is known. What one replay trips over is said in its row, and
 * the others go on.
 */
export function* rowsOf(
  transcripts: readonly Transcript[],
  contentHash: string,
  { policies, counts }: RowRequest,
  answered?: AnsweredOutside,
): Generator<SessionRow> {
  for (const [place, transcript] of rowTranscripts(transcripts).entries()) {
    const recording = new Recording(transcript, counts);
    const session = recording.session(contentHash, place);
    for (const policy of policies)
      yield row(
        session,
        policy,
        counts,
        outcomeOf(() => recording.figures(policy, answered?.(place, policy))),
      );
  }
}

/** For a file that could not be read, with what is known of it. */
export function failedRow(
  contentHash: string,
  title: string,
  policy: RowPolicy,
  counts: RowCounts,
  failure: NonNullable<SessionRow['failure']>,
): SessionRow {
  const session: RowSession = {
    hash: contentHash,
    place: 0,
    agentId: null,
    title,
    format: 'unknown',
    agent: null,
    agentVersion: null,
    models: [],
    startedMs: null,
    calls: 0,
    error: null,
  };
  return row(session, policy, counts, { figures: null, failure });
}

type Outcome = Pick<SessionRow, 'figures' | 'failure'>;

function row(session: RowSession, given: RowPolicy, counts: RowCounts, outcome: Outcome): SessionRow {
  const policy = namedPolicy(given);
  const key = rowKey(session, policy, counts);
  return { version: ROW_VERSION, engine: ENGINE_VERSION, key, session, policy, ...outcome };
}

/** What a compactor from outside answered, asked before; or why that says nothing about its session. */
export type AnsweredOutside = (place: number, policy: RowPolicy) => OutsideReplay | Failure | undefined;

export interface OutsideReplay {
  readonly policy: Policy;
  readonly own: OwnLayers;
}

/** By place: each session of a file, followed by its sub-agents. */
export function rowTranscripts(transcripts: readonly Transcript[]): readonly Transcript[] {
  return transcripts.flatMap((transcript) => [transcript, ...rowTranscripts(transcript.children)]);
}

function outcomeOf(figures: () => RowFigures): Outcome {
  try {
    return { figures: figures(), failure: null };
  } catch (error) {
    if (error instanceof Refusal) return { figures: null, failure: { what: error.what, advice: error.advice } };
    const what = `The replay failed: ${error instanceof Error ? error.message : String(error)}`;
    return { figures: null, failure: { what, advice: 'Please report this with the command that you used.' } };
  }
}

/** What all policies of a session share is made once, and only what is asked for. */
class Recording {
  private readonly material: ReplayMaterial;
  private valued: ValuedRecording | undefined;

  constructor(
    private readonly transcript: Transcript,
    private readonly counts: RowCounts,
  ) {
    this.material = replayMaterial(transcript);
  }

  session(hash: string, place: number): RowSession {
    const { agentId, title, format, agent, models, calls } = this.transcript;
    return {
      hash,
      place,
      agentId: agentId ?? null,
      title: title ?? 'Untitled session',
      format,
      agent: agent?.name ?? null,
      agentVersion: agent?.version ?? null,
      models: [...models],
      startedMs: firstTimeMs(this.transcript) ?? null,
      calls: calls.length,
      error: this.counts.error ? this.error() : null,
    };
  }

  figures({ policy: given, replies, outside }: RowPolicy, answered: OutsideReplay | Failure | undefined): RowFigures {
    if (given === undefined) return this.recorded();
    if (answered !== undefined && 'what' in answered) throw new Refusal(answered.what, answered.advice);
    if (outside !== undefined && answered === undefined) {
      throw new Refusal('A compactor from outside cannot be asked here.', 'Use --compactor without --queue.');
    }
    const { policy, ...own } = answered ?? { policy: given };
    const summarizer = summarizerFor(replies, this.material);
    if (!this.counts.losses) return figuresOf(replay(this.material, policy, summarizer, own), null);
    const simulation = replayWithMisses(this.values, policy, summarizer, own);
    return figuresOf(simulation, simulation.misses);
  }

  private recorded(): RowFigures {
    const { transcript, recorded } = this.material;
    const bill = recordedBill(this.material);
    return {
      cost: bill?.cost ?? null,
      compactions: transcript.boundaries.filter(({ kind }) => kind === 'full').length,
      modelCalls: bill?.calls ?? transcript.calls.length,
      peakTokens: peakOf(recorded.timeline),
      sentTokens: bill?.sent ?? null,
      cacheReadTokens: bill?.cacheRead ?? null,
      outputTokens: bill?.output ?? null,
      neededLater: this.counts.losses ? lossesOfRecording(this.values).misses : null,
      deadAtCall: null,
      blockedAtCall: null,
      gaveUpAtCall: null,
    };
  }

  private error(): RowError | null {
    const policy = policyOfAgent(this.transcript.agent);
    if (policy === undefined) return null;
    // As in the page: what its summaries cost follows from their recorded lengths.
    const summarizer = summarizerFor({ type: 'recorded' }, this.material);
    const { compactions, exact, extra, costOff, summaries } = modelError(this.material, policy, summarizer);
    return {
      recordedCompactions: compactions,
      exactCompactions: exact,
      extraCompactions: extra,
      costOff: costOff ?? null,
      unrecordedSummaries: summaries.cost,
    };
  }

  private get values(): ValuedRecording {
    this.valued ??= new ValuedRecording(this.material);
    return this.valued;
  }
}

function figuresOf(
  { compactions, totals, deadAt, blockedAt, thrash }: Simulation,
  neededLater: number | null,
): RowFigures {
  const { cost, modelCalls, peak, sent, cacheRead, output } = totals;
  return {
    cost: cost.known > 0 && cost.unknown === 0 ? cost.dollars : null,
    compactions: compactions.length,
    modelCalls,
    peakTokens: peak,
    sentTokens: sent,
    cacheReadTokens: cacheRead,
    outputTokens: output,
    neededLater,
    deadAtCall: deadAt ?? null,
    blockedAtCall: blockedAt ?? null,
    gaveUpAtCall: thrash?.call ?? null,
  };
}
