import { summaryPrompt } from './summary-prompt';

export const handoffBrief = summaryPrompt({
  id: 'handoff-brief',
  title: 'Handoff brief',
  modelledOn: { name: 'Codex, local compaction', source: 'openai/codex, prompts/src/compact.rs' },
  text: `Your shift ends here and another model takes over. Write the handoff that it needs to finish the task. It sees nothing of this conversation but what you write now.

- Where the work stands and which decisions were taken, with their reasons.
- What it must keep to: limits, conventions, and what the user likes and does not want.
- What is left to do, as steps that can be started at once.
- The data it cannot do without: paths, commands, names, values, error texts, all exactly as they are.

Write it short and in order, as notes and not as a letter. Call no tool.`,
});
