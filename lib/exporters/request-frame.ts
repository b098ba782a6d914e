import { asObject, asText, type JsonObject, parseJson } from '../base/json';
import type { Part, ToolDefinition } from '../transcript/transcript';

/** The request apart from the messages. */
export interface RequestFrame {
  readonly model: string;
  readonly maxTokens: number;
  readonly system: readonly Part[];
  readonly tools: readonly ToolDefinition[];
  /** Some unknown parts are known to the provider they came from: they are sent back unchanged. */
  readonly asCame?: ReadonlyMap<Part, JsonObject>;
}

export interface SentTool {
  readonly name: string;
  readonly description: string | undefined;
  readonly schema: JsonObject;
}

/** Every request has the same tools. */
const known = new WeakMap<ToolDefinition, SentTool>();

/** A tool definition from one provider's request, converted for another's. */
export function sentTool(definition: ToolDefinition): SentTool {
  const sent = known.get(definition) ?? converted(definition);
  known.set(definition, sent);
  return sent;
}

function converted({ name, schemaText }: ToolDefinition): SentTool {
  const parsed = parseJson(schemaText);
  const definition = parsed.ok ? asObject(parsed.value) : undefined;
  if (definition === undefined) return { name, description: schemaText, schema: { type: 'object' } };
  const schema = definition.input_schema ?? definition.parameters ?? definition.inputSchema;
  const isSchemaItself = definition.type === 'object' && definition.properties !== undefined;
  return {
    name,
    description: asText(definition.description),
    schema: asObject(schema) ?? (isSchemaItself ? definition : { type: 'object' }),
  };
}
