import { optional } from '../../base/optional';
import { isAddedByProgram } from '../files/path-claims';
import { SourcePaths } from '../files/source-paths';
import type { TextRange } from '../text/text-range';
import type { Cut } from '../values/cut';
import { exactValues } from '../values/exact-values';
import { MAX_MARKS, RemainingParts } from '../values/held-parts';
import type { IndexedValue, PartPlace, ValueIndex } from '../values/value-index';
import type { ScoreItem } from './score';

/** [K7] The distinct exact values of the result, and the last occurrence of each in the removed messages. */
export function groundedItems(index: ValueIndex, { left, stays }: Cut, made: RemainingParts): ScoreItem[] {
  const source = new Source(index, left, stays);
  return [...valuesIn(index, made.text)].map(([value, ranges]) => {
    const found = source.find(value);
    return {
      state: found === undefined ? 'missing' : 'found',
      text: value.value,
      kind: value.type,
      ...optional('was', found?.place),
      marks: made.marks(ranges),
    };
  });
}

function valuesIn(index: ValueIndex, text: string): Map<IndexedValue, readonly TextRange[]> {
  const values = new Map<string, { readonly value: IndexedValue; readonly ranges: TextRange[] }>();
  for (const { type, value, start, end } of exactValues(text, index.words)) {
    if (type === 'path' && isAddedByProgram(text, start)) continue;
    const known = values.get(value) ?? { value: { ...(index.value(value) ?? { value, rows: [] }), type }, ranges: [] };
    if (known.ranges.length === 0) values.set(value, known);
    if (known.ranges.length < MAX_MARKS) known.ranges.push({ start, end });
  }
  return new Map([...values.values()].map(({ value, ranges }) => [value, ranges]));
}

/** The source of a summary. */
class Source {
  private readonly rows: ReadonlySet<number>;
  private readonly tools: ReadonlySet<string>;
  private texts: RemainingParts | undefined;
  private paths: SourcePaths | undefined;

  constructor(
    private readonly index: ValueIndex,
    private readonly left: Cut['left'],
    stays: Cut['stays'],
  ) {
    const places = left.flatMap(({ place }) => place ?? []);
    this.rows = new Set([...places, ...stays].map((place) => index.rowOf(place)));
    this.tools = new Set(left.flatMap(({ part }) => (part.kind === 'tool-call' ? [part.name] : [])));
  }

  /** First as a value: only values not found that way are searched in all texts, and paths under other roots. */
  find(value: IndexedValue): { readonly place?: PartPlace } | undefined {
    const row = value.rows.findLast((each) => this.rows.has(each));
    if (row !== undefined) return { place: this.index.placeOf(row) };
    if (this.tools.has(value.value)) return {};
    this.texts ??= new RemainingParts(this.index, { stays: [], made: this.left.map(({ part }) => part) });
    for (const way of waysToStand(value)) {
      const [mark] = this.texts.marks(this.texts.rangesOf(way));
      if (mark !== undefined) return optional('place', this.left[mark.made]?.place);
    }
    if (value.type !== 'path') return undefined;
    this.paths ??= new SourcePaths(this.pathsIn());
    return this.paths.has(value.value) ? {} : undefined;
  }

  private *pathsIn(): Generator<string> {
    for (const row of this.rows) {
      for (const { type, value, names } of this.index.valuesAt(this.index.placeOf(row))) {
        if (type === 'path') yield* names ?? [value];
      }
    }
  }
}

/** A folder occurs if a path goes through it; Windows paths may be written with forward slashes. */
function waysToStand(value: IndexedValue): readonly IndexedValue[] {
  if (value.type !== 'path') return [value];
  const folder = value.value.replace(/[\\/]$/, '');
  const ways = [value.value, folder, `${folder}/`];
  return [...ways, ...ways.map((way) => way.replaceAll('/', '\\'))].map((way) => ({ ...value, value: way }));
}
