import { describe, expect, it } from 'vitest';
import { writeMemory } from '../../memory/files/memory-file';
import { isTeamPath, TEAM_ROOT, teamFilesIn, teamIn } from './memory-files';
import { TestToolContext } from './run-tool.test-support';
import { Workspace } from './workspace';

/** Put together at run time, so that scanners of sources do not take it for a real one. */
const SECRET = ['sk-ant-api03', 'Zx9'.repeat(30)].join('-');
const memory = (body: string) => writeMemory({ name: 'deploy', description: 'How we deploy', type: 'project', body });
const path = `${TEAM_ROOT}/deploy.md`;
const WHY = 'it contains a secret (rule “anthropic key”), and the memory of the team is shared.';

describe('the folder of a team', () => {
  it('[U4] refuses a text with a secret, whichever tool writes it, and names the rule', async () => {
    const before = memory('On Thursdays.');
    const desk = new TestToolContext({ [path]: before });
    await desk.says('Read', { file_path: path });
    const edit = { old_string: 'On Thursdays.', new_string: `With ${SECRET}.` };
    expect(await desk.refuses('Write', { file_path: path, content: memory(SECRET) })).toContain(WHY);
    expect(await desk.refuses('Edit', { file_path: path, ...edit })).toContain(WHY);
    expect(await desk.refuses('MultiEdit', { file_path: path, edits: [edit] })).toContain(WHY);
    expect((await desk.result('Bash', { command: `printf '%s' '${memory(SECRET)}' > ${path}` })).text).toContain(WHY);
    expect(await desk.refuses('Write', { file_path: `${TEAM_ROOT}/MEMORY.md`, content: SECRET })).toContain(WHY);
    expect(desk.desk.workspace.read(path)).toBe(before);
    // Beside it, a secret is masked, as ever.
    await desk.says('Write', { file_path: `${TEAM_ROOT}/../own.md`, content: memory(SECRET) });
    expect(desk.desk.workspace.read(`${TEAM_ROOT.replace('/team', '')}/own.md`)).toContain('[secret: anthropic key]');
  });

  it('[U2] has an index of its own, which is no memory', async () => {
    const desk = new TestToolContext();
    expect(
      await desk.says('Write', { file_path: `${TEAM_ROOT}/MEMORY.md`, content: '- [Deploy](deploy.md)\n' }),
    ).toContain('Created');
    expect(await desk.refuses('Write', { file_path: path, content: 'no front matter' })).toContain('front matter');
  });

  it('[U2] is there if the workspace names a remote repository', () => {
    const files = {
      '.git/config': '[remote "origin"]\n\turl = git@git.example:club/tally.git\n',
      [path]: 'one',
      [`${TEAM_ROOT}/notes/a.md`]: 'two',
      [`${TEAM_ROOT}-other/b.md`]: 'three',
    };
    expect(teamIn(Workspace.of(files))).toBe('git.example/club/tally');
    expect(teamIn(Workspace.of({}))).toBeUndefined();
    expect(Object.fromEntries(teamFilesIn(Workspace.of(files)))).toEqual({ 'deploy.md': 'one', 'notes/a.md': 'two' });
    expect([isTeamPath(path), isTeamPath(`${TEAM_ROOT}-other/b.md`)]).toEqual([true, false]);
  });
});
