import { optional } from '../base/optional';
import type { Ask, Reply } from '../layers/shape/layer';
import type { MessageCounter } from '../tokens/counters';
import { isContinuationSummary } from '../transcript/reminder';
import { summaryMessage } from '../transcript/summary-message';
import type { Message, RecordedFork, Transcript } from '../transcript/transcript';
import type { Moment, Summarizer } from './summarizer';

/** A recorded summary further away than this describes another state of the work. */
const NEAR_CALLS = 10;

/**
 * The recorded reply to this request of the recording's own layers, if there is one; else the recorded summary near the
 * cut, or that of `otherwise`.
 */
export function recorded(transcript: Transcript, counter: MessageCounter, otherwise: Summarizer): Summarizer {
  const summaries = recordedSummaries(transcript);
  const { forks = [] } = transcript;
  return {
    id: 'recorded',
    knows: (ask, moment) => told(forks, ask, moment) !== undefined,
    reply(ask, moment) {
      const own = told(forks, ask, moment);
      if (own !== undefined) return own;
      const [nearest] = summaries
        .map(({ call, message }) => ({ message, away: Math.abs(call - moment.call) }))
        .filter(({ away }) => away <= NEAR_CALLS)
        .sort((a, b) => a.away - b.away);
      if (nearest === undefined) return otherwise.reply(ask, moment);
      const tokens = Math.max(1, Math.round(counter.messageTokens(nearest.message)));
      return { type: 'text', text: summaryText(nearest.message), tokens };
    },
  };
}

/** A summary that the file has, and the call that its compaction precedes. */
export interface RecordedSummary {
  /** The number of calls, if none follows. */
  readonly call: number;
  readonly message: Message;
}

/** Of all recorded compactions, in their order. */
export function recordedSummaries(transcript: Transcript): readonly RecordedSummary[] {
  return transcript.boundaries.flatMap((boundary) => {
    const message = summaryMessage(boundary, transcript.messages);
    if (boundary.kind !== 'full' || message === undefined) return [];
    const call = transcript.calls.findIndex(({ at }) => at >= boundary.at);
    return [{ call: call === -1 ? transcript.calls.length : call, message }];
  });
}

/** Blank if only the provider can read it. */
export function summaryText({ parts }: Pick<Message, 'parts'>): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : '')).join('\n');
}

/** [K16] Only what was written: in recorded requests, instructions, restored files and the next prompt are in the same message. */
export function writtenSummary(message: Pick<Message, 'parts'>): string {
  const own = message.parts.find((part) => part.kind === 'text' && isContinuationSummary(part.text));
  return own?.kind === 'text' ? own.text : summaryText(message);
}

function told(forks: readonly RecordedFork[], ask: Ask, moment: Moment): Reply | undefined {
  const fork = recordedFork(forks, ask, moment);
  if (fork === undefined) return undefined;
  const { text, tokens, usage, gapTokens, failure = 'it was not answered' } = fork;
  if (text !== undefined) return { type: 'text', text, tokens: tokens ?? usage?.output ?? 0 };
  if (fork.isTooLong === true) return { type: 'too-long', ...optional('gapTokens', gapTokens) };
  return { type: 'error', what: failure };
}

/**
 * Of several at one call, the one for the same messages: a layer retries with fewer, or asks span by span. Of several
 * interrupted ones for the same messages, the one with the same retry number.
 */
export function recordedFork(
  forks: readonly RecordedFork[],
  { type, context: { messages }, retry = 0 }: Ask,
  { call }: Moment,
): RecordedFork | undefined {
  const [first, last] = [messages[0]?.message.id, messages.at(-1)?.message.id];
  const same = forks.filter(
    (each) =>
      each.call === call && each.purpose === type && each.firstMessageId === first && each.lastMessageId === last,
  );
  return same[retry] ?? same.at(-1);
}
