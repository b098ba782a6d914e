import type { MessageCounter } from '../tokens/counters';
import type { Boundary, Message, Transcript } from '../transcript/transcript';
import type { Summarizer } from './summarizer';

/** A recorded summary further away than this tells of another state of the work. */
const NEAR_CALLS = 10;

/** The summary that the recording has near the cut, and what `otherwise` says where there is none. */
export function recorded(transcript: Transcript, counter: MessageCounter, otherwise: Summarizer): Summarizer {
  const summaries = transcript.boundaries.flatMap((boundary) => {
    const message = summaryOf(boundary, transcript);
    if (boundary.kind !== 'full' || message === undefined) return [];
    const call = transcript.calls.findIndex(({ at }) => at >= boundary.at);
    return [{ call: call === -1 ? transcript.calls.length : call, message }];
  });
  return {
    id: 'recorded',
    reply(ask, moment) {
      const [nearest] = summaries
        .map(({ call, message }) => ({ message, away: Math.abs(call - moment.call) }))
        .filter(({ away }) => away <= NEAR_CALLS)
        .sort((a, b) => a.away - b.away);
      if (nearest === undefined) return otherwise.reply(ask, moment);
      const text = nearest.message.parts.map((part) => (part.kind === 'text' ? part.text : '')).join('\n');
      return { type: 'text', text, tokens: Math.max(1, Math.round(counter.messageTokens(nearest.message))) };
    },
  };
}

function summaryOf(boundary: Boundary, transcript: Transcript): Message | undefined {
  const next = transcript.messages[boundary.at];
  if (boundary.summaryMessageId === undefined) return next?.kind === 'summary' ? next : undefined;
  return transcript.messages.find(({ id }) => id === boundary.summaryMessageId);
}
