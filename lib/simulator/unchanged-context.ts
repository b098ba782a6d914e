import type { ContextMessage, Edits } from '../layers/context';
import { ContextLedger } from './context-ledger';
import type { Loss } from './losses';
import { recordedMessages } from './recorded-messages';
import { type FeedListener, RecordingFeed } from './recording-feed';
import type { ReplayMode } from './replay';
import type { ReplayMaterial } from './replay-material';

/** The sizes of a context that no layer has changed, call by call. */
export interface UnchangedContext {
  /** Of each call, whole tokens. Following, the recorded ones. */
  readonly used: Float64Array;
  /** What stands before the messages: what the messages, as they are weighed, leave of `used`. */
  readonly systemTokens: Float64Array;
}

/**
 * Following, it is the recorded context. Free, it grows as the recording grew from call to call; where the recording was
 * compacted, by the messages that came in since the call before, and by nothing that the compaction put there.
 */
export function unchangedContext(material: ReplayMaterial, mode: ReplayMode): UnchangedContext {
  const { recorded, transcript } = material;
  const isFollowing = mode === 'following';
  const isOwnCount = transcript.usageCountedBy === 'highwater';
  const { systemWeight } = recorded.weights;
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
  let tokensBefore = 0;
  let isAhead = false;
  for (let call = 0; call < used.length; call++) {
    // The boundary stands before the request for its summary, and the context is another one only with the call after that.
    const isBehindRequest = material.calls.isCompactionRequest[call - 1] === 1;
    const isCompacted = feed.moveToCall(call) || isBehindRequest;
    if (adopts) ledger.replace(recordedMessages(material, call, ledger.messages));
    adopts = false;
    const recordedNow = recorded.timeline.used[call] ?? 0;
    const usedBefore = used[call - 1] ?? 0;
    isAhead ||= isCompacted;
    if (isFollowing || call === 0) used[call] = recordedNow;
    else if (isAhead && isOwnCount) used[call] = ledger.tokens + systemWeight;
    else if (isCompacted) used[call] = Math.max(0, Math.round(usedBefore + ledger.tokens - tokensBefore));
    else used[call] = Math.max(0, usedBefore + recordedNow - (recorded.timeline.used[call - 1] ?? 0));
    // Our own count is whole in the recording, and its parts are not: what is left of it is not exact.
    systemTokens[call] = isOwnCount ? systemWeight : Math.max(0, (used[call] ?? 0) - ledger.tokens);
    tokensBefore = ledger.tokens;
    const reply = feed.takeReply(call);
    if (reply !== undefined) ledger.add(reply);
  }
  return { used, systemTokens };
}

export function lossEdits(loss: Loss, messages: readonly ContextMessage[]): Edits {
  return messages.flatMap((before, place) => {
    const message = loss.of(before);
    return message === before ? [] : [{ place, message }];
  });
}
