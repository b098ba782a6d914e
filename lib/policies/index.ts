import { pruneLayer } from '../layers/single-layers';
import type { Agent } from '../transcript/transcript';
import { aider } from './agents/aider';
import { anthropicApi } from './agents/anthropic-api';
import { cline } from './agents/cline';
import { codex } from './agents/codex';
import { continueCli } from './agents/continue-cli';
import { copilotChat } from './agents/copilot-chat';
import { crush } from './agents/crush';
import { deepagents } from './agents/deepagents';
import { geminiCli } from './agents/gemini-cli';
import { goose } from './agents/goose';
import { langchain } from './agents/langchain';
import { opencode } from './agents/opencode';
import { opencode12 } from './agents/opencode-1-2';
import { opencode14 } from './agents/opencode-1-4';
import { opencode114 } from './agents/opencode-1-14';
import { opencode11448 } from './agents/opencode-1-14-48';
import { openhands } from './agents/openhands';
import { pi } from './agents/pi';
import { pi058 } from './agents/pi-0-58';
import { qwenCode } from './agents/qwen-code';
import { roo } from './agents/roo';
import { sweAgent } from './agents/swe-agent';
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

interface PolicyGroup {
  readonly title: string;
  readonly policies: readonly Policy[];
}

/** The presets, as they are listed. A new one is one file and one line here. */
export const policyGroups: readonly PolicyGroup[] = [
  { title: 'Claude Code', policies: [asRecorded, claudeCode20, claudeCode21, claudeCodeCurrent, claudeCodePublic] },
  { title: 'Examples', policies: [everythingOn, teachingV5, tutorial] },
  {
    title: 'Other agents',
    policies: [
      codex,
      opencode12,
      opencode14,
      opencode114,
      opencode11448,
      opencode,
      pi058,
      pi,
      geminiCli,
      goose,
      cline,
      openhands,
      langchain,
      deepagents,
      qwenCode,
      roo,
      crush,
      aider,
      continueCli,
      sweAgent,
      copilotChat,
      anthropicApi,
    ],
  },
  { title: 'Highwater', policies: [playground, playgroundMemory, none] },
];

export const policies: readonly Policy[] = policyGroups.flatMap((group) => group.policies);

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
  [
    'opencode',
    [
      { policy: opencode12 },
      { from: '1.4.3', policy: opencode14 },
      { from: '1.14.18', policy: opencode114 },
      { from: '1.14.48', policy: opencode11448 },
      { from: '1.18.16', policy: opencode },
    ],
  ],
  ['pi', [{ policy: pi058 }, { from: '0.59', policy: pi }]],
  ['Gemini CLI', [{ policy: geminiCli }]],
  ['goose', [{ policy: goose }]],
  ['Cline', [{ policy: cline }]],
  ['OpenHands', [{ policy: openhands }]],
  ['Qwen Code', [{ policy: qwenCode }]],
  ['Roo Code', [{ policy: roo }]],
  ['SWE-agent', [{ policy: sweAgent }]],
]);

const PRUNES_IF_ASKED: ReadonlySet<string> = new Set([opencode114, opencode11448, opencode].map(({ id }) => id));

/** [P3] For a recording with prunes: where they are the user's choice, they were turned on. */
export function withPrunesOn(policy: Policy): Policy {
  if (!PRUNES_IF_ASKED.has(policy.id)) return policy;
  return {
    ...policy,
    layers: policy.layers.map((row) => (row.layer === pruneLayer ? { ...row, isOn: true } : row)),
  };
}

/** Versions of Claude Code, whose eras depend on the version that the recording states. */
const CLAUDE_CODE = [asRecorded, claudeCode20, claudeCode21, claudeCodeCurrent];

/** [P4] The presets of the same agent in its other versions. */
export function otherVersions({ id }: Policy): readonly Policy[] {
  const agents = [CLAUDE_CODE, ...[...BY_AGENT.values()].map((own) => own.map(({ policy }) => policy))];
  const own = agents.find((versions) => versions.some((version) => version.id === id)) ?? [];
  return own.filter((version) => version.id !== id);
}

/** [W9] What predicts the compactions of an agent in its version; undefined if its rules are not known. */
export function policyOfAgent(agent: Agent | undefined): Policy | undefined {
  const own = agent === undefined ? [] : (BY_AGENT.get(agent.name) ?? []);
  const { version } = agent ?? {};
  return own.findLast(({ from }) => from === undefined || version === undefined || compareVersions(version, from) >= 0)
    ?.policy;
}
