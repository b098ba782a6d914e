import { summaryPrompt } from './summary-prompt';

export const goalProgress = summaryPrompt({
  id: 'goal-progress',
  title: 'Goal, progress, decisions, next',
  modelledOn: {
    name: 'pi and opencode, compaction',
    source: 'pi-mono, compaction.ts; opencode, session/compaction.ts',
  },
  text: `Summarise this session so that another model can go on with it. Do not continue the conversation and do not answer what is asked in it: only write its state, in exactly this form.

## Goal
What the user wants to reach. If there are several things, a line for each.

## Constraints and preferences
- What the user demanded, forbade or prefers. Write "none" if there is nothing.

## Progress
### Done
- [x] What is finished, and where.
### In progress
- [ ] What has been begun, and how far it is.
### Blocked
- What does not move, and why.

## Key decisions
- What was decided: the reason in a few words.

## Next steps
1. The first thing that is to be done now, then the others in order.

## Critical context
- Values, names, messages and findings without which the work could not go on.

## Relevant files
- The path of each file that was read or changed, and what it has to do with the goal.

Keep paths, names of functions and error messages as they are. If the conversation begins with such a summary, bring it up to date instead of writing about it. Call no tool.`,
});
