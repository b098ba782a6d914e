import { summaryPrompt } from './summary-prompt';

export const goalProgress = summaryPrompt({
  id: 'goal-progress',
  title: 'Goal, progress, decisions, next',
  modelledOn: {
    name: 'pi and opencode, compaction',
    source: 'pi-mono, compaction.ts; opencode, session/compaction.ts',
  },
  text: `Summarise this session so that another model can continue the work. Do not continue the conversation or answer any questions in it. Only output the summary, in exactly this format.

## Goal
What the user wants to achieve. One line per goal.

## Constraints and preferences
- The user's requirements, prohibitions and preferences. Write "none" if they gave none.

## Progress
### Done
- [x] Finished work, and where it is.
### In progress
- [ ] Work that has started, and its current state.
### Blocked
- What is blocked, and why.

## Key decisions
- Each decision, with a brief reason.

## Next steps
1. What to do next, in order.

## Critical context
- Values, names, messages and findings that are needed to continue.

## Relevant files
- The path of each file that was read or changed, and why it matters.

Keep paths, function names and error messages exactly as they appear. If the conversation starts with an earlier summary, update it rather than describing it. Do not call any tools.`,
});
