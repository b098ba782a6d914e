import type { Agent } from '../transcript/transcript';
import { codex } from './agents/codex';
import { asRecorded } from './presets/as-recorded';
import { claudeCode20 } from './presets/claude-code-2-0';
import { claudeCode21 } from './presets/claude-code-2-1';
import { claudeCodeCurrent } from './presets/claude-code-current';
import { claudeCodePublic } from './presets/claude-code-public';
import { everythingOn } from './presets/everything-on';
import { none } from './presets/none';
import { playground } from './presets/playground';
import { playgroundMemory } from './presets/playground-memory';
import { teachingV5 } from './presets/teaching-v5';
import { tutorial } from './presets/tutorial';
import { compareVersions, type Policy } from './shape/policy';

/** The presets. A new one is one file and one line here. */
export const policies: readonly Policy[] = [
  asRecorded,
  claudeCode20,
  claudeCode21,
  claudeCodeCurrent,
  claudeCodePublic,
  everythingOn,
  teachingV5,
  tutorial,
  codex,
  playground,
  playgroundMemory,
  none,
];

export function policyById(id: string): Policy | undefined {
  return policies.find((policy) => policy.id === id);
}

/** From a version on, in the order of versions. */
interface OwnPolicy {
  readonly from?: string;
  readonly policy: Policy;
}

const BY_AGENT: ReadonlyMap<string, readonly OwnPolicy[]> = new Map([
  ['Claude Code', [{ policy: asRecorded }]],
  ['Codex CLI', [{ policy: codex }]],
]);

/** [W9] What predicts the compactions of an agent in its version; undefined if its rules are not known. */
export function policyOfAgent(agent: Agent | undefined): Policy | undefined {
  const own = agent === undefined ? [] : (BY_AGENT.get(agent.name) ?? []);
  const { version } = agent ?? {};
  return own.findLast(({ from }) => from === undefined || version === undefined || compareVersions(version, from) >= 0)
    ?.policy;
}
