import type { Transcript } from '../../transcript/transcript';
import type { Asker } from './gate';

/** Agents that Claude Code runs for its own compaction, by how their names begin. */
const OWN_AGENTS: readonly (readonly [string, Asker])[] = [
  ['acompact', 'compaction'],
  ['asession_memory', 'session-memory'],
  ['acollapse', 'collapse'],
];

export function askerOf({ agentId }: Transcript): Asker {
  if (agentId === undefined) return 'main';
  return OWN_AGENTS.find(([start]) => agentId.startsWith(start))?.[1] ?? 'sub-agent';
}
