import type { Json, JsonObject } from '../../../lib/base/json';

/** Why the API would reject it, in its format: path, colon, problem. The first one is reported. */
export type Problems = Generator<string, void>;

const NOT_PERMITTED = 'Extra inputs are not permitted';

export function* fieldProblems(
  path: string,
  value: JsonObject,
  required: readonly string[],
  optional: readonly string[],
): Problems {
  const at = path === '' ? '' : `${path}.`;
  for (const name of required) if (value[name] === undefined) yield `${at}${name}: Field required`;
  for (const name of Object.keys(value)) {
    if (!required.includes(name) && !optional.includes(name)) yield `${at}${name}: ${NOT_PERMITTED}`;
  }
}

export function* choiceProblems(path: string, value: Json | undefined, choices: readonly Json[]): Problems {
  if (value === undefined || choices.includes(value)) return;
  yield `${path}: Input should be ${choices.map((choice) => `'${choice}'`).join(' or ')}`;
}

export function* integerProblems(path: string, value: Json | undefined, least: number): Problems {
  if (value === undefined) return;
  if (!Number.isInteger(value)) yield `${path}: Input should be a valid integer`;
  else if (Number(value) < least) yield `${path}: Input should be greater than or equal to ${least}`;
}

export function* textProblems(path: string, value: Json | undefined, pattern?: RegExp): Problems {
  if (value === undefined) return;
  if (typeof value !== 'string') yield `${path}: Input should be a valid string`;
  else if (pattern !== undefined && !pattern.test(value)) {
    yield `${path}: String should match pattern '${pattern.source}'`;
  }
}
