import { playgroundMemory } from '../../policies/presets/playground-memory';
import type { Story } from './story';

const DAY_MS = 86_400_000;
const SAID = 'the committee reads the balance report on Thursdays.';
const FILE = 'project-committee-reads-balance-report-thursdays.md';
const QUESTION = 'When does the committee read the balance report?';

/** [U2] What one saves, another knows; and what becomes of a file that both change. */
export const twoTeammates: Story = {
  id: 'two-teammates',
  title: 'Two teammates edit one memory',
  shows:
    'Two people work on one repository, and part of the memory is shared: what one of them saves the other knows, and a file that both change meets a 412.',
  policy: playgroundMemory,
  own: {},
  unit: 'day',
  remote: 'https://git.example/rowing-club/story.git',
  days: [
    {
      title: 'One saves it, both know it',
      afterMs: 0,
      edits: [],
      prompts: [`Remember for the team: ${SAID}`],
      team: [
        { by: 'both', does: 'rest' },
        { by: 'robin', does: 'begin-session' },
      ],
      moments: [
        {
          at: { type: 'team-pushed' },
          look: 'team',
          text: 'The workspace names a remote repository, so the agent has a folder that the team shares. It saved the memory there, with a line in the index of the team. 2 seconds after the last change they were pushed: {requests} request, {files} files, {bytes} bytes. The server now has the ETag {etag}.',
        },
        {
          at: { type: 'team-pulled' },
          look: 'team',
          text: 'Robin works on the same repository, in another place. Robin’s session began with a pull, which the server answered with {status}: {files} files that nobody had told Robin about.',
        },
      ],
    },
    {
      title: 'Both change the same file',
      afterMs: DAY_MS,
      edits: [],
      prompts: [QUESTION],
      team: [
        { by: 'robin', does: 'replace', file: FILE, text: 'Thursdays', with: 'Tuesdays' },
        { by: 'robin', does: 'push' },
        { by: 'you', does: 'replace', file: FILE, text: 'Thursdays', with: 'Fridays' },
        { by: 'both', does: 'rest' },
      ],
      moments: [
        {
          at: { type: 'recalled' },
          look: 'chat',
          text: 'A day later. The index of the team is part of the first message of the session, and recall looks through the folder of the team, too: {candidates} candidate, {chosen} chosen, {tokens} tokens.',
        },
        {
          at: { type: 'team-contested' },
          look: 'team',
          text: 'Then Robin changed Thursdays to Tuesdays and pushed it (ETag {robin}), while you changed the same file to Fridays. Your push still named the ETag {named}, so the server answered 412, with the checksums of now ({fresh}). The new difference was {files} file; try {tries} was taken (ETag {now}). The one who pushes last wins: your text replaced Robin’s, and the chat says so.',
        },
      ],
    },
    {
      title: 'The server wins, and nothing stays deleted',
      afterMs: DAY_MS,
      edits: [],
      prompts: [QUESTION],
      team: [
        { by: 'robin', does: 'begin-session' },
        { by: 'robin', does: 'remove', file: FILE },
        { by: 'both', does: 'rest' },
        { by: 'robin', does: 'pull' },
      ],
      moments: [
        {
          at: { type: 'recalled' },
          look: 'chat',
          text: 'The next day you ask again, and the session knows Fridays: {tokens} tokens were recalled.',
        },
        {
          at: { type: 'team-returned' },
          look: 'team',
          text: 'Robin’s session began with a pull, too: the server wins, and Robin’s Tuesdays were gone. Then Robin deleted the file. Deletions do not travel: you still have it, and Robin’s next pull brought {files} file back. All of this took Robin {requests} requests, which sent {bytes} bytes.',
        },
      ],
    },
  ],
};
