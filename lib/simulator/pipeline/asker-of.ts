import { layers } from '../../layers/index';
import type { Transcript } from '../../transcript/transcript';
import type { Asker } from './gate';

/** Agents that Claude Code runs for its own compaction. */
const OWN_AGENTS = Object.values(layers).flatMap(({ agent }) => agent ?? []);

export function askerOf({ agentId }: Transcript): Asker {
  if (agentId === undefined) return 'main';
  return OWN_AGENTS.find(({ startsWith }) => agentId.startsWith(startsWith))?.isFor ?? 'sub-agent';
}
