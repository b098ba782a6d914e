import { summaryPrompt } from './summary-prompt';

export const handoffBrief = summaryPrompt({
  id: 'handoff-brief',
  title: 'Handoff brief',
  modelledOn: { name: 'Codex, local compaction', source: 'openai/codex, prompts/src/compact.rs' },
  text: `You are handing this task over to another model. Write the handoff notes that it needs to finish. It will see nothing of this conversation except what you write now.

- The current state of the work, and the decisions made, with their reasons.
- What to respect: constraints, conventions, and the user's preferences and dislikes.
- What remains to be done, as steps that can be started immediately.
- The data it needs: paths, commands, names, values and error messages, all verbatim.

Be brief and structured: notes, not a letter. Do not call any tools.`,
});
