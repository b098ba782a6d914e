import { HOME, WORKSPACE_ROOT } from '../../../agent/tools/workspace-path';
import type { ShownDefinitions } from '../../../agent/view/agents-view';
import type { AgentSource } from '../../../agents/agent-definition';
import { agentFolder } from '../../../agents/agents-in';
import { fail, ok, type Result } from '../../../base/result';

/** Where the user can add one. */
export const ownSources = ['project', 'user', 'managed'] as const satisfies readonly AgentSource[];
export type OwnSource = (typeof ownSources)[number];

const PLACES = { root: WORKSPACE_ROOT, home: HOME, managed: '/etc/claude-code' };

/** The folder as the user knows it. */
export function sourceFolder(source: AgentSource): string {
  switch (source) {
    case 'built-in':
      return 'part of the agent';
    case 'plugin':
      return '~/.claude/plugins/…/agents/';
    case 'user':
      return '~/.claude/agents/';
    case 'project':
      return '.claude/agents/';
    case 'session':
      return 'JSON, for this run alone';
    case 'managed':
      return '/etc/claude-code/agents/';
  }
}

/** [O2] The path and the text of a new one, or what is wrong with the name. */
export function newAgent(
  name: string,
  source: OwnSource,
  { agents, problems }: Pick<ShownDefinitions, 'agents' | 'problems'>,
): Result<{ readonly path: string; readonly text: string }> {
  const given = name.trim();
  if (!/^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(given)) {
    return fail('A name starts with a letter, and has at most 64 letters, digits, hyphens and underscores.');
  }
  const folder = agentFolder(source, PLACES) ?? '';
  const path = `${folder}/${given}.md`;
  if ([...agents, ...problems].some((each) => each.path === path)) return fail(`${path} exists already.`);
  return ok({ path, text: TEXT(given) });
}

const TEXT = (name: string) => `---
name: ${name}
description: When to use it, in one sentence
tools: Read, Grep, Glob
model: inherit
---

What it is to do, and what it is to answer with.
`;
