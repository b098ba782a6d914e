import type { Steps } from '../../base/steps/steps';
import type { ContextMessage, Edits } from '../../layers/shape/context';
import { ContextLedger } from '../pipeline/context-ledger';
import { isFollowing as follows, type ReplayMode } from '../pipeline/replay-mode';
import type { Loss } from './losses';
import { recordedMessages } from './recorded-messages';
import { type FeedListener, RecordingFeed } from './recording-feed';
import type { ReplayMaterial } from './replay-material';
import { reweighed } from './unfiled-messages';

/** The sizes of a context that no layer has changed, call by call. */
export interface UnchangedContext {
  /** Whole tokens of each call. When following, the recorded ones. */
  readonly used: Float64Array;
  /** The size before the messages: `used` minus the weighed messages. */
  readonly systemTokens: Float64Array;
  /** [Y3] The same before the call was prepared, if a compaction replaced it. */
  readonly systemBefore: Float64Array;
  /** The rounding error, negative: with it, system prompt and messages add up to `used` exactly. */
  readonly roundedOff: Float64Array;
  /**
   * [L5] By call, the share of their weight that the messages must lose, because they would weigh more than was sent.
   */
  readonly fitting: ReadonlyMap<number, number>;
}

/**
 * When following, it is the recorded context. Free, it grows like the recording from call to call; at a recorded
 * compaction, by the messages since the previous call, and by nothing that the compaction added. Pauses after each call.
 */
export function* unchangedContext(material: ReplayMaterial, mode: ReplayMode): Steps<UnchangedContext> {
  const { recorded, transcript } = material;
  const isFollowing = follows(mode);
  const isOwnCount = transcript.usageCountedBy === 'highwater';
  const { systemWeight, systemByCall } = recorded.weights;
  const ledger = new ContextLedger(new Set());
  let adopts = false;
  const listener: FeedListener = {
    entered: (message: ContextMessage) => ledger.add(message),
    rewound: (dropped) => ledger.replace(ledger.messages.filter(({ message }) => !dropped.has(message.id))),
    compacted: () => {
      adopts = isFollowing;
    },
    lost: (loss) => ledger.edit(lossEdits(loss, ledger.messages), true),
  };
  const feed = new RecordingFeed(material, listener, isFollowing);
  const used = new Float64Array(transcript.calls.length);
  const systemTokens = new Float64Array(transcript.calls.length);
  const roundedOff = new Float64Array(transcript.calls.length);
  const fitting = new Map<number, number>();
  let tokensBefore = 0;
  let isAhead = false;
  /** The call from which the next one grows. */
  let before: number | undefined;
  let isCompacted = false;
  for (let call = 0; call < used.length; call++) {
    const isRequest = material.calls.isCompactionRequest[call] === 1;
    isCompacted = feed.moveToCall(call) || isCompacted;
    if (adopts) ledger.replace(recordedMessages(material, call, ledger.messages));
    adopts = false;
    const recordedNow = recorded.timeline.used[call] ?? 0;
    isAhead ||= isCompacted;
    if (!isFollowing && isAhead && isOwnCount)
      used[call] = ledger.tokens + (systemByCall?.prepared[call] ?? systemWeight);
    else if (isFollowing || before === undefined) used[call] = recordedNow;
    else {
      const growth = isCompacted ? ledger.tokens - tokensBefore : recordedNow - (recorded.timeline.used[before] ?? 0);
      const grown = Math.round((used[before] ?? 0) + growth);
      // The rest is negative if the recording loses more than this context ever had: then both are equal.
      used[call] = grown > 0 ? grown : recordedNow;
    }
    const left = () => (used[call] ?? 0) - ledger.tokens;
    if (!isOwnCount && left() <= -1) {
      const factor = (used[call] ?? 0) / ledger.tokens;
      ledger.edit(fittingEdits(material, factor, ledger.messages), true);
      fitting.set(call, factor);
    }
    // Our own count is an integer in the recording, but its parts are not, so the rest is not exact.
    systemTokens[call] = isOwnCount ? (systemByCall?.sent[call] ?? systemWeight) : Math.max(0, left());
    if (!isOwnCount) roundedOff[call] = Math.min(0, left());
    if (!isRequest) {
      before = call;
      isCompacted = false;
      tokensBefore = ledger.tokens;
    }
    const reply = feed.takeReply(call);
    if (reply !== undefined) ledger.add(reply);
    yield;
  }
  const systemBefore = isOwnCount ? (systemByCall?.prepared ?? systemTokens) : systemTokens;
  return { used, systemTokens, systemBefore, roundedOff, fitting };
}

/** What layers added keeps the size that they gave it. */
export function fittingEdits({ unfiled }: ReplayMaterial, factor: number, messages: readonly ContextMessage[]): Edits {
  return messages.flatMap((before, place) => {
    const isRecorded = before.recordedAt !== undefined || unfiled.cameWith(before.message.id) !== undefined;
    return isRecorded ? [{ place, message: reweighed(before, factor) }] : [];
  });
}

export function lossEdits(loss: Loss, messages: readonly ContextMessage[]): Edits {
  return messages.flatMap((before, place) => {
    const message = loss.of(before);
    return message === before ? [] : [{ place, message }];
  });
}
