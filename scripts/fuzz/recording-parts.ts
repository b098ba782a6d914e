import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asArray, asObject, asText, type Json, parseJson } from '../../lib/base/json';
import {
  type Fixture,
  imported,
  type KnownFixture,
  knownFixture,
} from '../../lib/importers/damaged-fixtures.test-support';

/** Of a part, so that many cases fit into a second. */
const MOST_CHARACTERS = 16_000;
/** Of a text in it: a long one would be the whole part. */
const MOST_OF_TEXT = 800;
const MOST_PARTS = 8;

/** Parts of the recordings in a folder, with what comes out of each undamaged. Always the same, so that a seed repeats a run. */
export async function recordingParts(folder: string | undefined): Promise<readonly KnownFixture[]> {
  if (folder === undefined || folder === '') return [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
  const parts: KnownFixture[] = [];
  for (const name of names.filter((each) => /\.(?:jsonl?|traj)$/.test(each))) {
    for (const lines of partsOf(readFileSync(join(folder, name), 'utf8'), name.endsWith('.jsonl'))) {
      const { format } = await imported(new TextEncoder().encode(lines.join('\n')));
      if (format !== undefined) parts.push(await knownFixture({ format, name, lines } satisfies Fixture));
    }
  }
  return parts;
}

/** Each has the first record, and others in a row; of a document, as many values of its longest lists. */
export function partsOf(text: string, isLines: boolean): readonly (readonly string[])[] {
  const lines = isLines ? text.split('\n') : [text];
  const values = lines.flatMap((line) => {
    const parsed = parseJson(line);
    return parsed.ok ? [withShortTexts(parsed.value)] : [];
  });
  const [first, ...others] = values;
  if (first === undefined) return [];
  const count = Math.max(1, Math.min(MOST_PARTS, Math.ceil(JSON.stringify(values).length / MOST_CHARACTERS)));
  return Array.from({ length: count }, (_, part) => {
    const share = part / count;
    const head = cutTo(first, isLines ? MOST_CHARACTERS / 4 : MOST_CHARACTERS, share);
    const rest = fitting(others, MOST_CHARACTERS - JSON.stringify(head).length, share);
    return [head, ...rest].map((value) => JSON.stringify(value));
  });
}

function withShortTexts(value: Json): Json {
  const text = asText(value);
  // Some formats have JSON in a text; cut, it would be none.
  if (text !== undefined) return text.length <= MOST_OF_TEXT ? text : shortText(text);
  const items = asArray(value);
  if (items !== undefined) return items.map(withShortTexts);
  return mapped(value, withShortTexts);
}

function shortText(text: string): string {
  const inside = parseJson(text);
  const isNested = inside.ok && (asArray(inside.value) ?? asObject(inside.value)) !== undefined;
  return inside.ok && isNested ? JSON.stringify(withShortTexts(inside.value)) : text.slice(0, MOST_OF_TEXT);
}

/** The longest lists in it are cut, from this share of each on. */
function cutTo(value: Json, most: number, share: number): Json {
  const length = JSON.stringify(value).length;
  if (length <= most) return value;
  const items = asArray(value);
  if (items !== undefined) return fitting(items, most, share);
  const entries = Object.entries(asObject(value) ?? {});
  const [longest] = entries
    .map(([name, each]) => [name, JSON.stringify(each ?? null).length] as const)
    .toSorted((a, b) => b[1] - a[1]);
  if (longest === undefined) return value;
  const [longestName, itsLength] = longest;
  const left = Math.max(most - (length - itsLength), most / 4);
  return Object.fromEntries(
    entries.map(([name, each]) => [name, name === longestName ? cutTo(each ?? null, left, share) : (each ?? null)]),
  );
}

function fitting(items: readonly Json[], most: number, share: number): readonly Json[] {
  const start = Math.floor(items.length * share);
  const taken: Json[] = [];
  let length = 0;
  for (const item of items.slice(start)) {
    const short = cutTo(item, most / 2, share);
    length += JSON.stringify(short).length;
    if (length > most) break;
    taken.push(short);
  }
  return taken;
}

function mapped(value: Json, change: (value: Json) => Json): Json {
  const object = asObject(value);
  if (object === undefined) return value;
  return Object.fromEntries(
    Object.entries(object).map(([name, each]) => [name, each === undefined ? null : change(each)]),
  );
}
