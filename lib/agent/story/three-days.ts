import { playgroundMemory } from '../../policies/presets/playground-memory';
import type { Story } from './story';

const DAY_MS = 86_400_000;
const BOOK = 'data/club.txt';
const MOVED_BOOK = 'data/2026/club.txt';
const FIX =
  'Replace "return units * 100 + cents" with "return units * 100 + (text ~ /^-/ ? -cents : cents)" in src/amount.awk';

/** What the user says once, what becomes false meanwhile, and what is there later. */
export const threeDays: Story = {
  id: 'three-days',
  title: 'Memory over three days',
  shows:
    'Three sessions of one project on three days: a rule is kept without being told again, a wrong memory is caught, and the last day starts with what matters.',
  policy: playgroundMemory,
  own: {},
  unit: 'day',
  days: [
    {
      title: 'A rule and a task',
      afterMs: 0,
      edits: [],
      prompts: [
        `I'm the treasurer of the rowing club. Always run the tests after you change a file, because I tend to forget it. Always try a change with \`sh tally balance ${BOOK}\`, because the committee reads that report.`,
        FIX,
      ],
      moments: [
        {
          at: { type: 'saved' },
          look: 'chat',
          text: 'The agent only answered. Behind its reply a background agent looked at the {newMessages} new messages and saved {saved} memories, with {requests} requests of its own. The first one sent {sent} tokens, and {read} of them were read from the cache: it begins with the very bytes of the turn.',
        },
        {
          at: { type: 'ran', command: 'sh run-tests.sh' },
          look: 'chat',
          text: 'In the same session the agent has your words in its context: after the change it ran the tests, {passed} passed and {failed} failed, and then the report of the committee.',
        },
        {
          at: { type: 'ran', command: `sh tally balance ${BOOK}` },
          look: 'memory',
          text: 'The day ends with {memories} memories and an index of {lines} lines. The conversation itself is not kept: the next session begins without its {messages} messages.',
        },
      ],
    },
    {
      title: 'The rule is there, and one memory is wrong',
      afterMs: DAY_MS,
      edits: [
        { type: 'moved', from: BOOK, to: MOVED_BOOK },
        { type: 'replaced', path: 'README.md', text: BOOK, with: MOVED_BOOK },
      ],
      prompts: ['Append "# The committee reads this report." to src/balance.awk'],
      moments: [
        {
          at: { type: 'started' },
          look: 'memory',
          text: 'A day later you moved a book to another folder, and began a new session. It starts with an index of {atStart} memories: {index} tokens in every call, beside {rules} for the rules of memory.',
        },
        {
          at: { type: 'ran', command: 'sh run-tests.sh' },
          look: 'chat',
          text: 'Nobody repeated the rule. The index named it, the agent read its file, and ran the tests after the change: {passed} passed, {failed} failed.',
        },
        {
          at: { type: 'mended' },
          look: 'chat',
          text: 'The other rule names a file that is no longer there. A memory is true for the time when it was written, so the agent looked before it relied on {file}: {checks} searches found the new place. It trusted what it saw, and corrected the memory.',
        },
      ],
    },
    {
      title: 'The session starts with what matters',
      afterMs: 2 * DAY_MS,
      edits: [],
      prompts: ['Which balance report does the committee read?'],
      moments: [
        {
          at: { type: 'started' },
          look: 'memory',
          text: 'Two days later, another session. It starts with an index of {atStart} memories, {index} tokens, with the corrected one among them.',
        },
        {
          at: { type: 'recalled' },
          look: 'chat',
          text: 'At your question a side request looked at {candidates} memories and chose {chosen}: {tokens} tokens in the context. It is {age} days old, so it begins with a warning: an observation of that time, to be verified.',
        },
        {
          at: { type: 'answered' },
          look: 'chat',
          text: 'The agent checked the path before it answered, and this time it was right. All of memory costs this session {all} tokens a call, {share} % of what it carries: {rules} for the rules, {index} for the index, {recalled} for what was recalled.',
        },
      ],
    },
  ],
};
