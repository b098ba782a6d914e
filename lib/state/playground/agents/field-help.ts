import type { AgentField } from '../../../agents/parse-agent';

export interface FieldHelp {
  readonly field: AgentField;
  readonly values: string;
  readonly explains: string;
}

/** [O2] In the order in which they are usually written. */
export const fieldHelp: readonly FieldHelp[] = [
  { field: 'name', values: 'letters, digits, - and _', explains: 'Required. The type by which it is started' },
  {
    field: 'description',
    values: 'text',
    explains: 'Required. When the parent is to use it: it is in the list of agents',
  },
  {
    field: 'tools',
    values: 'Read, Bash(git *), …',
    explains: 'The only tools that it gets, or the only calls of them. Without it, all but Agent',
  },
  {
    field: 'disallowedTools',
    values: 'Bash(rm *), …',
    explains: 'Tools that it does not get, or calls that it may not make',
  },
  { field: 'model', values: 'inherit, or a model', explains: 'Who answers it. Without a model, the script does' },
  { field: 'maxTurns', values: '1 to 1,000', explains: 'The most calls that it makes' },
  {
    field: 'memory',
    values: 'user, project, local',
    explains: 'It keeps memories of its own, in a folder of that scope',
  },
  { field: 'background', values: 'true, false', explains: 'Its parent never waits until it is done' },
  { field: 'color', values: 'red, blue, green, …', explains: 'Marks it in lists' },
  { field: 'initialPrompt', values: 'text', explains: 'Stands before the prompt of its parent' },
  { field: 'effort', values: 'low to max', explains: 'How much it thinks, if its model knows that †' },
  { field: 'permissionMode', values: 'default, plan, …', explains: 'What it may do without asking' },
  {
    field: 'isolation',
    values: 'worktree',
    explains: 'It works on a copy of the files. What it changed is kept in .claude/worktrees †',
  },
  { field: 'skills', values: 'names', explains: 'Texts of .claude/skills/<name>/SKILL.md, put into its system prompt' },
  { field: 'mcpServers', values: 'names', explains: 'The Playground has no servers, so this is a warning' },
  { field: 'hooks', values: 'as in settings', explains: 'Hooks of its own, besides those of the run' },
];
