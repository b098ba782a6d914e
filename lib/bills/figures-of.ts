import { limitFacts } from '../economics/window-of';
import { tallyOf } from '../simulator/recorded/recorded-bill';
import { recordedTimeline } from '../simulator/recorded/recorded-timeline';
import { peakOf } from '../simulator/recorded/summary-of';
import { firstTimeMs } from '../transcript/summarise';
import type { Call, Transcript } from '../transcript/transcript';
import type { AgentFigures, SessionFigures } from './session-figures';

export function figuresOf(transcript: Transcript): SessionFigures {
  return { main: agentFigures(transcript), subAgents: descendants(transcript).map(agentFigures) };
}

export function agentFigures(transcript: Transcript): AgentFigures {
  const { format, contextWindow, models, answeredTokens, seenTokens } = limitFacts(transcript);
  return {
    sessionId: transcript.sessionId ?? null,
    parentSessionId: transcript.parentSessionId ?? null,
    agentId: transcript.agentId ?? null,
    format,
    agent: transcript.agent?.name ?? null,
    agentVersion: transcript.agent?.version ?? null,
    firstMs: firstTimeMs(transcript) ?? null,
    lastMs: lastTimeMs(transcript),
    firstCall: providersId(transcript.calls[0]),
    tally: tallyOf(transcript),
    compactions: transcript.boundaries.filter(({ kind }) => kind === 'full').length,
    contextWindow: contextWindow ?? null,
    models,
    answeredTokens,
    seenTokens,
    // It takes as long as all the rest, and is needed for recordings without usage only.
    countedTokens: answeredTokens > 0 ? null : peakOf(recordedTimeline(transcript).timeline),
  };
}

/** Ids that an importer made are the same in every file. */
function providersId(call: Call | undefined): string | null {
  return call !== undefined && /^(?:msg|resp|chatcmpl)_/.test(call.id) ? call.id : null;
}

function lastTimeMs({ messages, calls }: Transcript): number | null {
  let last: number | undefined;
  for (const { timeMs } of messages) if (timeMs !== undefined && timeMs > (last ?? 0)) last = timeMs;
  for (const { timeMs } of calls) if (timeMs !== undefined && timeMs > (last ?? 0)) last = timeMs;
  return last ?? null;
}

function descendants({ children }: Transcript): readonly Transcript[] {
  return children.flatMap((child) => [child, ...descendants(child)]);
}
