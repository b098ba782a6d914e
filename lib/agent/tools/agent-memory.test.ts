import { expect, it } from 'vitest';
import { agentMemoryNamed, withoutSecrets } from './memory-files';
import { ToolContext } from './tool-context';
import { Workspace } from './workspace';

const SECRET = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;
const NOTE = (body: string) => `---\nname: Names\ndescription: How things are named\ntype: project\n---\n\n${body}\n`;

const FOLDERS = [
  '/home/agent/.claude/agent-memory/reviewer',
  '.claude/agent-memory/reviewer',
  '.claude/agent-memory-local/reviewer',
];

it.each(FOLDERS)('[U1] what an agent writes into its memory has no secrets and is a memory: %s', (folder) => {
  const desk = new ToolContext(Workspace.of({}));
  expect(desk.write(`${folder}/names.md`, NOTE(`The token is ${SECRET}.`))).toMatchObject({ ok: true });
  expect(desk.workspace.read(`${folder}/names.md`)).toContain('The token is ');
  expect(desk.workspace.read(`${folder}/names.md`)).not.toContain(SECRET);
  expect(desk.write(`${folder}/MEMORY.md`, `- [Names](names.md) — ${SECRET}`)).toMatchObject({ ok: true });
  expect(desk.workspace.read(`${folder}/MEMORY.md`)).not.toContain(SECRET);
  expect(desk.write(`${folder}/other.md`, 'No front matter.')).toEqual({
    ok: false,
    error: 'was not saved: it does not start with front matter: the first line must be ---.',
  });
  expect(withoutSecrets(`${folder}/a.md`, SECRET)).not.toContain(SECRET);
  expect(agentMemoryNamed('Ask @reviewer about it', desk.workspace)?.root).toMatch(/\/agent-memory[a-z-]*\/reviewer$/);
});

it('[U1] a file beside the folders of the types is a file like others', () => {
  const desk = new ToolContext(Workspace.of({}));
  expect(desk.write('.claude/agent-memory/README.md', 'For people.')).toMatchObject({ ok: true });
});
