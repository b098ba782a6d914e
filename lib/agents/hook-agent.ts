import type { AgentDefinition } from './agent-definition';

/** [H2] Answers a hook of kind `agent`: it only reads, and asks nobody. It is in no list, and nobody else starts it. */
export const hookAgent: AgentDefinition = {
  name: 'hook',
  description: 'Answers a hook.',
  tools: ['Read', 'Grep', 'Glob'],
  disallowedTools: [],
  model: 'inherit',
  maxTurns: 10,
  background: false,
  permissionMode: 'dontAsk',
  skills: [],
  body: 'You check something before another agent goes on. Look at the files if you have to, and answer in the form that you are asked for.',
  source: 'built-in',
  path: '',
};
