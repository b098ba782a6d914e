import * as v from 'valibot';
import { asNumber, asObject, type Json, parseJson } from '../base/json';
import { fail, type Result } from '../base/result';
import { byCode, exactly, exactObject, fieldsOfAny, listOf, oneOf, parseBy, text } from '../base/schema';
import { checkSettings, problemWith, type SettingSpec } from '../layers/shape/setting';
import { type Upgrader, upgraderFrom } from '../transcript/upgrade-record';
import { hooksSchema } from './parse-hooks';
import { layerIdSchema, layersSchema } from './parse-layers';
import { bandNames, bandSetting } from './shape/band';
import { compareVersions, type Era, POLICY_VERSION, type Policy } from './shape/policy';
import { notePromptSchema, policyPromptSchema } from './shape/policy-prompt';
import { type PolicySettings, policySettings } from './shape/policy-settings';
import { thresholdSettings } from './shape/threshold-settings';

/** Entry `n` upgrades a policy of version `n + 1`. */
const upgraders: readonly Upgrader[] = [];

/**
 * A policy has a few hundred numbers and names, and one prompt. Anything far larger is another file, and would take
 * long to parse.
 */
export const MAX_CHARACTERS = 1_000_000;

export function writePolicy(policy: Policy): string {
  return `${JSON.stringify(policy, null, 2)}\n`;
}

export function readPolicyText(text: string): Result<Policy> {
  if (text.length > MAX_CHARACTERS) {
    return fail(`it has ${text.length} characters; the limit is ${MAX_CHARACTERS}`);
  }
  const json = parseJson(text.replace(/^\uFEFF/, ''));
  return json.ok ? parsePolicy(json.value) : fail(`it is not JSON: ${json.error}`);
}

/** Validates every field, and names the first invalid one. */
export function parsePolicy(json: Json): Result<Policy> {
  const given = asObject(json);
  if (given === undefined) return fail('it is not a policy: expected an object with version, eras and layers');
  const upgrade = upgraderFrom(asNumber(given.version) ?? 0, upgraders, POLICY_VERSION);
  return upgrade.ok ? parseBy(policySchema, { ...upgrade.value(given), version: POLICY_VERSION }) : upgrade;
}

const DOTTED = 'must be numbers separated by dots';
const ID = 'must be at most 100 lowercase letters and digits, separated by dashes or dots';

const eraSchema = exactObject({
  fromVersion: v.exactOptional(v.pipe(v.string(DOTTED), v.regex(/^\d{1,9}(\.\d{1,9}){0,9}$/, DOTTED))),
  thresholds: v.exactOptional(
    byCode(fieldsOfAny, (given) => checkSettings(thresholdSettings, given)),
    {},
  ),
});

const bandSchema = exactObject({ name: oneOf(bandNames), fromPercent: settingBy<number>(bandSetting) });

type OptionalSettings = {
  readonly [Name in keyof PolicySettings]: v.ExactOptionalSchema<ReturnType<typeof setting<Name>>, undefined>;
};

/** One for each row of the table. */
const optionalSettings = Object.fromEntries(
  Object.entries(policySettings).map(([name, spec]) => [name, v.exactOptional(settingBy(spec))]),
) as OptionalSettings;

/** A new field of a policy does not compile without an entry here. */
const fields = {
  version: exactly(POLICY_VERSION),
  id: v.pipe(v.string(ID), v.maxLength(100, ID), v.regex(/^[a-z0-9]+([-.][a-z0-9]+)*$/, ID)),
  title: text,
  explains: v.exactOptional(text, ''),
  sources: v.exactOptional(listOf(text), []),
  ...optionalSettings,
  counter: v.exactOptional(setting('counter'), policySettings.counter.default),
  maxOutputTokens: v.exactOptional(setting('maxOutputTokens'), policySettings.maxOutputTokens.default),
  eras: v.pipe(listOf(eraSchema), v.minLength(1, 'must have at least one')),
  bands: v.exactOptional(listOf(bandSchema)),
  layers: layersSchema,
  recovery: v.exactOptional(listOf(listOf(layerIdSchema))),
  exemptTools: v.exactOptional(listOf(text)),
  summaryPrompt: v.exactOptional(policyPromptSchema),
  notePrompt: v.exactOptional(notePromptSchema),
  hooks: v.exactOptional(hooksSchema),
} satisfies Readonly<Record<keyof Policy, unknown>>;

const policySchema = v.pipe(
  exactObject(fields),
  v.check(({ eras: [first] }) => first?.fromVersion === undefined, 'the first of "eras" must not have a "fromVersion"'),
  v.check(
    ({ eras }) => isInOrder(eras),
    'each of "eras" after the first must have a later "fromVersion" than the previous one',
  ),
  v.check(
    ({ layers }) => layerTwice(layers) === undefined,
    ({ input: { layers } }) => `the layer "${layerTwice(layers)}" appears twice in "layers"`,
  ),
);

function setting<Name extends keyof PolicySettings>(name: Name) {
  return settingBy<PolicySettings[Name]>(policySettings[name]);
}

/** Ranges and units come from the table that editors and sweeps use. */
function settingBy<Value>(spec: SettingSpec) {
  return v.custom<Value>(
    (value) => problemWith(spec, value) === undefined,
    ({ input }) => problemWith(spec, input) ?? '',
  );
}

function isInOrder([, ...later]: readonly Era[]): boolean {
  const versions = later.map(({ fromVersion }) => fromVersion ?? '');
  return versions.every((version, index) => compareVersions(version, versions[index - 1] ?? '') > 0);
}

function layerTwice(all: Policy['layers']): string | undefined {
  return all.find((each, index) => all.findIndex(({ layer }) => layer === each.layer) < index)?.layer;
}
