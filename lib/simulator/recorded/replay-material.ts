import { atOnce, type Steps } from '../../base/steps/steps';
import { type CacheEvidence, cacheEvidenceInSteps } from '../../economics/recorded-cache';
import { limitsOf, type ModelLimits } from '../../economics/window-of';
import type { ContextMessage } from '../../layers/shape/context';
import { recordedContextInSteps } from '../../layers/shape/made-message';
import { type Calibration, calibrateInSteps } from '../../tokens/calibrated';
import type { MessageCounter } from '../../tokens/counters';
import { roughMessage } from '../../tokens/rough';
import { compactionRequestsOf, sideCallsOf } from '../../tokens/side-calls';
import type { Message, MessageId, Transcript } from '../../transcript/transcript';
import { isFollowing, type ReplayMode } from '../pipeline/replay-mode';
import { type Loss, lossesOf } from './losses';
import { type RecordedTimeline, recordedTimelineInSteps } from './recorded-timeline';
import { SentBeginnings } from './sent-beginning';
import { peakOf } from './summary-of';
import { type UnchangedContext, unchangedContext } from './unchanged-context';
import { UnfiledMessages } from './unfiled-messages';

/** Read-only data that every replay of a recording needs: computed once, and shared by all replays of a sweep. */
export interface ReplayMaterial {
  readonly transcript: Transcript;
  readonly limits: ModelLimits;
  readonly recorded: RecordedTimeline;
  /** The messages of the recording with their measured tokens. */
  readonly messages: readonly ContextMessage[];
  readonly rough: Float64Array;
  /** [T5] Conversation that is not in the file. */
  readonly unfiled: UnfiledMessages;
  /** [T5] By call, if the same messages have another weight from there on. */
  readonly losses: ReadonlyMap<number, Loss>;
  /** Whether a call loses something or adds something that is not in the file, to skip the lookup elsewhere. */
  readonly isUneven: Uint8Array;
  /** The context as long as no layer changes it. */
  unchanged(mode: ReplayMode): UnchangedContext;
  /** What takes long of it is done only once. */
  unchangedInSteps(mode: ReplayMode): Steps<UnchangedContext>;
  /** Messages that only exist because the recording compacted: a replay that does not must not send them. */
  readonly isConsequence: Uint8Array;
  readonly calls: CallColumns;
  readonly beginnings: SentBeginnings;
  /** [E1] [E2] The recorded cache use and bill. */
  readonly cache: CacheEvidence;
  readonly byId: ReadonlyMap<MessageId, Message>;
  /** For content that a layer adds. */
  readonly counter: MessageCounter;
}

/** What a replay reads about each call, separate from the calls, which are large and scattered in memory. */
export interface CallColumns {
  /** Messages before it. */
  readonly at: Int32Array;
  readonly timeMs: readonly (number | undefined)[];
  readonly models: readonly string[];
  /** It carried something other than the conversation. */
  readonly isAside: Uint8Array;
  /** Of these, the recorded summary requests: a replay that does not compact there does not make them. */
  readonly isCompactionRequest: Uint8Array;
  /** The message at this index is the first of its reply. */
  readonly hasReply: Uint8Array;
}

export function replayMaterial(transcript: Transcript): ReplayMaterial {
  return atOnce(replayMaterialInSteps(transcript));
}

export function* replayMaterialInSteps(transcript: Transcript): Steps<ReplayMaterial> {
  const calibration = yield* calibrateInSteps(transcript, limitsOf(transcript).tokensFactor);
  const recorded = yield* recordedTimelineInSteps(transcript, calibration);
  const limits = limitsOf(transcript, peakOf(recorded.timeline));
  const { weights } = recorded;
  const counter = counterOf(calibration);
  const unfiled = new UnfiledMessages(transcript, weights, counter);
  const losses = lossesOf(transcript, weights, unfiled);
  const messages = yield* recordedContextInSteps(
    transcript.messages,
    (_, part, at) => weights.whenAdded[(weights.parts.start[at] ?? 0) + part] ?? 0,
  );
  const rough = yield* roughOf(transcript);
  const cache = yield* cacheEvidenceInSteps(transcript);
  const made = new Map<boolean, UnchangedContext>();
  const material: ReplayMaterial = {
    transcript,
    limits,
    recorded,
    messages,
    byId: new Map(transcript.messages.map((message) => [message.id, message])),
    rough,
    unfiled,
    losses,
    isUneven: Uint8Array.from(transcript.calls, (_, call) => (losses.has(call) || unfiled.at(call).length > 0 ? 1 : 0)),
    unchanged: (mode) => made.get(isFollowing(mode)) ?? atOnce(material.unchangedInSteps(mode)),
    *unchangedInSteps(mode) {
      const follows = isFollowing(mode);
      const unchanged = made.get(follows) ?? (yield* unchangedContext(material, mode));
      made.set(follows, unchanged);
      return unchanged;
    },
    isConsequence: consequences(transcript),
    calls: callColumns(transcript),
    beginnings: new SentBeginnings(transcript, calibration),
    cache,
    counter,
  };
  return material;
}

function* roughOf({ messages }: Transcript): Steps<Float64Array> {
  const rough = new Float64Array(messages.length);
  for (const [at, message] of messages.entries()) {
    rough[at] = roughMessage(message);
    yield;
  }
  return rough;
}

function callColumns(transcript: Transcript): CallColumns {
  const { calls, messages } = transcript;
  const aside = sideCallsOf(transcript);
  const requests = compactionRequestsOf(transcript);
  return {
    isAside: Uint8Array.from(calls, (call) => (aside.has(call) ? 1 : 0)),
    isCompactionRequest: Uint8Array.from(calls, (call) => (requests.has(call) ? 1 : 0)),
    at: Int32Array.from(calls, ({ at }) => at),
    timeMs: calls.map(({ timeMs }) => timeMs),
    models: calls.map(({ model }) => model ?? ''),
    hasReply: Uint8Array.from(calls, ({ at, id }) => (messages[at]?.callId === id ? 1 : 0)),
  };
}

function counterOf(calibration: Calibration): MessageCounter {
  return {
    messageTokens: (message) => calibration.messageTokens(message),
    partTokens: (part) => calibration.partTokens(part),
  };
}

const NO_ID = '' as MessageId;

/**
 * The summary after a recorded compaction, whatever its role, and what was restored with it: everything before the
 * summary, and after it up to the next prompt or reply.
 */
function consequences(transcript: Transcript): Uint8Array {
  const marks = new Uint8Array(transcript.messages.length);
  for (const { kind, at, contextMessageIds, summaryMessageId } of transcript.boundaries) {
    // At the start of a file, there is nothing that could be sent instead.
    if (kind !== 'full' || at === 0) continue;
    if (contextMessageIds !== undefined) {
      const after = new Set(contextMessageIds);
      for (let index = at; after.has(transcript.messages[index]?.id ?? NO_ID); index++) marks[index] = 1;
      continue;
    }
    const summary = summaryFrom(transcript, at, summaryMessageId);
    for (let index = at; index < transcript.messages.length; index++) {
      const message = transcript.messages[index];
      if (message === undefined || (index > summary && isOfAgent(message))) break;
      marks[index] = 1;
    }
  }
  return marks;
}

/** After its boundary, with no reply in between; otherwise before the boundary. */
function summaryFrom({ messages }: Transcript, at: number, id: MessageId | undefined): number {
  if (id === undefined) return at - 1;
  for (let index = at; index < messages.length && messages[index]?.callId === undefined; index++) {
    if (messages[index]?.id === id) return index;
  }
  return at - 1;
}

/** Prompts, replies and tool results: they would have come anyway. */
function isOfAgent({ kind, role }: Message): boolean {
  return kind === 'prompt' || kind === 'tool-results' || (role === 'assistant' && kind !== 'summary');
}
