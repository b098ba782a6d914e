import { asBoolean, asNumber, asObject, asText, type Json, type JsonObject } from '../../base/json';
import type { Result } from '../../base/result';
import { workspacePath } from './workspace-path';

const LONGEST_PATTERN = 500;

/** Validates a model's tool input, and collects the problems, in words for the model. */
export class ToolInput {
  private readonly args: JsonObject | undefined;
  private readonly problems: string[] = [];

  constructor(
    private readonly tool: string,
    input: Json,
  ) {
    this.args = asObject(input);
    if (this.args === undefined) this.problems.push('its input is not an object');
  }

  /** Undefined if everything was valid. */
  get problem(): string | undefined {
    return this.problems.length === 0 ? undefined : `${this.tool} was not run: ${this.problems.join('; ')}.`;
  }

  text(name: string): string {
    return this.taken(name, asText, 'a string') ?? this.missing(name, '');
  }

  optionalText(name: string): string | undefined {
    return this.taken(name, asText, 'a string');
  }

  pattern(name: string): string {
    return this.optionalPattern(name) ?? this.missing(name, '');
  }

  /** Limited, so that no pattern can stall the search. */
  optionalPattern(name: string): string | undefined {
    const text = this.optionalText(name);
    if (text !== undefined && text.length > LONGEST_PATTERN) {
      this.problems.push(`"${name}" is longer than ${LONGEST_PATTERN} characters`);
    }
    return text;
  }

  /** An integer of at least `min`. */
  count(name: string, min: number): number | undefined {
    const number = this.taken(name, asNumber, 'a number');
    if (number === undefined) return undefined;
    if (Number.isInteger(number) && number >= min) return number;
    this.problems.push(`"${name}" must be an integer of at least ${min}`);
    return undefined;
  }

  flag(name: string): boolean {
    return this.taken(name, asBoolean, 'true or false') ?? false;
  }

  choice<Choice extends string>(name: string, choices: readonly [Choice, ...Choice[]]): Choice {
    const text = this.taken(name, asText, 'a string');
    if (text === undefined) return choices[0];
    const choice = choices.find((each) => each === text);
    if (choice === undefined) this.problems.push(`"${name}" must be one of ${choices.join(', ')}`);
    return choice ?? choices[0];
  }

  /** Below the root of the workspace. */
  path(name: string): string {
    return this.kept(name, workspacePath(this.text(name)));
  }

  /** By default the root. */
  optionalPath(name: string): string {
    const given = this.optionalText(name);
    return given === undefined ? '' : this.kept(name, workspacePath(given));
  }

  list(name: string): readonly Json[] {
    const value = this.args?.[name];
    if (Array.isArray(value)) return value;
    return value === undefined ? this.missing(name, []) : this.wrong(name, 'a list', []);
  }

  private kept(name: string, path: Result<string>): string {
    if (path.ok) return path.value;
    if (this.args?.[name] !== undefined) this.problems.push(path.error);
    return '';
  }

  private taken<Value>(name: string, as: (value: Json | undefined) => Value | undefined, what: string) {
    const given = this.args?.[name];
    // Models write null for omitted arguments.
    if (given === undefined || given === null) return undefined;
    const value = as(given);
    return value === undefined ? this.wrong(name, what, undefined) : value;
  }

  private missing<Value>(name: string, instead: Value): Value {
    if (this.args !== undefined && (this.args[name] ?? null) === null) this.problems.push(`"${name}" is missing`);
    return instead;
  }

  private wrong<Value>(name: string, what: string, instead: Value): Value {
    this.problems.push(`"${name}" must be ${what}`);
    return instead;
  }
}
