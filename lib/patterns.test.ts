import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { type Attack, attacksOn } from './base/patterns/pattern-attacks.test-support';
import { growthOf } from './base/patterns/pattern-growth.test-support';
import recorded from './base/patterns/recorded-attacks.json';

const PLACES = ['app', 'components', 'lib', 'scripts'];

interface Exempt {
  readonly file: string;
  /** With what its pattern starts; all of the file, if missing. */
  readonly starts?: string;
  readonly because: string;
}

/** Patterns that may take the square of their text, because it is short or our own. A new pattern is not among them. */
const EXEMPT: readonly Exempt[] = [
  { file: 'lib/agents/progress.ts', starts: '^["', because: 'the answer is cut to 1,000 characters' },
  { file: 'lib/agents/progress.ts', starts: 'You said', because: 'it reads a request of ours' },
  { file: 'lib/fidelity/calibration/', because: 'it reads labelled sessions that we wrote' },
  { file: 'lib/fidelity/rules/rule-cues', because: 'sentences have at most 500 characters' },
  { file: 'lib/fidelity/rules/user-rules.ts', starts: '(?:\\s|,|', because: 'sentences have at most 500 characters' },
  { file: 'lib/fidelity/values/commands-in.ts', starts: '(?:\\s*\\d?>', because: 'longer commands are not read' },
  { file: 'lib/importers/cline/task-title.ts', starts: '<', because: 'a title has at most 80 characters' },
  { file: 'lib/memory/calibration/', because: 'it reads labelled dialogues that we wrote' },
  { file: 'lib/memory/dreaming/dream-request.ts', because: 'it reads a request of ours' },
  {
    file: 'lib/memory/extraction/extract-offline.ts',
    starts: '[,;:]',
    because: 'sentences have at most 500 characters',
  },
  { file: 'lib/memory/extraction/extraction-request.ts', because: 'it reads a request of ours' },
  { file: 'lib/memory/extraction/kind-of-sentence.ts', because: 'sentences have at most 500 characters' },
  { file: 'lib/memory/extraction/memory-rules.ts', because: 'it reads a system prompt of ours' },
  { file: 'lib/pages/inline-scripts.ts', because: 'it reads pages that we built' },
  { file: 'scripts/package/installed.ts', because: 'it reads the package that we built' },
  { file: 'scripts/package/notices.ts', because: 'it reads our own sources' },
  { file: 'lib/state/shared/typed-number.ts', because: 'longer numbers are not read' },
  { file: 'lib/transcript/text-items.ts', because: 'it reads the text notation of our tests' },
  { file: 'lib/agent/scripted/requests/several.ts', because: 'longer prompts are not read' },
];

/** What `recheck` found for patterns as they were, by file: for those that are there now. */
const RECORDED: Readonly<Record<string, readonly (readonly string[])[]>> = recorded;

interface Pattern {
  readonly file: string;
  readonly pattern: RegExp;
}

test('finds every pattern of a file, and makes one of `split` global', () => {
  const code = `const a = /x+$/i; text.split(/,\\s+/); other(() => <p title={/b/.test(c) ? 'd' : '/e/'} />);`;
  expect(patternsOf('a.tsx', code).map(({ pattern }) => String(pattern))).toEqual(['/x+$/i', '/,\\s+/g', '/b/']);
});

test.each([
  ['a square', /^[ \t]*(?:[-*+]|\d+[.)])?[ \t]*\[([ xX~>-])\][ \t]+(\S.*)$/gm],
  ['a square at the end', /[.,;]+$/],
  ['a cube', /^```(?:json)?\s*([\s\S]*?)\s*```$/],
  ['an exponent', /^(?:a+)+$/],
  ['words', /Memories:\n([\s\S]*?)\n\nTypes:/],
])('notices %s', (_, pattern) => {
  expect(growthOf(pattern, attacksOn(pattern))).toBeDefined();
});

test.each([/(?<![.,;])[.,;]+$/, /^\s*-\s+(?!\s)(.*)$/, /\b\w+\b/g, /"[^"\n]{12,2000}"/])('passes %s', (pattern) => {
  expect(growthOf(pattern, attacksOn(pattern))).toBeUndefined();
});

test('no pattern takes more than its share of time for a longer text', () => {
  const seen = new Set<string>();
  const grown: string[] = [];
  for (const { file, pattern } of PLACES.flatMap(patternsIn)) {
    if (seen.has(String(pattern)) || EXEMPT.some((exempt) => isExempt(exempt, file, pattern))) continue;
    seen.add(String(pattern));
    const growth = growthOf(pattern, [...attacksOn(pattern), ...recordedFor(file)]);
    if (growth !== undefined) grown.push(`${file}: ${pattern} on ${JSON.stringify(growth)}`);
  }
  expect(seen.size).toBeGreaterThan(900);
  expect(grown).toEqual([]);
}, 300_000);

test('every exemption and every recorded attack is of a file that is there', () => {
  const all = PLACES.flatMap(patternsIn);
  const idle = EXEMPT.filter((exempt) => !all.some(({ file, pattern }) => isExempt(exempt, file, pattern)));
  expect(idle).toEqual([]);
  expect(Object.keys(RECORDED).filter((file) => !existsSync(file))).toEqual([]);
});

function isExempt({ file, starts = '' }: Exempt, ofFile: string, { source }: RegExp): boolean {
  return ofFile.startsWith(file) && source.startsWith(starts);
}

function recordedFor(file: string): readonly Attack[] {
  return (RECORDED[file] ?? []).map(([prefix = '', pump = '', suffix = '']) => ({ prefix, pump, suffix }));
}

function patternsIn(folder: string): readonly Pattern[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.(?:test|test-support|d)\.tsx?$/.test(path))
    .map((path) => join(folder, path))
    .flatMap((file) => patternsOf(file, readFileSync(file, 'utf8')));
}

function patternsOf(file: string, code: string): readonly Pattern[] {
  const found: Pattern[] = [];
  const visit = (node: unknown, isSplitting: boolean): void => {
    if (Array.isArray(node)) for (const each of node) visit(each, isSplitting);
    if (!isNode(node)) return;
    const { type, regex, callee } = node;
    if (type === 'Literal' && isRegex(regex)) {
      const flags = isSplitting && !regex.flags.includes('g') ? `${regex.flags}g` : regex.flags;
      found.push({ file, pattern: new RegExp(regex.pattern, flags) });
    }
    // It looks for the pattern everywhere, not once.
    const splits =
      type === 'CallExpression' && isNode(callee) && isNode(callee.property) && callee.property.name === 'split';
    for (const [key, child] of Object.entries(node)) if (key !== 'regex') visit(child, splits && key === 'arguments');
  };
  visit(parseSync(file, code).program, false);
  return found;
}

interface Node {
  readonly [key: string]: unknown;
  readonly type: string;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function isRegex(value: unknown): value is { readonly pattern: string; readonly flags: string } {
  return typeof value === 'object' && value !== null && 'pattern' in value && typeof value.pattern === 'string';
}
