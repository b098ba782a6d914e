import { exactValues } from '../../fidelity/values/exact-values';
import { statedValues } from '../../fidelity/values/value-changes';

/** What the workspace says against a fact. */
export type CodeObjection =
  /** A setting has another value, or a place that is named does not exist. */
  | { readonly type: 'refuted'; readonly by: string }
  /** The file that it names is elsewhere now. */
  | { readonly type: 'moved'; readonly from: string; readonly to: string };

const LONGEST_FILE = 200_000;
/** A word of prose may name many things. */
const CODE_NAME = /_|[a-z][A-Z]|^--|^[A-Z]{3}|\w\.\w/;
const LOCATES =
  /\b(?:is|are|lives?|sits?|stays?|found|located|defined|kept|stored|written|implemented|documented) (?:\w+ )?(?:in|at|under|inside|by)\b|\b(?:see|look (?:in|at))\b/i;
const PLANNED =
  /\b(?:will|should|must|shall|going to|plan\w*|create|add|write|move|rename|once|when|if|new file|todo)\b/i;

/** What the files of a workspace say, for comparing memories with them. */
export class CodeFacts {
  private readonly byName = new Map<string, string[]>();
  private readonly folders = new Set<string>();
  private keyed: ReadonlyMap<string, ReadonlyMap<string, string>> | undefined;

  /** By paths below the workspace. */
  constructor(
    private readonly files: ReadonlyMap<string, string>,
    /** If not, a file that is missing may exist all the same. */
    private readonly isWhole = true,
  ) {
    for (const path of files.keys()) {
      const steps = path.split('/');
      const name = steps.at(-1) ?? '';
      this.byName.set(name, [...(this.byName.get(name) ?? []), path]);
      for (let end = 1; end < steps.length; end++) this.folders.add(steps.slice(0, end).join('/'));
    }
  }

  /** Undefined if it says nothing against it. */
  objection(fact: string): CodeObjection | undefined {
    if (this.files.size === 0) return undefined;
    return this.otherValue(fact) ?? (this.isWhole ? this.otherPlace(fact) : undefined);
  }

  /** The only value that the code gives to the same name. */
  private otherValue(fact: string): CodeObjection | undefined {
    for (const { key, value } of statedValues(fact)) {
      if (!isCodeName(fact, key)) continue;
      const found = this.values().get(key);
      const [only] = found ?? [];
      if (found?.size === 1 && only !== undefined && !isSameValue(only[0], value))
        return { type: 'refuted', by: only[1] };
    }
    return undefined;
  }

  private otherPlace(fact: string): CodeObjection | undefined {
    for (const { type, value } of exactValues(fact)) {
      if (type !== 'path') continue;
      const path = value.replace(/^(?:\/workspace\/|\.\/)/, '').replace(/(?<![/:])[/:]+$/, '');
      if (path.startsWith('/') || path.startsWith('~') || path.includes('..') || !path.includes('/')) continue;
      if (this.files.has(path) || this.folders.has(path)) continue;
      const name = path.split('/').at(-1) ?? '';
      const others = this.byName.get(name) ?? [];
      const [to] = others;
      if (others.length === 1 && to !== undefined && name.includes('.')) return { type: 'moved', from: path, to };
      const isOfWorkspace = this.folders.has(path.split('/')[0] ?? '');
      if (others.length === 0 && isOfWorkspace && LOCATES.test(fact) && !PLANNED.test(fact)) {
        return { type: 'refuted', by: path };
      }
    }
    return undefined;
  }

  /** By name, the values that the code gives to it, with a file that does. */
  private values(): ReadonlyMap<string, ReadonlyMap<string, string>> {
    if (this.keyed !== undefined) return this.keyed;
    const keyed = new Map<string, Map<string, string>>();
    for (const [path, text] of this.files) {
      if (text.length > LONGEST_FILE || /\.(?:md|txt)$/i.test(path)) continue;
      for (const { key, value } of statedValues(text)) {
        const values = keyed.get(key) ?? new Map<string, string>();
        values.set(value.replaceAll('_', ''), path);
        keyed.set(key, values);
      }
    }
    this.keyed = keyed;
    return keyed;
  }
}

/** Settings of the code that a fact gives a value to. */
export function codeNamesIn(fact: string): readonly string[] {
  return statedValues(fact).flatMap(({ key }) => (isCodeName(fact, key) ? [key] : []));
}

/** Whether it names a place of the workspace. */
export function namesPath(fact: string): boolean {
  return exactValues(fact).some(({ type, value }) => type === 'path' && value.includes('/'));
}

function isCodeName(fact: string, key: string): boolean {
  const at = fact.toLowerCase().indexOf(key);
  return at !== -1 && CODE_NAME.test(fact.slice(at, at + key.length));
}

function isSameValue(a: string, b: string): boolean {
  const plain = (value: string) => value.replace(/[_,]/g, '').replace(/\.$/, '').toLowerCase();
  return plain(a) === plain(b);
}
