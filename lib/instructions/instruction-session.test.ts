import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Happening } from './instruction-session';
import { loadedBy, names, notes, PLACES } from './instructions.test-support';

const read = (path: string): Happening => ({ type: 'read', path: `${PLACES.root}/${path}` });
const START: Happening = { type: 'session-start' };
const RULE = '---\npaths:\n  - "src/**/*.ts"\n---\n\nUse tabs.\n';

describe('levels', () => {
  it('[I1] come from low to high, and the memory index last', () => {
    const loaded = loadedBy({
      'CLAUDE.local.md': 'local',
      '.claude/rules/b.md': 'rule b',
      '.claude/rules/a.md': 'rule a',
      '.claude/rules/deep/c.md': 'not a rule',
      '.claude/rules/paths.md': RULE,
      '.claude/CLAUDE.md': 'second',
      'CLAUDE.md': 'project',
      'AGENTS.md': 'not read beside CLAUDE.md',
      '~/.claude/CLAUDE.md': 'user',
      '/etc/claude-code/CLAUDE.md': 'managed',
      [PLACES.memoryIndex]: '- [A](a.md)',
    });
    expect(loaded.map(({ level, text }) => [level, text])).toEqual([
      ['managed', 'managed'],
      ['user', 'user'],
      ['project', 'project'],
      ['project', 'second'],
      ['rule', 'rule a'],
      ['rule', 'rule b'],
      ['local', 'local'],
      ['memory', '- [A](a.md)'],
    ]);
    expect(new Set(loaded.map(({ reason }) => reason))).toEqual(new Set(['session start']));
  });

  it('[I1] has AGENTS.md where there is no CLAUDE.md', () => {
    expect(names(loadedBy({ 'AGENTS.md': 'a' }))).toEqual(['AGENTS.md']);
    expect(names(loadedBy({ 'AGENTS.md': 'a', '.claude/CLAUDE.md': 'b' }))).toEqual(['.claude/CLAUDE.md']);
  });

  it('loads nothing where there is nothing', () => {
    expect(loadedBy({}, [START, read('src/a.ts'), { type: 'compaction' }])).toEqual([]);
  });
});

describe('why instructions are loaded', () => {
  const files = {
    'CLAUDE.md': 'root',
    'src/CLAUDE.md': 'src',
    'src/ui/AGENTS.md': 'ui',
    'src/ui/CLAUDE.local.md': 'own',
    '.claude/rules/ts.md': RULE,
  };

  it('[I3] a file in a nested folder was read, from the outermost folder to the innermost', () => {
    const loaded = loadedBy(files, [START, read('src/ui/view.css')]);
    expect(loaded.map(({ level, reason, because }) => [level, reason, because])).toEqual([
      ['project', 'session start', undefined],
      ...['nested', 'nested', 'nested'].map((level) => [level, 'nested folder', '/workspace/src/ui/view.css']),
    ]);
    expect(names(loaded).slice(1)).toEqual(['src/CLAUDE.md', 'src/ui/AGENTS.md', 'src/ui/CLAUDE.local.md']);
  });

  it('[I3] the paths of a rule matched a file that was read', () => {
    const loaded = loadedBy({ '.claude/rules/ts.md': RULE }, [START, read('README.md'), read('src/a.ts')]);
    expect(loaded).toEqual([
      {
        path: '/workspace/.claude/rules/ts.md',
        level: 'rule',
        reason: 'matched paths',
        because: '/workspace/src/a.ts',
        text: 'Use tabs.\n',
        notes: [],
      },
    ]);
  });

  it('[I3] once, until others were loaded or until the next compaction', () => {
    const rules = { '.claude/rules/ts.md': RULE, '.claude/rules/md.md': RULE.replace('src/**/*.ts', '*.md') };
    const twice = [START, read('src/a.ts'), read('src/b.ts')];
    expect(names(loadedBy(rules, twice))).toEqual(['.claude/rules/ts.md']);
    const others = [...twice, read('README.md'), read('src/a.ts')];
    const both = ['.claude/rules/ts.md', '.claude/rules/md.md'];
    expect(names(loadedBy(rules, others))).toEqual([...both, '.claude/rules/ts.md']);
    const strict = { again: 'after-compaction' } as const;
    expect(names(loadedBy(rules, others, strict))).toEqual(both);
    expect(names(loadedBy(rules, [...others, { type: 'compaction' }, read('src/a.ts')], strict))).toHaveLength(3);
  });

  it('[I3] a compaction: what was loaded at the start is read anew', () => {
    const loaded = loadedBy(files, [START, read('src/ui/a.ts'), { type: 'compaction' }]);
    expect(loaded.at(-1)).toMatchObject({ path: '/workspace/CLAUDE.md', reason: 'after a compaction' });
    expect(loaded.filter(({ reason }) => reason === 'after a compaction')).toHaveLength(1);
  });

  it('[I3] nothing for a file outside the workspace', () => {
    expect(loadedBy({ '~/CLAUDE.md': 'x' }, [{ type: 'read', path: '/home/agent/notes.md' }])).toEqual([]);
    expect(loadedBy({ '.claude/rules/a.md': RULE }, [{ type: 'read', path: '/workspace2/src/a.ts' }])).toEqual([]);
  });
});

describe('includes', () => {
  const included = (text: string, more: Readonly<Record<string, string>> = {}) => {
    const loaded = loadedBy({ 'CLAUDE.md': text, ...more });
    return { names: names(loaded).slice(1), notes: notes(loaded) };
  };

  it.each([
    ['beside it', '@./a.md', ['a.md']],
    ['by its name', 'See @a.md.', ['a.md']],
    ['in a folder', '@docs/b.md', ['docs/b.md']],
    ['of the home folder', '@~/own.md', ['~/own.md']],
    ['by its whole path', '(@/etc/motd.txt)', ['/etc/motd.txt']],
    ['each once', '@./a.md and @a.md and @./docs/../a.md', ['a.md']],
    ['in the order of the text', '@docs/b.md\n@./a.md', ['docs/b.md', 'a.md']],
    ['none in a fence', '```\n@./a.md\n```\n~~~~ts\n@./a.md\n~~~\n@./a.md\n~~~~', []],
    ['behind a fence', '````\n```\n````\n@./a.md', ['a.md']],
    ['none in backticks', 'Write `@./a.md` or ``@docs/b.md ` ``', []],
    ['none in an address or a package', 'me@a.md, @types/node, @someone', []],
    ['with Windows line ends', '@./a.md\r\n@docs/b.md\r\n', ['a.md', 'docs/b.md']],
  ])('[I2] %s', (_, text, expected) => {
    const files = { 'a.md': 'a', 'docs/b.md': 'b', '~/own.md': 'own', '/etc/motd.txt': 'motd' };
    expect(included(text, files)).toEqual({ names: expected, notes: [] });
  });

  it.each([
    ['that is missing', '@./gone.md', '@./gone.md, file not found'],
    ['that is no text', '@./logo.png', '@./logo.png, it is not a text file'],
    ['without an extension', '@./Makefile', '@./Makefile, it is not a text file'],
    ['that leaves the workspace', '@../other/CLAUDE.md', '@../other/CLAUDE.md, it is outside /workspace'],
    ['that leaves it on a detour', '@./a/../../../etc/passwd.md', 'it is outside /workspace'],
    ['in a folder whose name only begins alike', '@../workspace2/a.md', 'it is outside /workspace'],
    ['with a NUL character', '@./a\0.md', '@./a␀.md, its path contains a NUL character'],
    ['on a network drive', '@\\\\server\\share\\a.md', 'it is on a network drive'],
    ['on a network drive, with slashes', '@//server/share/a.md', 'it is on a network drive'],
    ['with backslashes', '@.\\a.md @./b\\c.md', '@./b\\c.md, its path must be written with slashes'],
    ['with a path that never ends', `@./${'a'.repeat(5_000)}.md`, 'its path is too long'],
    ['of 5 MB', '@./big.md', '@./big.md, it has more than 1,000,000 characters'],
  ])('[I2] leaves a note for a file %s', (_, text, note) => {
    const found = included(text, { 'big.md': 'x'.repeat(5_000_000), '/other/CLAUDE.md': 'x', '/workspace2/a.md': 'x' });
    expect(found.names).toEqual([]);
    expect(found.notes).toEqual([expect.stringContaining(note)]);
    expect(found.notes[0]).toMatch(/^Not included in \/workspace\/CLAUDE\.md: @.*\.$/);
  });

  it('[I2] is relative to the including file', () => {
    expect(included('@./docs/a.md', { 'docs/a.md': '@./b.md', 'docs/b.md': 'b', 'b.md': 'not this' }).names).toEqual([
      'docs/a.md',
      'docs/b.md',
    ]);
  });

  it('[I2] ends in a circle, and says who included what', () => {
    const loaded = loadedBy({ 'CLAUDE.md': '@./a.md', 'a.md': '@./b.md', 'b.md': '@./CLAUDE.md @./a.md @./b.md' });
    expect(loaded.map(({ reason, because }) => [reason, because])).toEqual([
      ['session start', undefined],
      ['included', '/workspace/CLAUDE.md'],
      ['included', '/workspace/a.md'],
    ]);
    expect(notes(loaded)).toEqual([]);
  });

  it('[I2] goes 5 deep', () => {
    const chain = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`${n}.md`, `@./${n + 1}.md`]));
    const found = included('@./0.md', chain);
    expect(found.names).toEqual(['0.md', '1.md', '2.md', '3.md', '4.md']);
    expect(found.notes).toEqual(['Not included in /workspace/4.md: @./5.md, includes are followed 5 deep.']);
  });

  it('[I2] of the user may reach the home folder, and nothing beside it', () => {
    const loaded = loadedBy({
      '~/.claude/CLAUDE.md': '@../notes.md @../../../etc/x.md',
      '~/notes.md': 'n',
      '/etc/x.md': 'x',
    });
    expect(names(loaded)).toEqual(['~/.claude/CLAUDE.md', '~/notes.md']);
    expect(notes(loaded)).toEqual([expect.stringContaining('it is outside /home/agent')]);
  });

  it('says that a file of a level is too large', () => {
    expect(notes(loadedBy({ 'CLAUDE.md': 'x'.repeat(5_000_000) }))).toEqual([
      'Not loaded: /workspace/CLAUDE.md, it has more than 1,000,000 characters.',
    ]);
  });
});

describe('whatever the files say', () => {
  const name = fc.constantFrom(
    'CLAUDE.md',
    'a.md',
    'b.md',
    'docs/c.md',
    '.claude/rules/d.md',
    '~/e.md',
    'src/CLAUDE.md',
  );
  const piece = fc.oneof(
    fc.constantFrom('@./a.md', '@b.md', '@./docs/c.md', '@../a.md', '@~/e.md', '@/workspace/b.md', '@./CLAUDE.md'),
    fc.constantFrom('```', '~~~', '`', '---\n', 'paths: [', 'paths: "**/*.md"\n', '\n---\n', '\0', '@\\\\x', ' '),
    fc.string({ maxLength: 20, unit: 'grapheme' }),
  );
  const files = fc.dictionary(
    name,
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(' ')),
  );
  const happening: fc.Arbitrary<Happening> = fc.oneof(
    fc.constantFrom<Happening>(START, { type: 'compaction' }),
    fc.constantFrom('a.md', 'src/deep/x.ts', 'docs/c.md', '..').map(read),
  );

  it('[I2] every file is loaded once, the order is stable, and it ends', () => {
    fc.assert(
      fc.property(files, fc.array(happening, { maxLength: 6 }), (tree, happenings) => {
        const loaded = loadedBy(tree, [START]);
        expect(new Set(names(loaded)).size).toBe(loaded.length);
        const reversed = Object.fromEntries(Object.entries(tree).reverse());
        expect(loadedBy(reversed, [START, ...happenings])).toEqual(loadedBy(tree, [START, ...happenings]));
        for (const { reason, because } of loaded) expect(because === undefined).toBe(reason !== 'included');
      }),
      { numRuns: 1_000 },
    );
  });
});
