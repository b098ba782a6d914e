import { asNumber, asObject, asText, type Json, type JsonObject, parseJson } from '../base/json';
import { optional } from '../base/optional';
import { fail, ok, type Result } from '../base/result';
import { checkSettings } from '../layers/shape/setting';
import { type Upgrader, upgraderFrom } from '../transcript/upgrade-record';
import { parseHooks } from './parse-hooks';
import { parseLayerId, parseLayers } from './parse-layers';
import { type Band, bandNames, bandSetting } from './shape/band';
import { fieldsOf, listOf, textOf } from './shape/fields-of';
import { compareVersions, type Era, POLICY_VERSION, type Policy } from './shape/policy';
import { parsePolicyPrompt } from './shape/policy-prompt';
import { type PolicySettings, policySettings } from './shape/policy-settings';
import { thresholdSettings } from './shape/threshold-settings';

/** Entry `n` upgrades a policy of version `n + 1`. */
const upgraders: readonly Upgrader[] = [];

/** A policy holds a few hundred numbers and names, and one prompt. What is far larger is another file, and parsing it would take long. */
export const MOST_CHARACTERS = 1_000_000;

export function writePolicy(policy: Policy): string {
  return `${JSON.stringify(policy, null, 2)}\n`;
}

export function readPolicyText(text: string): Result<Policy> {
  if (text.length > MOST_CHARACTERS) {
    return fail(`it has ${text.length} characters; the limit is ${MOST_CHARACTERS}`);
  }
  const json = parseJson(text.replace(/^\uFEFF/, ''));
  return json.ok ? parsePolicy(json.value) : fail(`it is not JSON: ${json.error}`);
}

/** Every field looked at; refused in words that name what is wrong. */
export function parsePolicy(json: Json): Result<Policy> {
  const given = asObject(json);
  if (given === undefined) return fail('it is not a policy: expected an object with version, eras and layers');
  const upgrade = upgraderFrom(asNumber(given.version) ?? 0, upgraders, POLICY_VERSION);
  return upgrade.ok ? parseFields(upgrade.value(given)) : upgrade;
}

/** A parser for every field: a policy with a new field does not compile until it has one. */
const FIELDS: { readonly [Name in keyof Required<Policy>]: (json: Json | undefined) => Result<Policy[Name]> } = {
  version: () => ok(POLICY_VERSION),
  id: parseId,
  title: (json) => textOf(json, 'title'),
  explains: (json = '') => textOf(json, 'explains'),
  sources: (json = []) => listOf(json, 'sources', (source) => textOf(source, 'source')),
  counter: (json) => settingOf('counter', json),
  maxOutputTokens: (json) => settingOf('maxOutputTokens', json),
  windowTokens: ifGiven((json) => settingOf('windowTokens', json)),
  isReactiveOnly: ifGiven((json) => settingOf('isReactiveOnly', json)),
  isDisabled: ifGiven((json) => settingOf('isDisabled', json)),
  eras: parseEras,
  bands: ifGiven((json) => listOf(json, 'bands', parseBand)),
  layers: parseLayers,
  recovery: ifGiven((json) => listOf(json, 'recovery', (step) => listOf(step, 'step', parseLayerId))),
  exemptTools: ifGiven((json) => listOf(json, 'exemptTools', (tool) => textOf(tool, 'tool'))),
  summaryPrompt: ifGiven(parsePolicyPrompt),
  hooks: ifGiven(parseHooks),
};

function parseFields(json: JsonObject): Result<Policy> {
  const given = fieldsOf(json, Object.keys(FIELDS));
  if (!given.ok) return given;
  let policy: Partial<Policy> = {};
  for (const [name, parse] of Object.entries(FIELDS)) {
    const parsed = parse(given.value[name]);
    if (!parsed.ok) return parsed;
    if (parsed.value !== undefined) policy = { ...policy, [name]: parsed.value };
  }
  // Each field has what its own parser made.
  return ok(policy as Policy);
}

function ifGiven<Value>(parse: (json: Json) => Result<Value>): (json: Json | undefined) => Result<Value | undefined> {
  return (json) => (json === undefined ? ok(undefined) : parse(json));
}

function settingOf<Name extends keyof PolicySettings>(
  name: Name,
  json: Json | undefined,
): Result<PolicySettings[Name]> {
  const checked = checkSettings(policySettings, optional(name, json));
  return checked.ok ? ok(checked.value[name]) : checked;
}

function parseId(json: Json | undefined): Result<string> {
  const id = asText(json);
  if (id !== undefined && id.length <= 100 && /^[a-z0-9]+([-.][a-z0-9]+)*$/.test(id)) return ok(id);
  return fail('"id" must be at most 100 lowercase letters and digits, separated by dashes or dots');
}

function parseEras(json: Json | undefined): Result<readonly Era[]> {
  const eras = listOf(json, 'eras', parseEra);
  if (!eras.ok) return eras;
  const [first, ...later] = eras.value;
  if (first === undefined) return fail('"eras" must have at least one');
  if (first.fromVersion !== undefined) return fail('the first of "eras" must not have a "fromVersion"');
  const versions = later.map(({ fromVersion }) => fromVersion ?? '');
  const isInOrder = versions.every((version, index) => compareVersions(version, versions[index - 1] ?? '') > 0);
  return isInOrder
    ? eras
    : fail('each of "eras" after the first must have a later "fromVersion" than the previous one');
}

function parseEra(json: Json): Result<Era> {
  const fields = fieldsOf(json, ['fromVersion', 'thresholds']);
  if (!fields.ok) return fields;
  const { fromVersion, thresholds = {} } = fields.value;
  const given = asObject(thresholds);
  if (given === undefined) return fail('"thresholds" must be an object');
  const checked = checkSettings(thresholdSettings, given);
  if (!checked.ok) return fail(`in "thresholds": ${checked.error}`);
  const version = asText(fromVersion);
  if (fromVersion !== undefined && (version === undefined || !/^\d{1,9}(\.\d{1,9}){0,9}$/.test(version))) {
    return fail('"fromVersion" must be numbers separated by dots');
  }
  return ok({ ...optional('fromVersion', version), thresholds: checked.value });
}

function parseBand(json: Json): Result<Band> {
  const fields = fieldsOf(json, ['name', 'fromPercent']);
  if (!fields.ok) return fields;
  const name = bandNames.find((known) => known === fields.value.name);
  if (name === undefined) return fail(`"name" must be one of ${bandNames.join(', ')}`);
  const band = checkSettings({ fromPercent: bandSetting }, { fromPercent: fields.value.fromPercent });
  return band.ok ? ok({ name, ...band.value }) : band;
}
