import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

/** The folders with texts that users and models read. */
const PLACES = [
  'app',
  'components',
  'e2e/support/gallery',
  'scripts/command-line',
  'lib/agent',
  'lib/agents',
  'lib/api',
  'lib/fidelity/scores',
  'lib/importers',
  'lib/judge',
  'lib/layers',
  'lib/policies',
  'lib/prompts',
  'lib/proxy',
  'lib/reading',
  'lib/series',
  'lib/simulator/explain',
  'lib/simulator/pipeline',
  'lib/state',
  'lib/storage',
  'lib/summarizers',
  'lib/transcript',
  'lib/worker',
];

const banned = bannedPhrases(readFileSync('docs/words.md', 'utf8'));

test('reads the list of banned phrases', () => {
  expect(banned.length).toBeGreaterThan(30);
  expect(banned).toContain('cannot be told');
});

test('finds texts in code and in JSX, on one line or several', () => {
  const code = `const a = <p title="held back">It waits\n    for you {\`not \${known} here\`}</p>;`;
  expect(textsIn('a.tsx', code)).toEqual(['held back', 'It waits for you ', 'not … here']);
});

test('no text that a user or a model reads contains a banned phrase', () => {
  const found = PLACES.flatMap(filesIn).flatMap((path) =>
    textsIn(path, readFileSync(path, 'utf8')).flatMap((text) =>
      banned.filter((phrase) => has(text, phrase)).map((phrase) => `${path}: “${phrase}” in “${text.slice(0, 120)}”`),
    ),
  );
  expect(found).toEqual([]);
});

function bannedPhrases(page: string): readonly string[] {
  const [, list = ''] = page.split('## Banned phrases');
  return [...list.matchAll(/^- (.+)$/gm)].flatMap(([, phrase]) => phrase ?? []);
}

/** As whole words: "are none" is not in "are nonetheless". */
function has(text: string, phrase: string): boolean {
  const at = text.toLowerCase().indexOf(phrase);
  return at !== -1 && !/\w/.test(text.charAt(at - 1)) && !/\w/.test(text.charAt(at + phrase.length));
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.(test|test-support|d)\.tsx?$/.test(path))
    .map((path) => join(folder, path));
}

/** String literals, templates and JSX texts, not the names of modules and types. */
function textsIn(path: string, code: string): readonly string[] {
  const texts: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) visit(each);
    if (!isNode(node)) return;
    const { type, value } = node;
    if (/^Import|^ExportAll|^TSLiteralType/.test(type)) return;
    if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') texts.push(value.replace(/\s+/g, ' '));
    if (type === 'TemplateLiteral' && Array.isArray(node.quasis)) {
      texts.push(node.quasis.map(({ value: piece }) => piece.raw.replace(/\s+/g, ' ')).join('…'));
    }
    for (const [key, child] of Object.entries(node)) if (key !== 'quasis') visit(child);
  };
  visit(parseSync(path, code).program);
  return texts.filter((text) => text.includes(' '));
}

interface Node {
  readonly [key: string]: unknown;
  readonly type: string;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
