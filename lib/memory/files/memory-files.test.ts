import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utf8Bytes } from '../../tokens/text-size';
import { firstBytes } from './cut-text';
import { type Memory, parseMemory, storable, writeMemory } from './memory-file';
import { editFile, emptyFolder, indexOf, memoriesIn, saveMemory, writeFile } from './memory-folder';
import { checkIndex, cutIndex, indexLine } from './memory-index';
import { INDEX_NAME, memoryName, memoryRoot, slugOf } from './memory-path';
import { memoryTypeNames } from './memory-type';

const ROOT = '/home/agent/.claude/projects/shop/memory';
const memory: Memory = {
  name: 'short-answers',
  description: 'Keep answers short',
  type: 'feedback',
  body: 'Be brief.',
};
const text = writeMemory(memory);
/** Put together at run time, so that scanners of sources do not take it for a real one. */
const SECRET = ['sk-ant-api03', 'Zx9'.repeat(30)].join('-');

describe('a memory file', () => {
  it('[A1] has name, description and type in its front matter, and is written back as it was', () => {
    expect(text).toBe('---\nname: short-answers\ndescription: Keep answers short\ntype: feedback\n---\n\nBe brief.\n');
    expect(parseMemory(text)).toEqual({ ok: true, value: memory });
  });

  it('[A1] reads what others write: quotation marks, a nested type, more fields, other line ends', () => {
    const others =
      '---\r\nname: "a \\"b\\""\r\ndescription: \'it\'\'s: so\'\r\nmetadata:\r\n  type: project\r\n  tags:\r\n    - x\r\n---\r\nText\r\n';
    expect(parseMemory(others)).toEqual({
      ok: true,
      value: { name: 'a "b"', description: "it's: so", type: 'project', body: 'Text' },
    });
  });

  it('[A1] comes back from any text that was stored', () => {
    const field = fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' });
    const any = fc.record({ name: field, description: field, body: field, type: fc.constantFrom(...memoryTypeNames) });
    fc.assert(
      fc.property(any, (given) => {
        const stored = storable(given);
        fc.pre(stored.name !== '' && stored.description !== '' && stored.body !== '');
        expect(parseMemory(writeMemory(stored))).toEqual({ ok: true, value: stored });
      }),
    );
  });

  it.each([
    ['Text without front matter', 'it does not start with front matter: the first line must be ---'],
    ['---\nname: a\n', 'its front matter has no end: a line with --- is missing'],
    ['---\nname: a\n: b\n---\nx', 'line 3 of its front matter is ": b", but must be a name, a colon and a value'],
    ['---\nname: "a\n---\nx', 'line 2 of its front matter: a quotation mark is missing'],
    ['---\nname: |\n---\nx', 'line 2 of its front matter: a value must be on one line'],
    ['---\nname: a\ntype: user\n---\nx', 'its front matter has no description'],
    ['---\nname: a\ndescription: b\n---\nx', 'its front matter has no type'],
    ['---\nname: a\ndescription: b\ntype: user\n---\n', 'it has no text after its front matter'],
  ])('[A1] says what is wrong with broken front matter: %j', (broken, error) => {
    expect(parseMemory(broken)).toEqual({ ok: false, error });
  });

  it('[A2] has one of four types', () => {
    expect(memoryTypeNames).toEqual(['user', 'feedback', 'project', 'reference']);
    expect(parseMemory(text.replace('feedback', 'secret'))).toEqual({
      ok: false,
      error: 'its type is "secret", but must be one of user, feedback, project, reference',
    });
  });

  it('[A1] of 5 MB is refused, and what was there stays', () => {
    const folder = saved();
    const large = writeFile(folder, 'short.md', `${text}${'x'.repeat(5_000_000)}`, 2);
    expect(large).toEqual({
      ok: false,
      error: expect.stringMatching(
        /^Could not write "short\.md": it has 5,000,\d+ characters, but a memory has at most 262,144\. Split it/,
      ),
    });
    expect(memoriesIn(folder).memories).toHaveLength(1);
  });

  it('[A1] never has a secret in clear, whoever wrote it and however', () => {
    const folder = saved({
      name: `key ${SECRET}`,
      description: `it is ${SECRET}`,
      body: `ANTHROPIC_API_KEY=${SECRET}`,
    });
    const index = writeFile(folder, INDEX_NAME, `- [Key](short.md) — ${SECRET}`, 2);
    const edited = index.ok ? editFile(index.value, 'short.md', { old: 'ANTHROPIC', now: `${SECRET} ` }, 3) : index;
    if (!edited.ok) throw new Error(edited.error);
    for (const { text: stored } of edited.value.files.values()) {
      expect(stored).toContain('[secret: ');
      expect(stored).not.toContain('Zx9Zx9');
    }
  });
});

function saved(changed: Partial<Memory> = {}) {
  const folder = saveMemory(emptyFolder(ROOT), 'short.md', { ...memory, ...changed }, 1);
  if (!folder.ok) throw new Error(folder.error);
  return folder.value;
}

describe('the index', () => {
  it('[A1] gets one line for each memory, under 150 characters, and the same one when it is saved again', () => {
    const folder = saveMemory(saved(), 'short.md', { ...memory, description: 'long '.repeat(60) }, 2);
    const index = folder.ok ? indexOf(folder.value) : '';
    expect(index).toMatch(/^- \[short answers\]\(short\.md\) — long long .*…\n$/);
    expect(index.length).toBeLessThanOrEqual(151);
    expect(indexLine('a [b]', 'x.md', 'c')).toBe('- [a b](x.md) — c');
  });

  it('[A4] is cut at 200 lines, and says so', () => {
    const lines = Array.from({ length: 201 }, (_, at) => `- [M${at}](m${at}.md) — about ${at}`);
    expect(cutIndex(lines.slice(0, 200).join('\n'))).toMatchObject({ cutBy: undefined, lines: 200 });
    const cut = cutIndex(lines.join('\n'));
    expect(cut).toMatchObject({ cutBy: 'lines', lines: 201 });
    expect(
      cut.text.startsWith(`${lines.slice(0, 200).join('\n')}\n\n[MEMORY.md has 201 lines and was cut at 200 lines.`),
    ).toBe(true);
  });

  it('[A4] is then cut at 25,000 bytes: 300 long lines count as bytes, 300 short ones as lines', () => {
    const long = Array.from({ length: 300 }, (_, at) => `- [M${at}](m${at}.md) — ${'é'.repeat(100)}`);
    const cut = cutIndex(long.join('\n'));
    expect(cut.cutBy).toBe('bytes');
    const [kept = ''] = cut.text.split('\n\n[MEMORY.md has ');
    expect(utf8Bytes(kept)).toBeLessThanOrEqual(25_000);
    expect(utf8Bytes(kept)).toBeGreaterThan(24_700);
    expect(long).toContain(kept.split('\n').at(-1));
    expect(cutIndex(long.map((line) => line.slice(0, 20)).join('\n')).cutBy).toBe('lines');
  });

  it('[A4] of one line of 30,000 bytes is cut at a character', () => {
    const { text: cut } = cutIndex('😀'.repeat(7_500));
    expect(cut.isWellFormed()).toBe(true);
    expect(cut.startsWith('😀'.repeat(6_250))).toBe(true);
    expect(cut).toContain('30,000 bytes and was cut at 25,000 bytes');
  });

  it('[A4] cuts any text to the longest start that fits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.nat(60), (any, bytes) => {
        const cut = firstBytes(any, bytes);
        expect(any.startsWith(cut)).toBe(true);
        expect(utf8Bytes(cut)).toBeLessThanOrEqual(bytes);
        const [next = ''] = any.slice(cut.length);
        expect(cut === any || utf8Bytes(cut + next) > bytes).toBe(true);
      }),
    );
  });

  it('[A4] that lies is reported: missing files, files that it does not list, links that leave the folder', () => {
    const index = '- [A](a.md) — x\n- [B](gone.md)\n- [C](../../c.md)\n[D](https://d.example/d.md) [self](MEMORY.md)';
    expect(checkIndex(index, [INDEX_NAME, 'a.md', 'b.md'], ROOT)).toEqual({
      deadLinks: ['gone.md'],
      unlisted: ['b.md'],
      outside: ['../../c.md'],
    });
  });
});

describe('a memory path', () => {
  it.each([
    ['relative/folder', 'absolute'],
    ['/', 'must not be “/”'],
    ['/./', 'must not be “/”'],
    ['/home', '“/home”'],
    ['/home/', '“/home”'],
    ['C:\\', 'root of a drive'],
    ['c:', 'root of a drive'],
    ['\\\\server\\share', 'network share'],
    ['//server/share', 'network share'],
    ['/home/a\0b', 'NUL'],
    ['/home/agent/../../etc', '“..”'],
  ])('[A12] is refused for the folder: %j', (path, why) => {
    expect(memoryRoot(path)).toEqual({ ok: false, error: expect.stringContaining(why) });
  });

  it('[A12] is absolute, and has no further steps than it needs', () => {
    expect(memoryRoot(`${ROOT}/`)).toEqual({ ok: true, value: ROOT });
    expect(memoryRoot('D:\\notes\\memory')).toEqual({ ok: true, value: 'D:/notes/memory' });
    expect(slugOf('/Users/a b/Shop')).toBe('-Users-a-b-Shop');
    expect(slugOf('///')).toBe('project');
  });

  it.each([
    ['../escape.md', '“..”'],
    [`${ROOT}/../escape.md`, '“..”'],
    ['a\\..\\..\\b.md', '“..”'],
    ['/etc/passwd.md', 'outside'],
    [`${ROOT}-other/a.md`, 'outside'],
    ['C:\\a.md', 'outside'],
    ['\\\\server\\a.md', 'network share'],
    ['a\0.md', 'NUL'],
    ['a.sh', '.md'],
    [`${'a'.repeat(220)}.md`, 'longer than 200'],
  ])('[A12] is refused for a file: %j', (path, why) => {
    expect(memoryName(path, ROOT)).toEqual({ ok: false, error: expect.stringContaining(why) });
    expect(writeFile(emptyFolder(ROOT), path, text, 1)).toEqual({
      ok: false,
      error: expect.stringMatching(/^Could not write "/),
    });
  });

  it('[A12] is the same, relative or absolute', () => {
    expect(memoryName(`${ROOT}/logs/./a.md`, ROOT)).toEqual({ ok: true, value: 'logs/a.md' });
    expect(memoryName('logs\\a.md', ROOT)).toEqual({ ok: true, value: 'logs/a.md' });
  });
});

describe('an edit of a memory', () => {
  it.each([
    ['gone.md', 'x', 'it does not exist'],
    ['short.md', 'nowhere', 'it does not contain the text'],
    ['short.md', 'short', 'more than once'],
    ['short.md', '', 'it does not contain the text'],
    ['short.md', 'type: feedback', 'its type is "none"'],
  ])('[A1] is refused: %s, %j', (file, old, why) => {
    const result = editFile(saved(), file, { old, now: 'type: none' }, 2);
    expect(result).toEqual({ ok: false, error: expect.stringContaining(why) });
  });
});
