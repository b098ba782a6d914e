import { expect, it } from 'vitest';
import { playground } from '../../policies/presets/playground';
import type { Message, MessageId } from '../../transcript/transcript';
import { userContextIn } from '../scripted/sight/memory-in-sight';
import { MEMORY_ROOT, TEAM_ROOT } from '../tools/memory-files';
import { memoryRun } from './memory-run.test-support';

const CONFIG = { '.git/config': '[remote "origin"]\n\turl = https://git.example/club/tally.git\n' };
const FOR_TEAM = 'Remember for the team: the committee reads the balance report on Thursdays.';
const FILE = 'project-committee-reads-balance-report-thursdays.md';

function said(run: ReturnType<typeof memoryRun>): string {
  return run.host.state.log.items.map((item) => (item.type === 'reply' ? item.text : '')).join('\n');
}

it('[U2] what is to be remembered for the team is saved in its folder, with a line in its own index', async () => {
  const run = memoryRun({ files: { 'README.md': '# Pool\n', ...CONFIG } });
  await run.host.enter({ type: 'prompt', text: FOR_TEAM });
  const { workspace } = run.host.state;
  expect(workspace.below(MEMORY_ROOT).sort()).toEqual([`${TEAM_ROOT}/MEMORY.md`, `${TEAM_ROOT}/${FILE}`]);
  expect(workspace.read(`${TEAM_ROOT}/MEMORY.md`)).toContain(`](${FILE})`);
  expect(said(run)).toContain(`Saved to ${FILE}, for the whole team`);
});

it('[U2] without a team, the agent says so and saves nothing', async () => {
  for (const run of [memoryRun(), memoryRun({ policy: playground, files: CONFIG })]) {
    await run.host.enter({ type: 'prompt', text: FOR_TEAM });
    expect(said(run)).toContain('There is no team here');
    expect(run.host.state.workspace.below(MEMORY_ROOT)).toEqual([]);
  }
});

it('[U2] the scripted model knows the files of the team from its index by their place in the memory folder', () => {
  const text = `<system-reminder>\n${MEMORY_ROOT}/MEMORY.md (index of your memory):\n- [A](a.md) — one\n${TEAM_ROOT}/MEMORY.md (index of the memory that your team shares):\n- [B](b.md) — two\n# Date\ntoday</system-reminder>`;
  const id = 'message-1' as MessageId;
  const message: Message = { id, line: 1, role: 'user', kind: 'injected', parts: [{ kind: 'text', text }] };
  const { index } = userContextIn({ system: '', messages: [message] });
  expect(index).toContain('- [A](a.md) — one');
  expect(index).toContain('- [B](team/b.md) — two');
});
