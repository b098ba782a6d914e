import { namesDefinedIn } from '../sight/names-defined';
import type { AddedLine, ChangedFile } from './change-in-sight';

/** What speaks against a part of a change. */
export interface Finding {
  readonly path: string;
  readonly line?: number;
  readonly what: string;
}

interface LineFault {
  readonly in: RegExp;
  readonly where: RegExp;
  readonly what: (...groups: readonly string[]) => string;
}

const lineFaults: readonly LineFault[] = [
  {
    in: /(?:\.awk|\.js|\.ts|\.py)$/,
    where: /\/ ([a-z_]\w*)\b(?!["'(])/,
    what: (divisor = '') => `it divides by ${divisor}, which may be 0.`,
  },
  {
    in: /(?:\.sh|^[\w-]+)$/,
    where: /\[ -[nz] (\$\w+) \]/,
    what: (name = '') => `${name} is not quoted: a value with a blank breaks the test.`,
  },
  { in: /./, where: /\b(TODO|FIXME|XXX)\b/, what: (word = '') => `an open ${word}.` },
];

const FRACTIONS = /whole cents/i;
const DIVIDES = /(?<!int\()(?<!["'/\\])\b[\w.\])]{1,200} \/ [\w(]/;

/** Only what can be seen in the lines themselves, and in the rules that are in sight. */
export function faultsOf(part: ChangedFile, rules: string): readonly Finding[] {
  const forbidden = forbiddenPlace(part.path, rules);
  return [
    ...(forbidden === undefined ? [] : [{ path: part.path, what: `the rules say: “${forbidden}”` }]),
    ...part.added.filter(isCodeLine).flatMap((added) => faultsOfLine(part.path, added, rules)),
  ];
}

function isCodeLine({ text }: AddedLine): boolean {
  return !/^\s*(?:#|\/\/)/.test(text);
}

function faultsOfLine(path: string, { line, text }: AddedLine, rules: string): readonly Finding[] {
  const found = lineFaults.flatMap(({ in: files, where, what }) => {
    const [hit, ...groups] = files.test(path) ? (where.exec(text) ?? []) : [];
    return hit === undefined ? [] : [{ path, line, what: what(...groups) }];
  });
  const isFraction = path.endsWith('.awk') && FRACTIONS.test(rules) && DIVIDES.test(text);
  return isFraction
    ? [...found, { path, line, what: 'the result has fractions of a cent, and the rules want whole cents.' }]
    : found;
}

const FORBIDDEN = /Never (?:change|edit|touch|modify)\b[^`\n]{0,300}\bunder `([^`\n]{1,300})`[^.\n]{0,300}\./g;

/** The rule that forbids to change this file. */
function forbiddenPlace(path: string, rules: string): string | undefined {
  for (const [rule, folder = ''] of rules.matchAll(FORBIDDEN)) {
    if (path === folder || path.startsWith(`${folder.replace(/\/$/, '')}/`)) return rule;
  }
  return undefined;
}

const BUILT_IN = new Set(
  'if while for switch return function substr sub gsub split length index match sprintf printf print int toupper tolower close system sin cos exp log sqrt rand srand getline in and or not'.split(
    ' ',
  ),
);
const MOST_NAMES = 8;

/** The functions that added lines call, and that the file itself does not define. */
export function namesCalled(added: readonly AddedLine[], text: string): readonly string[] {
  const own = new Set(namesDefinedIn(text));
  const called = added
    .filter(isCodeLine)
    .flatMap(({ text: line }) =>
      [...line.replace(/"(?:[^"\\]|\\.){0,1000}"/g, '""').matchAll(/\b([a-z_]\w*)\(/g)].map(([, name = '']) => name),
    );
  return [...new Set(called)].filter((name) => !BUILT_IN.has(name) && !own.has(name)).slice(0, MOST_NAMES);
}
