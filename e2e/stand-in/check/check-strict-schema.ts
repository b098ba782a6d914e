import { asArray, asObject, asText, type JsonObject } from '../../../lib/base/json';
import type { Problems } from './check-fields';

/** Strict schemas become a grammar, which cannot express these. */
const NOT_SUPPORTED = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'maxItems',
];

/** For a tool with `strict`: each object is closed, and nothing requires the finished value for validation. */
export function* strictSchemaProblems(at: string, schema: JsonObject): Problems {
  const type = asText(schema.type) ?? '';
  for (const name of NOT_SUPPORTED) {
    if (schema[name] !== undefined) yield `${at}: For '${type}' type, property '${name}' is not supported`;
  }
  if (type === 'object' && schema.additionalProperties !== false) {
    yield `${at}: For 'object' type, 'additionalProperties' must be explicitly set to false`;
  }
  const properties = asObject(schema.properties) ?? {};
  for (const name of asArray(schema.required) ?? []) {
    if (typeof name !== 'string' || properties[name] === undefined) yield `${at}.required: '${name}' is no property`;
  }
  for (const [name, inner] of Object.entries(properties)) {
    yield* strictSchemaProblems(`${at}.${name}`, asObject(inner) ?? {});
  }
  if (schema.items !== undefined) yield* strictSchemaProblems(`${at}.items`, asObject(schema.items) ?? {});
}
