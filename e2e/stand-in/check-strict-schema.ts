import { asArray, asObject, asText, type JsonObject } from '../../lib/base/json';
import type { Problems } from './check-fields';

/** Strict schemas become a grammar, and these cannot be said in one. */
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

/** Of a tool with `strict`: each object closed, and nothing that only a look at the finished value could check. */
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
