import { assertNever } from '../base/assert-never';
import { fail, ok, type Result } from '../base/result';

interface CommonSpec {
  readonly title: string;
  readonly explains: string;
  /** The rule of the engine that the setting belongs to. */
  readonly rule: string;
  /** The imitated product's own value is not public. */
  readonly isReconstruction?: boolean;
}

interface Range {
  readonly unit:
    | 'tokens'
    | 'characters'
    | 'characters or tokens'
    | 'bytes or characters'
    | 'results'
    | 'files'
    | 'rounds'
    | 'turns'
    | 'messages'
    | 'calls'
    | 'tries'
    | 'minutes'
    | 'share';
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

export interface NumberSpec extends CommonSpec, Range {
  readonly type: 'number';
  readonly default: number;
}

/** A number for each of any names, or `never`. */
export interface TableSpec extends CommonSpec, Range {
  readonly type: 'table';
  readonly default: NumberTable;
}

export type NumberTable = Readonly<Record<string, number | 'never'>>;

export interface SwitchSpec extends CommonSpec {
  readonly type: 'switch';
  readonly default: boolean;
}

/** For every setting its range, unit, default and rule: editors, addresses and files are checked against it. */
export type SettingsSpec<Settings> = {
  readonly [Name in keyof Settings]: Settings[Name] extends boolean
    ? SwitchSpec
    : Settings[Name] extends number
      ? NumberSpec
      : TableSpec;
};

type SettingSpec = NumberSpec | SwitchSpec | TableSpec;
type AnySpec = Readonly<Record<string, SettingSpec>>;

/** For the specs of several layers at once the settings of any of them. */
type SettingsOf<Spec extends AnySpec> = Spec extends AnySpec
  ? { readonly [Name in keyof Spec]: Spec[Name]['default'] }
  : never;

export function defaultsOf<Spec extends AnySpec>(spec: Spec): SettingsOf<Spec> {
  const entries = Object.entries<SettingSpec>(spec);
  return Object.fromEntries(entries.map(([name, setting]) => [name, setting.default])) as SettingsOf<Spec>;
}

/** Settings from outside: every one known, of its type and within its range. */
export function checkSettings<Spec extends AnySpec>(
  spec: Spec,
  given: Readonly<Record<string, unknown>>,
): Result<SettingsOf<Spec>> {
  const checked = new Map<string, unknown>(Object.entries(defaultsOf(spec)));
  for (const [name, value] of Object.entries(given)) {
    const setting = Object.hasOwn(spec, name) ? spec[name] : undefined;
    if (setting === undefined) {
      return fail(`there is no setting "${name}"; there are ${Object.keys(spec).join(', ')}`);
    }
    const problem = problemWith(setting, value);
    if (problem !== undefined) return fail(`"${name}" ${problem}`);
    checked.set(name, value);
  }
  return ok(Object.fromEntries(checked) as SettingsOf<Spec>);
}

function problemWith(setting: SettingSpec, value: unknown): string | undefined {
  switch (setting.type) {
    case 'switch':
      return typeof value === 'boolean' ? undefined : `is ${JSON.stringify(value)}, and must be true or false`;
    case 'number':
      return problemWithNumber(setting, value);
    case 'table':
      return problemWithTable(setting, value);
    default:
      return assertNever(setting);
  }
}

function problemWithNumber({ min, max, unit }: Range, value: unknown): string | undefined {
  if (typeof value !== 'number' || Number.isNaN(value)) return `is ${JSON.stringify(value)}, and must be a number`;
  return value >= min && value <= max ? undefined : `is ${value}, and must be from ${min} to ${max} ${unit}`;
}

function problemWithTable(range: Range, value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return `is ${JSON.stringify(value)}, and must be a table of numbers by name`;
  }
  for (const [name, number] of Object.entries(value)) {
    const problem = number === 'never' ? undefined : problemWithNumber(range, number);
    if (problem !== undefined) return `for "${name}" ${problem}, or "never"`;
  }
  return undefined;
}
