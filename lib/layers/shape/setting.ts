import { assertNever } from '../../base/assert-never';
import { fail, ok, type Result } from '../../base/result';
import { shown } from '../../base/shown';

interface CommonSpec {
  readonly title: string;
  readonly explains: string;
  /** The engine rule that the setting belongs to. */
  readonly rule: string;
  /** Other names that people search for: those of other tools, of APIs, and plain ones. */
  readonly synonyms?: readonly string[];
  /** Shown without the others first. */
  readonly isMain?: true;
  /** The imitated product does not publish its value. */
  readonly isReconstruction?: boolean;
}

interface Range {
  readonly unit:
    | 'tokens'
    | 'characters'
    | 'characters or tokens'
    | 'bytes or characters'
    | 'results'
    | 'texts'
    | 'files'
    | 'rounds'
    | 'turns'
    | 'messages'
    | 'calls'
    | 'sessions'
    | 'hours'
    | 'tries'
    | 'minutes'
    | 'milliseconds'
    | 'lines'
    | 'bytes'
    | 'megabytes'
    | 'share'
    | 'percent';
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

export interface NumberSpec extends CommonSpec, Range {
  readonly type: 'number';
  readonly default: number;
}

/** A number, or `never`, for each name. */
export interface TableSpec extends CommonSpec, Range {
  readonly type: 'table';
  readonly default: NumberTable;
}

export type NumberTable = Readonly<Record<string, number | 'never'>>;

export interface SwitchSpec extends CommonSpec {
  readonly type: 'switch';
  readonly default: boolean;
}

export interface ChoiceSpec<Word extends string = string> extends CommonSpec {
  readonly type: 'choice';
  /** The label of each option. */
  readonly options: Readonly<Record<Word, string>>;
  readonly default: Word;
}

/** Range, unit, default and rule of every setting: the editor, links and files are validated against it. */
export type SettingsSpec<Settings> = {
  readonly [Name in keyof Settings]: Settings[Name] extends boolean
    ? SwitchSpec
    : Settings[Name] extends number
      ? NumberSpec
      : Settings[Name] extends string
        ? ChoiceSpec<Settings[Name]>
        : TableSpec;
};

export type SettingSpec = NumberSpec | SwitchSpec | TableSpec | ChoiceSpec;
export type AnySpec = Readonly<Record<string, SettingSpec>>;

/** For the specs of several layers, the settings of any of them. */
type SettingsOf<Spec extends AnySpec> = Spec extends AnySpec
  ? { readonly [Name in keyof Spec]: Spec[Name]['default'] }
  : never;

export function defaultsOf<Spec extends AnySpec>(spec: Spec): SettingsOf<Spec> {
  const entries = Object.entries<SettingSpec>(spec);
  return Object.fromEntries(entries.map(([name, setting]) => [name, setting.default])) as SettingsOf<Spec>;
}

/** Validates external settings: only known names, with the right type and range; missing settings get their defaults. */
export function checkSettings<Spec extends AnySpec>(
  spec: Spec,
  given: Readonly<Record<string, unknown>>,
): Result<SettingsOf<Spec>> {
  const checked = checkGiven(spec, given);
  return checked.ok ? ok({ ...defaultsOf(spec), ...checked.value }) : checked;
}

/** The same for a subset: missing settings stay missing. */
export function checkGiven<Spec extends AnySpec>(
  spec: Spec,
  given: Readonly<Record<string, unknown>>,
): Result<Partial<SettingsOf<Spec>>> {
  for (const [name, value] of Object.entries(given)) {
    const setting = Object.hasOwn(spec, name) ? spec[name] : undefined;
    if (setting === undefined) {
      return fail(`unknown setting "${name}"; expected one of: ${Object.keys(spec).join(', ') || 'none'}`);
    }
    const problem = problemWith(setting, value);
    if (problem !== undefined) return fail(`"${name}" ${problem}`);
  }
  // Every value was just validated against the spec that the type is derived from.
  return ok({ ...given } as Partial<SettingsOf<Spec>>);
}

export function problemWith(setting: SettingSpec, value: unknown): string | undefined {
  switch (setting.type) {
    case 'switch':
      return typeof value === 'boolean' ? undefined : `is ${shown(value)}, but must be true or false`;
    case 'number':
      return problemWithNumber(setting, value);
    case 'choice':
      return typeof value === 'string' && Object.hasOwn(setting.options, value)
        ? undefined
        : `is ${shown(value)}, but must be one of ${Object.keys(setting.options).join(', ')}`;
    case 'table':
      return problemWithTable(setting, value);
    default:
      return assertNever(setting);
  }
}

/** Half a token or half a file is meaningless; half a minute is not. */
const MAY_BE_FRACTIONS: ReadonlySet<Range['unit']> = new Set(['share', 'percent', 'minutes', 'megabytes']);

export function takesWholeNumbers({ unit }: Pick<Range, 'unit'>): boolean {
  return !MAY_BE_FRACTIONS.has(unit);
}

function problemWithNumber(setting: Range, value: unknown): string | undefined {
  const { min, max, unit } = setting;
  const range = `from ${min} to ${max} ${unit}`;
  if (typeof value !== 'number' || Number.isNaN(value)) return `is ${shown(value)}, but must be a number ${range}`;
  if (value < min || value > max) return `is ${value}, but must be ${range}`;
  return takesWholeNumbers(setting) && !Number.isInteger(value)
    ? `is ${value}, but must be a whole number ${range}`
    : undefined;
}

function problemWithTable(range: Range, value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return `is ${shown(value)}, but must be a table of numbers by name`;
  }
  for (const [name, number] of Object.entries(value)) {
    const problem = number === 'never' ? undefined : problemWithNumber(range, number);
    if (problem !== undefined) return `for "${name}" ${problem}, or "never"`;
  }
  return undefined;
}
