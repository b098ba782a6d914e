import type { Transcript } from '../../transcript/transcript';
import { inputSide } from '../../transcript/usage';
import type { LiveConversation } from '../run/live-conversation';
import type { ListChange } from './agents-view';

/** [O3] The first list is none. */
export function listChanges({ own, calls, transcript }: LiveConversation): readonly ListChange[] {
  const { systemChanges = [], messages } = transcript;
  const at =
    own.agents === 'in-tool'
      ? systemChanges.flatMap(({ from, tools }) => (tools === undefined ? [] : [from]))
      : messages
          .flatMap(({ kind, origin, parts: [part] }, message) => {
            const isList = kind === 'injected' && origin?.kind === 'agents' && part?.kind === 'text';
            return isList && part.text.startsWith('<system-reminder>') ? [message] : [];
          })
          .slice(1)
          .map((message) => callAfter(transcript, message));
  // One that both changed and was computed after the work is one change.
  return [...new Set(at)].map((call) => {
    const used = calls[call];
    return {
      call,
      readBefore: readBy(calls[call - 1]),
      ...(used !== undefined && { at: { read: readBy(used), sent: inputSide(used.usage) } }),
    };
  });
}

function callAfter({ calls }: Transcript, message: number): number {
  const found = calls.findIndex(({ at }) => at > message);
  return found === -1 ? calls.length : found;
}

/** The script reports no use of the cache. */
export function readBy(call: LiveConversation['calls'][number] | undefined): number {
  if (call === undefined) return 0;
  const { usage, predictedCacheRead } = call;
  return Math.max(usage.cacheRead, Math.min(inputSide(usage), predictedCacheRead));
}
