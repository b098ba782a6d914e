import { asArray, asObject, asText, type Json, type JsonObject } from '../../base/json';
import type { FormatId } from '../../transcript/formats';

/** One row of a recognition table. The first matching row decides, so a row may rely on what earlier rows have ruled out. */
export type Rule<Input> = FormatRule<Input> | MessagesRule<Input>;

export interface FormatRule<Input> {
  /** Number of the rule in docs/rules.md. */
  readonly rule: string;
  readonly format: FormatId;
  /** Continues "recognised because …". */
  readonly because: string;
  matches(input: Input): boolean;
}

/** A row that finds messages, whose format the rules for messages decide. */
interface MessagesRule<Input> {
  readonly rule: string;
  messages(input: Input): readonly Json[] | undefined;
}

export function objectsOf(values: readonly Json[] | undefined): readonly JsonObject[] {
  return (values ?? []).map(asObject).filter((object) => object !== undefined);
}

export function has(object: JsonObject, ...keys: readonly string[]): boolean {
  return keys.every((key) => Object.hasOwn(object, key));
}

/** Unlike `every`, false for an empty list. */
export function all<Item>(items: readonly Item[], test: (item: Item) => boolean): boolean {
  return items.length > 0 && items.every(test);
}

export function most<Item>(items: readonly Item[], test: (item: Item) => boolean): boolean {
  return items.filter(test).length * 2 > items.length;
}

export function typeOf(object: JsonObject | undefined): string | undefined {
  return asText(object?.type);
}

export function isOneOf(text: string | undefined, texts: ReadonlySet<string>): boolean {
  return text !== undefined && texts.has(text);
}

export function firstObject(value: Json | undefined): JsonObject | undefined {
  return asObject(asArray(value)?.[0]);
}
