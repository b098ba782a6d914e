import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ruleTexts } from '../scripts/rules/rule-texts';
import { objectRules, recordRules, turnRules } from './importers/recognise';
import { arrayRules } from './importers/recognition/array-rules';
import { messageRules } from './importers/recognition/message-rules';
import texts from './series/words/rule-texts.json';

const ROOT = join(import.meta.dirname, '..');
const book = readFileSync(join(ROOT, 'docs/rules.md'), 'utf8');
/** A key of the keyboard. */
const NO_RULES = new Set(["'F2'"]);

const headings = [...book.matchAll(/^### ([A-Z]\d+) · \S/gm)].map(([, id = '']) => id);
const rows = [...book.matchAll(/^\| (R-[A-Z]\d+) \|/gm)].map(([, id = '']) => id);

interface Source {
  readonly name: string;
  readonly text: string;
}

const sources: readonly Source[] = ['app', 'components', 'e2e', 'lib', 'scripts']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter((name) => /\.(?:tsx?|mjs)$/.test(name) && name !== 'lib/rules.test.ts')
  .map((name) => ({ name, text: readFileSync(join(ROOT, name), 'utf8') }));

function named(pattern: RegExp): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { name, text } of sources) {
    for (const [whole, id = ''] of text.matchAll(pattern)) if (!NO_RULES.has(whole)) found.set(id, name);
  }
  return found;
}

function unresolved(ids: ReadonlyMap<string, string>, known: readonly string[]): string[] {
  return [...ids].filter(([id]) => !known.includes(id)).map(([id, file]) => `${id} in ${file}`);
}

describe('docs/rules.md', () => {
  it('has a heading for every tag in the sources and in test names', () => {
    const tags = named(/\[([A-Z]\d{1,2})\]/g);
    expect(tags.size).toBeGreaterThan(80);
    expect(unresolved(tags, headings)).toEqual([]);
  });

  it('has a heading for every rule of a reason, a setting, a score or an equation', () => {
    const given = named(/(?:'|rule=")([A-Z]\d{1,2})(?:'|")/g);
    expect(given.size).toBeGreaterThan(50);
    expect(unresolved(given, headings)).toEqual([]);
  });

  it('has a row for every recognition rule, with its format', () => {
    const recognised = [...recordRules, ...objectRules, ...arrayRules, ...messageRules, ...turnRules];
    expect(unresolved(named(/\b(R-[A-Z]\d{1,2})\b/g), rows)).toEqual([]);
    expect(rows).toEqual([...new Set(recognised.map(({ rule }) => rule))]);
    for (const rule of recognised) {
      const row = book.split('\n').find((line) => line.startsWith(`| ${rule.rule} |`));
      if ('format' in rule) expect(row).toContain(rule.format);
      if ('format' in rule) expect(row).toContain(rule.because);
    }
  });

  it('is referenced by tags, never by section numbers of external papers', () => {
    const papers = sources.filter(({ text }) => /§\d|\b(?:engine|policies)\.md\b/.test(text)).map(({ name }) => name);
    expect(papers).toEqual([]);
  });

  it('matches what the page shows (npm run rules)', () => {
    expect(texts).toEqual(ruleTexts(book));
    expect(Object.keys(texts)).toEqual(headings);
  });

  it('starts each rule with a self-contained paragraph', () => {
    for (const [id, { summary }] of Object.entries(texts)) {
      expect(summary, id).toMatch(/^[A-Z`].*\.$/);
      expect(summary.length, id).toBeLessThanOrEqual(200);
    }
  });

  it('explains each rule once, in numerical order', () => {
    expect([...headings, ...rows]).toEqual([...new Set([...headings, ...rows])]);
    for (const section of new Set(headings.map((id) => id[0]))) {
      const numbers = headings.filter((id) => id[0] === section).map((id) => Number(id.slice(1)));
      expect(numbers, section).toEqual([...numbers].sort((a, b) => a - b));
    }
  });
});

describe('a rule', () => {
  const tests = sources.filter(({ name }) => /\.(?:test|spec|test-support)\.tsx?$/.test(name));
  /** The name may stand on the line after the call, and several tags at its beginning. */
  const NAMED_TEST = /\b\w+(?:\.\w+)*\((?:[^'"`\n]*\)\()?\s*(['"`])((?:\[[A-Z]\d{1,2}\]\s)+)/g;
  const proved = new Set(
    tests.flatMap(({ text }) =>
      [...text.matchAll(NAMED_TEST)].flatMap(([, , tags = '']) =>
        [...tags.matchAll(/[A-Z]\d{1,2}/g)].map(([id]) => id),
      ),
    ),
  );

  it.each(headings)('%s has a test that names it', (id) => {
    // A table of cases may stand between the call and the name.
    const isProved =
      proved.has(id) || tests.some(({ text }) => new RegExp(`\\]\\)\\('(?:\\[\\w+\\] )*\\[${id}\\]`).test(text));
    expect(isProved).toBe(true);
  });

  it.each(rows)('%s recognises a format in a test', (id) => {
    const test = sources.find(({ name }) => name.endsWith('/recognise.test.ts'));
    expect(test?.text).toMatch(new RegExp(`\\b${id}\\b`));
  });
});
