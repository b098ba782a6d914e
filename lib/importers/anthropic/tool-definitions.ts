import { asArray, asObject, asText, boundedDepth, type Json } from '../../base/json';
import { wellFormed } from '../../base/well-formed';
import type { ToolDefinition } from '../../transcript/transcript';

/** The `tools` of a request to Anthropic or OpenAI. */
export function toolDefinitions(value: Json | undefined): ToolDefinition[] {
  return (asArray(value) ?? []).flatMap((item) => {
    const tool = asObject(item);
    const definition = asObject(tool?.function) ?? asObject(tool?.custom) ?? tool;
    const name = asText(definition?.name) ?? asText(definition?.type);
    if (definition === undefined || name === undefined) return [];
    const { cache_control: _, ...sent } = definition;
    return [{ name, schemaText: wellFormed(JSON.stringify(boundedDepth(sent).value)) }];
  });
}
