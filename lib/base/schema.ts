import * as v from 'valibot';
import { isJson, isObject, type Json, type JsonObject } from './json';
import { fail, ok, type Result } from './result';
import { shown } from './shown';

/** What a schema makes of a value from outside, readonly. JSON is so already, and has no end. */
export type Parsed<Schema extends v.GenericSchema> = Frozen<v.InferOutput<Schema>>;

type Frozen<Value> = Value extends string | number | boolean | null | undefined
  ? Value
  : JsonObject extends Value
    ? Value
    : readonly Json[] extends Value
      ? Value
      : { readonly [Name in keyof Value]: Frozen<Value[Name]> };

/** The first thing that is wrong is told, with its place: `item 2 of "files": "path" must be a string`. */
export function parseBy<Value>(schema: v.GenericSchema<unknown, Value>, value: unknown): Result<Value> {
  const parsed = v.safeParse(schema, value, { abortEarly: true });
  return parsed.success ? ok(parsed.output) : fail(problemWords(parsed.issues[0]));
}

// Words that begin with "must" or "is" go on from the name of the field; others are a sentence.

export const text = v.string('must be a string');
export const flag = v.boolean('must be true or false');
/** `1e999` in a file parses to Infinity and would spread through every sum. */
export const number = v.custom<number>((value) => Number.isFinite(value), 'must be a number');
/** Of tokens, bytes, milliseconds. */
export const count = v.custom<number>(
  (value) => Number.isFinite(value) && Number(value) >= 0,
  'must be a number from 0',
);
export const json = v.custom<Json>(isJson, 'must be JSON');
export const jsonObject = v.custom<JsonObject>((value) => isObject(value) && isJson(value), 'must be an object');
/** For what is parsed further by code. */
export const fieldsOfAny = v.custom<Readonly<Record<string, unknown>>>(isObject, 'must be an object');
/** The library's own `record` leaves out what is called `constructor` or `prototype`, which a file may be. */
export const textTable = v.custom<Readonly<Record<string, string>>>(
  (value) => isObject(value) && Object.values(value).every((item) => typeof item === 'string'),
  'must be an object of strings',
);

export const numberTable = v.custom<Readonly<Record<string, number>>>(
  (value) => isObject(value) && Object.values(value).every((item) => Number.isFinite(item)),
  'must be an object of numbers',
);

/** A string that cannot be passed where another kind of string is meant. */
export function textAs<Id extends string>() {
  return v.custom<Id>((value) => typeof value === 'string', 'must be a string');
}

/** Not blank, and not longer. */
export function textWithin(longest: number) {
  const words = `must be a text of 1 to ${longest} characters`;
  return v.pipe(
    v.string(words),
    v.check((given) => given.trim() !== '' && given.length <= longest, words),
  );
}

export function oneOf<const Words extends readonly string[]>(words: Words) {
  return v.picklist(words, `must be one of ${words.join(', ')}`);
}

export function exactly<const Value extends string | number>(value: Value) {
  return v.literal(value, ({ input }) => `is ${shown(input)}, but must be ${value}`);
}

export function listOf<const Item extends v.GenericSchema>(item: Item) {
  return v.array(item, 'must be a list');
}

/** Fields that are not named here are left out. */
export function object<const Fields extends v.ObjectEntries>(fields: Fields) {
  return v.object(fields, (issue) => objectWords(fields, issue));
}

/** Refuses other fields than these: one that is misspelt would silently leave what it was to change. */
export function exactObject<const Fields extends v.ObjectEntries>(fields: Fields) {
  return v.pipe(
    // To the library a list is an object too.
    v.custom<object>(isObject, `must be an object with ${Object.keys(fields).join(', ')}`),
    v.strictObject(fields, (issue) => objectWords(fields, issue)),
  );
}

/** For what is worth keeping with a part of it damaged: see `ifGood` and `goodOf`. */
export function forgivingObject<const Fields extends v.ObjectEntries>(fields: Fields) {
  return v.pipe(object(fields), v.transform(withoutUndefined));
}

/** Left out of a `forgivingObject` where it is damaged. */
export function ifGood<const Schema extends v.GenericSchema>(schema: Schema) {
  return v.fallback(v.optional(schema), undefined);
}

/** What stands instead where it is missing or damaged. */
export function goodOr<const Schema extends v.GenericSchema>(schema: Schema, usual: v.InferOutput<Schema>) {
  return v.fallback(schema, () => usual);
}

/** The items that are no such are left out. None where there is no list. */
export function goodOf<const Item extends v.GenericSchema>(item: Item) {
  const good = (value: unknown): readonly v.InferOutput<Item>[] => {
    const parsed = v.safeParse(item, value, { abortEarly: true });
    return parsed.success ? [parsed.output] : [];
  };
  return v.fallback(
    v.pipe(
      v.array(v.unknown()),
      v.transform((items) => items.flatMap(good)),
    ),
    () => [],
  );
}

export function variants<const Options extends v.VariantOptions<'type'>>(options: Options) {
  return v.variant('type', options, ({ path, input, expected }) =>
    path === undefined
      ? 'must be an object'
      : `is ${shown(input)}, but must be one of ${String(expected).replace(/[()"]/g, '').replaceAll(' | ', ', ')}`,
  );
}

/** What of the given is parsed further by code: what that refuses is a sentence. */
export function byCode<Given, Value>(given: v.GenericSchema<unknown, Given>, parse: (value: Given) => Result<Value>) {
  return v.pipe(
    given,
    v.rawTransform<Given, Value>(({ dataset, addIssue, NEVER }) => {
      const parsed = parse(dataset.value);
      if (parsed.ok) return parsed.value;
      addIssue({ message: parsed.error });
      return NEVER;
    }),
  );
}

type WithoutUndefined<Fields> = {
  [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name];
} & { [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<Fields[Name], undefined> };

function withoutUndefined<Fields extends object>(fields: Fields): WithoutUndefined<Fields> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  // An entry that is undefined is one that may be missing.
  return Object.fromEntries(given) as WithoutUndefined<Fields>;
}

function problemWords({ path: steps, expected, message }: v.BaseIssue<unknown>): string {
  // The words name a field that is unknown themselves.
  const path: readonly v.IssuePathItem[] = (expected === 'never' ? steps?.slice(0, -1) : steps) ?? [];
  const places: string[] = [];
  for (const { type, key } of path) {
    const isOfNamed = type === 'array' && places.at(-1)?.startsWith('"');
    const item = `item ${Number(key) + 1}`;
    places.push(isOfNamed ? `${item} of ${places.pop()}` : type === 'array' ? item : shown(key));
  }
  const goesOn = /^(?:must|is) /.test(message);
  const field = goesOn && path.at(-1)?.type !== 'array' ? places.pop() : undefined;
  const where = places.map((place) => `${place.startsWith('"') ? `in ${place}` : place}: `).join('');
  if (field !== undefined) return `${where}${field} ${message}`;
  return goesOn && where === '' ? `it ${message}` : where + message;
}

function objectWords(fields: v.ObjectEntries, { path, expected }: v.BaseIssue<unknown>): string {
  const [field] = path ?? [];
  if (field === undefined) return 'must be an object';
  if (expected === 'never') return `unknown field ${shown(field.key)}; expected: ${Object.keys(fields).join(', ')}`;
  // What is missing is told what it must be, as is what is of another kind.
  const schema: object = fields[String(field.key)] ?? {};
  const message = 'message' in schema ? schema.message : undefined;
  return typeof message === 'function' ? message({ input: undefined }) : String(message ?? 'is missing');
}
