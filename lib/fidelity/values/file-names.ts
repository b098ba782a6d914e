import { optional } from '../../base/optional';
import type { IndexedValue } from './value-index';

/** `src/a.ts:12`, `src/a.ts:12-20` */
const LINE = /(?<=[^\\/:]):\d+(?:[:-]\d+)?$/;
/** Where a name starts, if not at the root. */
const FROM_HERE = /^(?:\.{1,2}\/|~\/)+/;
/** `go test ./lib/...` */
const ALL_BELOW = /\/(?:\.{3}|\*\*?)?$/;

/** `src/a.ts:12` → `src/a.ts` */
export function withoutLine(path: string): string {
  return path.replace(LINE, '');
}

/** Without what depends on where one stands: `./src/a.ts:12` → `src/a.ts`. Absolute paths keep their root. */
export function plainName(path: string): string {
  const forward = path.includes('\\') ? path.replaceAll('\\', '/') : path;
  const name = forward.replace(LINE, '').replace(FROM_HERE, '').replace(ALL_BELOW, '');
  return name === '' ? forward : name;
}

/** `/w/src/a.ts:12` → `a.ts` */
export function lastStep(path: string): string {
  const plain = plainName(path);
  return plain.slice(plain.lastIndexOf('/') + 1);
}

/** The ends of a path that may name it: `/w/src/a.ts` → `w/src/a.ts`, `src/a.ts`, `a.ts`. */
export function endsOf(plain: string): string[] {
  const ends: string[] = [];
  for (let at = plain.indexOf('/'); at !== -1; at = plain.indexOf('/', at + 1)) ends.push(plain.slice(at + 1));
  return ends;
}

/**
 * [K2] The values that name the same file: with and without its folders, if no other file ends the same. Each group starts
 * with its longest name; values that have no other name are in none.
 */
export function sameFiles<Value extends Pick<IndexedValue, 'value'>>(paths: readonly Value[]): readonly Value[][] {
  const byPlain = new Map<string, Value[]>();
  for (const path of paths) {
    const plain = plainName(path.value);
    const known = byPlain.get(plain);
    if (known === undefined) byPlain.set(plain, [path]);
    else known.push(path);
  }
  // Only ends that are values themselves need the paths that they end.
  const longer = new Map<string, string[]>();
  for (const plain of byPlain.keys()) {
    for (const end of endsOf(plain)) {
      if (!byPlain.has(end)) continue;
      const known = longer.get(end);
      if (known === undefined) longer.set(end, [plain]);
      else known.push(plain);
    }
  }
  const groups = new Map<string, Value[]>();
  for (const [plain, values] of byPlain) {
    const whole = onlyOne(longer.get(plain)) ?? plain;
    groups.set(whole, [...(groups.get(whole) ?? []), ...values]);
  }
  return [...groups.values()]
    .filter(({ length }) => length > 1)
    .map((group) => group.sort((a, b) => plainName(b.value).length - plainName(a.value).length));
}

/** The path that all the others are ends of. */
function onlyOne(paths: readonly string[] | undefined): string | undefined {
  if (paths === undefined) return undefined;
  const longest = paths.reduce((a, b) => (b.length > a.length ? b : a));
  return paths.every((path) => path === longest || longest.endsWith(`/${path}`)) ? longest : undefined;
}

/** A way to name a file in a text. */
export interface FileName {
  readonly text: string;
  /** The folder before it, which must be the same if a text gives one. */
  readonly parent?: string;
}

/**
 * Its names as they are, and its last two steps, with either slash. A name of one step must be unambiguous, and so is given
 * as one of its values.
 */
export function namesInText({ value, names = [value] }: Pick<IndexedValue, 'value' | 'names'>): readonly FileName[] {
  const found = new Map<string, FileName>();
  const add = (plain: string, parent: string | undefined, hasBackslashes: boolean) => {
    for (const text of hasBackslashes ? [plain, plain.replaceAll('/', '\\')] : [plain]) {
      for (const each of isFolder(text) ? [text, `${text}/`] : [text]) {
        if (!found.has(each)) found.set(each, { text: each, ...optional('parent', parent) });
      }
    }
  };
  for (const name of names) if (!found.has(name)) found.set(name, { text: name });
  for (const name of names) add(plainName(name), undefined, name.includes('\\'));
  for (const name of names) {
    const plain = plainName(name);
    const end = endsOf(plain).at(-2) ?? '';
    // Before the last two steps: the last of the others.
    const parent = plain
      .slice(0, -end.length - 1)
      .split('/')
      .at(-1);
    if (end.length > SHORTEST_END) add(end, parent, name.includes('\\'));
  }
  return [...found.values()];
}

/** `a/b.c` may be anything. */
const SHORTEST_END = 5;
const STEP_BEFORE = /(?:^|[^\w.@~+…-])([\w.@~+…-]*)[\\/]$/;
const LONGEST_STEP = 80;

/** Whether the folder before this place of a text is the one that the name needs. */
export function isNamedAt(text: string, start: number, { parent }: FileName): boolean {
  if (parent === undefined || !/[\\/]/.test(text.charAt(start - 1))) return true;
  const step = STEP_BEFORE.exec(text.slice(Math.max(0, start - LONGEST_STEP), start))?.[1];
  return step === undefined || step === parent || /^(?:[.…]*|~)$/.test(step);
}

/** A path through it names it, too. */
function isFolder(plain: string): boolean {
  return /[\\/]/.test(plain) && !/\.[^\\/.]*$/.test(plain);
}
