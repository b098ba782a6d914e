import { playground } from '../../policies/presets/playground';
import type { Story } from './story';
import { YEAR_DIFF, yearChange } from './year-change';

/** The same review with five forks, and by the agent alone. */
export const fiveForks: Story = {
  id: 'five-forks',
  title: 'Five forks review a change',
  shows:
    'An agent gives a review to five forks, which read its context from the cache, and a question to an agent that starts empty. Then it does the review alone, and the costs are compared.',
  policy: playground,
  own: { agents: 'in-tool' },
  unit: 'part',
  days: [
    {
      title: 'Five forks',
      afterMs: 0,
      edits: yearChange,
      prompts: [`Review the change in ${YEAR_DIFF} with five agents`],
      moments: [
        {
          at: { type: 'forked' },
          look: 'chat',
          text: 'You added a command to the sample repository, in five files. The agent read the change and the rules first ({before} calls). Then it started {forks} forks in one reply, one for each file. Each fork knows everything that the agent knows, and is told one message more, of about {told} tokens.',
        },
        {
          at: { type: 'forked' },
          look: 'agents',
          text: 'The first fork sent {sent} tokens: it read {read} of them from the cache, which the agent had written, and wrote the other {wrote}. The {others} others waited until it was answered, and read what it wrote: together {othersRead} of {othersSent} tokens, at least {least} % each, and wrote {othersWrote}.',
        },
        {
          at: { type: 'forks-done' },
          look: 'chat',
          text: 'The forks worked side by side: {requests} requests. What they read and wrote would have been {carried} tokens in the context of the agent; {returned} tokens of answers came back, so {spared} were spared. The agent reports {findings} findings, in its own words.',
        },
      ],
    },
    {
      title: 'One agent starts empty',
      afterMs: 0,
      goesOn: true,
      edits: [],
      prompts: ['Ask Explore where from_cents is used'],
      moments: [
        {
          at: { type: 'typed' },
          look: 'agents',
          text: '{type} is a type of agent: other instructions, only tools that read, and an empty context. It knew nothing but its task, {told} tokens. Its first request sent {sent} tokens, where a fork sent {forkSent}, and read {read} of them from the cache: it begins with other bytes than the agent.',
        },
        {
          at: { type: 'typed' },
          look: 'chat',
          text: 'After {requests} requests it answered. Its work was {carried} tokens, {returned} came back. A fork suits work that needs what the agent knows; a type suits a question that can be told in a few sentences.',
        },
      ],
    },
    {
      title: 'The agent alone',
      afterMs: 0,
      edits: [],
      prompts: [`Review the change in ${YEAR_DIFF} yourself`],
      moments: [
        {
          at: { type: 'alone' },
          look: 'chat',
          text: 'A new session on the same files, and no agents: the same review took {calls} calls, each after the one before; with forks the longest chain was {chain}. It made {findings} findings, {same} of them the same. Its context grew to {peak} tokens, with forks to {forkedPeak}, and layers of the policy acted {acted} times to keep it small.',
        },
        {
          at: { type: 'alone' },
          look: 'chat',
          text: 'With a model, the review would have cost {dollars} alone, {compared} with forks: {forkedDollars}. Here {calls} calls sent {sent} tokens, with forks {requests} sent {forkedSent}, most of them read from the cache. Forks save context and waiting. They save money only if each has more to read than the beginning that it sends again.',
        },
      ],
    },
  ],
};
