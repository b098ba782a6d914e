import { TextHash } from '../../lib/base/hash';
import { asArray, asNumber, asObject, asText, type Json, type JsonObject } from '../../lib/base/json';

/** The tool that a request requires, if any. */
export function forcedTool(body: JsonObject): JsonObject | undefined {
  const choice = asObject(body.tool_choice);
  if (choice?.type !== 'tool') return undefined;
  return (asArray(body.tools) ?? []).map(asObject).find((tool) => tool?.name === choice.name);
}

/** Arguments that match the schema of the tool: deterministic for a request, and different for others. */
export function toolInput(tool: JsonObject, body: JsonObject): JsonObject {
  const { stream: _, ...asked } = body;
  return asObject(valueFor(asObject(tool.input_schema) ?? {}, JSON.stringify(asked))) ?? {};
}

const WORDS = ['The', 'stand-in', 'answers', 'by', 'rules', 'and', 'knows', 'nothing', 'of', 'it'];
const WORDS_IN_TEXT = 6;

function valueFor(schema: JsonObject, seed: string): Json {
  const number = Number.parseInt(new TextHash().add(seed).digest().slice(0, 8), 16);
  const choices = asArray(schema.enum);
  if (choices !== undefined) return choices[number % choices.length] ?? null;
  switch (asText(schema.type)) {
    case 'object': {
      const properties = Object.entries(asObject(schema.properties) ?? {});
      return Object.fromEntries(
        properties.map(([name, inner]) => [name, valueFor(asObject(inner) ?? {}, seed + name)]),
      );
    }
    case 'array':
      return Array.from({ length: asNumber(schema.minItems) ?? 1 }, (_, place) =>
        valueFor(asObject(schema.items) ?? {}, `${seed} ${place}`),
      );
    case 'integer':
    case 'number': {
      const least = asNumber(schema.minimum) ?? 0;
      return least + (number % ((asNumber(schema.maximum) ?? least + 9) - least + 1));
    }
    case 'boolean':
      return number % 2 === 0;
    case 'string':
      return Array.from({ length: WORDS_IN_TEXT }, (_, place) => WORDS[(number + place) % WORDS.length]).join(' ');
    default:
      return null;
  }
}
