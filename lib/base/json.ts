import { fail, ok, type Result } from './result';

/** The result of `JSON.parse`. External data has this type until it is validated. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

export function parseJson(text: string): Result<Json> {
  try {
    return ok(JSON.parse(text) as Json);
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

/** Of anything, not of JSON alone: what a database gives back may be whatever can be cloned. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Without recursion: a value may be nested as deeply as somebody wants to make us fail. */
export function isJson(value: unknown): value is Json {
  const left: unknown[] = [value];
  const seen = new Set<object>();
  for (const each of left) {
    if (typeof each !== 'object' || each === null) {
      if (each !== null && !['string', 'number', 'boolean'].includes(typeof each)) return false;
    } else if (!seen.has(each)) {
      seen.add(each);
      for (const item of Object.values(each)) if (item !== undefined) left.push(item);
    }
  }
  return true;
}

export function asObject(value: Json | undefined): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

export function asArray(value: Json | undefined): readonly Json[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

export function asText(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A finite number: `1e999` in a file parses to Infinity and would spread through every sum. */
export function asNumber(value: Json | undefined): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** A finite number that is not negative, for counts of tokens and bytes. */
export function asCount(value: Json | undefined): number | undefined {
  const number = asNumber(value);
  return number !== undefined && number >= 0 ? number : undefined;
}

export function asBoolean(value: Json | undefined): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** The year 2286, in nanoseconds: larger numbers are not times. */
const LATEST_NANOSECONDS = 1e19;
/** Whatever is later or earlier is no date at all. */
const LAST_DATE_MS = 8.64e15;

/**
 * Milliseconds since 1970, from an ISO 8601 text or a number of seconds, milliseconds or nanoseconds. They can be made a
 * date, but need not be plausible.
 */
export function asTimeMs(value: Json | undefined): number | undefined {
  if (typeof value === 'string') {
    if (value === '') return undefined;
    const parsed = Date.parse(value);
    if (!Number.isNaN(parsed)) return parsed;
    return /^\d+(\.\d+)?$/.test(value) ? asTimeMs(Number(value)) : undefined;
  }
  if (typeof value !== 'number' || value === 0) return undefined;
  const size = Math.abs(value);
  return Math.sign(value) * (size > LATEST_NANOSECONDS ? LAST_DATE_MS : inMs(size));
}

function inMs(number: number): number {
  if (number > 1e17) return Math.round(number / 1e6);
  if (number > 1e14) return Math.round(number / 1e3);
  return number < 1e11 ? Math.round(number * 1000) : Math.round(number);
}

const DEEPEST = 200;

/**
 * The value itself, or a copy truncated at a fixed depth. `JSON.parse` accepts any depth, but `JSON.stringify` and
 * messages to other threads recurse and would overflow on a malicious file.
 */
export function boundedDepth(value: Json): { readonly value: Json; readonly cut: boolean } {
  if (!isDeeperThan(value, DEEPEST)) return { value, cut: false };
  return { value: cutAt(value, DEEPEST), cut: true };
}

/** It recurses no further than that. */
export function isDeeperThan(value: Json | undefined, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const item of Object.values(value)) if (isDeeperThan(item, levels - 1)) return true;
  return false;
}

function cutAt(value: Json, levels: number): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return '[nested too deeply]';
  if (Array.isArray(value)) return value.map((item) => cutAt(item, levels - 1));
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([key, item]) => [key, cutAt(item ?? null, levels - 1)]),
  );
}
