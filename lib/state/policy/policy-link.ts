import { asArray, asText, type Json, type JsonObject, parseJson } from '../../base/json';
import { fail, type Result } from '../../base/result';
import { policies } from '../../policies/index';
import { parsePolicy } from '../../policies/parse-policy';
import type { Policy } from '../../policies/shape/policy';

/** A policy in a link: the closest preset, and the differences from it, by path. */
export interface LinkedPolicy {
  readonly preset: string;
  readonly changes: Texts;
}

type Texts = ReadonlyMap<string, string>;

/** What the preset has and the policy lacks. */
const REMOVED = '';

/** To parse what is no JSON is slow, and words are most of a policy. */
const STARTS_LIKE_JSON = /^[\s{["\d\-tfn]/;

/** Cached, because a link is written for every step of a slider. */
const presets: ReadonlyMap<string, Texts> = new Map(policies.map((preset) => [preset.id, textsOf(preset)]));

/** And by policy, because Compare asks for those of all columns whenever it is drawn. */
const linked = new WeakMap<Policy, LinkedPolicy>();

export function linkedPolicy(policy: Policy): LinkedPolicy {
  const found = linked.get(policy) ?? nearestPreset(policy);
  linked.set(policy, found);
  return found;
}

function nearestPreset(policy: Policy): LinkedPolicy {
  const wanted = textsOf(policy);
  const all = [...presets].map(([preset, texts]) => ({ preset, changes: changesBetween(texts, wanted) }));
  return all.reduce((nearest, next) => (lengthOf(next) < lengthOf(nearest) ? next : nearest));
}

/** Fails if there is no such preset or setting, or if a value is out of range. */
export function policyOfLink({ preset: id, changes }: LinkedPolicy): Result<Policy> {
  const preset = presets.get(id);
  if (preset === undefined) return fail(`unknown preset "${id}"; expected one of: ${[...presets.keys()].join(', ')}`);
  const texts = new Map(preset);
  for (const [path, text] of changes) {
    if (text === REMOVED) texts.delete(path);
    else texts.set(path, text);
  }
  return policyOfTexts(texts);
}

function changesBetween(preset: Texts, wanted: Texts): Texts {
  const removed = [...preset.keys()].filter((path) => !wanted.has(path));
  const changed = [...wanted].filter(([path, text]) => preset.get(path) !== text);
  return new Map([...removed.map((path) => [path, REMOVED] as const), ...changed]);
}

function lengthOf({ changes }: LinkedPolicy): number {
  return [...changes].reduce((sum, [path, text]) => sum + path.length + text.length, 0);
}

/**
 * All of a policy by path. Of a list there are the names in their order, and what each has under a path of its own:
 *
 *   layers: [{ layer: 'snip', isOn: true, settings }]      policy.layers ["snip"]   snip.isOn true   snip.keep 3   …
 *   eras:   [{ thresholds }, { fromVersion, thresholds }]  policy.eras [null,"2.1"]
 *             where all eras have the same                 thresholds.percent 100
 *             else one value for each                      thresholds.bufferTokens [13000,0]
 */
function textsOf({ eras, bands, layers, ...fields }: Policy): Texts {
  const groups: readonly (readonly [string, object])[] = [
    ['policy', fields],
    ['policy', { eras: eras.map(({ fromVersion }) => fromVersion ?? null), layers: layers.map(({ layer }) => layer) }],
    ['policy', bands === undefined ? {} : { bands: bands.map(({ name }) => name) }],
    ['thresholds', inColumns(eras.map(({ thresholds }) => thresholds))],
    ['bands', (bands ?? []).map(({ fromPercent }) => fromPercent)],
    ...layers.map(({ layer, isOn, settings }) => [layer, { isOn, ...settings }] as const),
  ];
  const texts = new Map<string, string>();
  for (const [group, values] of groups) {
    for (const [name, value] of Object.entries(values)) {
      for (const [path, each] of entriesOf(`${group}.${name}`, value)) texts.set(path, textOf(each));
    }
  }
  return texts;
}

/** Each entry of a table separately, unless it is empty. */
function entriesOf(path: string, value: unknown): readonly (readonly [string, unknown])[] {
  const isTable = typeof value === 'object' && value !== null && !Array.isArray(value);
  const entries = isTable ? Object.entries(value) : [];
  return entries.length === 0 ? [[path, value]] : entries.map(([name, each]) => [`${path}.${name}`, each]);
}

function inColumns(rows: readonly object[]): Readonly<Record<string, unknown>> {
  const [first = {}] = rows;
  return Object.fromEntries(
    Object.keys(first).map((name) => {
      const column = rows.map((row) => new Map(Object.entries(row)).get(name));
      return [name, column.every((value) => value === column[0]) ? column[0] : column];
    }),
  );
}

/** Words without quotes if they cannot be mistaken for JSON. */
function textOf(value: unknown): string {
  const isWord =
    typeof value === 'string' && value !== REMOVED && !(STARTS_LIKE_JSON.test(value) && parseJson(value).ok);
  return isWord ? value : JSON.stringify(value);
}

function jsonOf(text: string): Json {
  const json = parseJson(text);
  return json.ok ? json.value : text;
}

function policyOfTexts(texts: Texts): Result<Policy> {
  const { policy = {}, thresholds = {}, bands = {}, ...layers } = groupsOf(texts);
  const parsed = parsePolicy({
    ...policy,
    eras: eachOf(policy.eras, (version, place) => ({
      ...(version === null ? {} : { fromVersion: version }),
      thresholds: rowOf(thresholds, place),
    })),
    ...(policy.bands === undefined
      ? {}
      : { bands: eachOf(policy.bands, (name, place) => ({ name, fromPercent: bands[place] })) }),
    layers: eachOf(policy.layers, (layer) => {
      const { isOn, ...settings } = layers[asText(layer) ?? ''] ?? {};
      return { layer, isOn, settings };
    }),
  });
  if (!parsed.ok) return parsed;
  // Reject what belongs to no layer, era or band of the policy.
  const understood = textsOf(parsed.value);
  const stray = [...texts].find(([path, text]) => understood.get(path) !== textOf(jsonOf(text)));
  return stray === undefined ? parsed : fail(`there is no place for "${stray.join('=')}"`);
}

/** Split at the first two dots: tool names may contain more. */
function groupsOf(texts: Texts): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries([...byFirstDot(texts)].map(([group, fields]) => [group, objectOf(fields)]));
}

type Fields = readonly (readonly [string, string])[];

function objectOf(fields: Fields): JsonObject {
  const pairs = fields.filter(([path]) => !path.includes('.'));
  const tables = byFirstDot(fields.filter(([path]) => path.includes('.')));
  return {
    ...Object.fromEntries([...tables].map(([name, entries]) => [name, jsonPairs(entries)])),
    ...jsonPairs(pairs),
  };
}

function jsonPairs(fields: Fields): JsonObject {
  return Object.fromEntries(fields.map(([name, text]) => [name, jsonOf(text)]));
}

/** What follows the dot, by what precedes it. */
function byFirstDot(fields: Iterable<readonly [string, string]>): ReadonlyMap<string, Fields> {
  const groups = new Map<string, (readonly [string, string])[]>();
  for (const [path, text] of fields) {
    const [group = '', ...rest] = path.split('.');
    const known = groups.get(group) ?? [];
    known.push([rest.join('.'), text]);
    groups.set(group, known);
  }
  return groups;
}

function eachOf(names: Json | undefined, make: (name: Json, place: number) => JsonObject): Json {
  return asArray(names)?.map(make) ?? null;
}

/** The reverse of `inColumns`. */
function rowOf(columns: JsonObject, place: number): JsonObject {
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [
      name,
      asArray(column) === undefined ? column : asArray(column)?.[place],
    ]),
  );
}
