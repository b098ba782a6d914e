import type { Transcript } from '../../transcript/transcript';
import { nameToolResults } from '../read/name-tool-results';
import type { Thread } from './thread';

type FromThread = 'messages' | 'calls' | 'models' | 'boundaries' | 'events' | 'hooks' | 'system' | 'warnings';

export function transcriptOf(thread: Thread, facts: Omit<Transcript, FromThread>): Transcript {
  const calls = thread.calls();
  return {
    ...facts,
    system: [],
    messages: nameToolResults(thread.messages()),
    calls,
    models: [...new Set(calls.flatMap((call) => call.model ?? []))],
    boundaries: thread.boundaries,
    events: thread.events,
    ...(thread.hooks.length > 0 && { hooks: thread.hooks }),
    warnings: [],
  };
}
