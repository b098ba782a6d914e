import { describe, expect, it } from 'vitest';
import { readFrontMatter } from './front-matter';

describe('front matter', () => {
  it.each([
    ['a list', '---\npaths:\n  - "**/*.md"\n  - src/*.ts\n---\n\nText', ['**/*.md', 'src/*.ts']],
    ['a list that is not indented', "---\npaths:\n- 'a.md'\ntitle: x\n---\nText", ['a.md']],
    ['a list on one line', '---\npaths: ["a.md", b.md]\n---\nText', ['a.md', 'b.md']],
    ['patterns with commas between them', '---\npaths: src/**, "*.{ts,tsx}"\n---\nText', ['src/**', '*.{ts,tsx}']],
    ['a comma in braces', '---\npaths: *.{ts,tsx}, a.md\n---\nText', ['*.{ts,tsx}', 'a.md']],
    ['Windows line ends and a byte order mark', '\uFEFF---\r\npaths:\r\n  - a.md\r\n---\r\nText', ['a.md']],
    ['a comment in the list', '---\npaths:\n  # all\n  - a.md\n---\nText', ['a.md']],
  ])('[I3] has paths as %s', (_, source, paths) => {
    expect(readFrontMatter(source)).toEqual({ text: 'Text', paths });
  });

  it.each([
    ['without front matter', 'Text\n---\npaths: a\n---', { text: 'Text\n---\npaths: a\n---' }],
    ['without paths', '---\ntitle: a\n---\nText', { text: 'Text' }],
    ['empty', '', { text: '' }],
  ])('is none of it: %s', (_, source, expected) => {
    expect(readFrontMatter(source)).toEqual(expected);
  });

  it.each([
    ['that has no end', '---\npaths: a.md\nText', 'its front matter has no end', '---\npaths: a.md\nText'],
    ['that is too long', `---\n${'a: b\n'.repeat(300)}---\nText`, 'its front matter has no end', undefined],
    ['with a list that is not closed', '---\npaths: [a.md\n---\nText', 'cannot be read', 'Text'],
    ['with a quotation mark that is not closed', '---\npaths:\n  - "a.md\n---\nText', 'cannot be read', 'Text'],
    ['with something else in the list', '---\npaths:\n  a.md\n---\nText', 'cannot be read', 'Text'],
    ['with no paths in the list', '---\npaths:\n---\nText', 'cannot be read', 'Text'],
  ])('[I3] says what is wrong with one %s', (_, source, problem, text) => {
    const found = readFrontMatter(source);
    expect(found.problem).toContain(problem);
    expect(found.paths).toBeUndefined();
    if (text !== undefined) expect(found.text).toBe(text);
  });

  it('reads 5 MB', () => {
    const source = `---\n${'x'.repeat(5_000_000)}`;
    expect(readFrontMatter(source)).toMatchObject({ problem: 'its front matter has no end' });
  });
});
