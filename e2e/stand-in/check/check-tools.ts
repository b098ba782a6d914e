import { asArray, asObject, asText, type JsonObject } from '../../../lib/base/json';
import { fieldProblems, type Problems, textProblems } from './check-fields';
import { strictSchemaProblems } from './check-strict-schema';

const NAME = /^[a-zA-Z0-9_-]{1,128}$/;
const CHOICES = ['auto', 'any', 'tool', 'none'];

/** For client-side tools, and the required one. */
export function* toolProblems(body: JsonObject): Problems {
  if (body.tools !== undefined && asArray(body.tools) === undefined) yield 'tools: Input should be a valid list';
  const tools = (asArray(body.tools) ?? []).map((item) => asObject(item) ?? {});
  for (const [index, tool] of tools.entries()) {
    const at = `tools.${index}.custom`;
    yield* fieldProblems(
      at,
      tool,
      ['name', 'input_schema'],
      ['type', 'description', 'cache_control', 'strict', 'defer_loading', 'eager_input_streaming', 'input_examples'],
    );
    if (tool.type !== undefined && tool.type !== 'custom')
      yield `${at}.type: The stand-in knows tools of the client only`;
    yield* textProblems(`${at}.name`, tool.name, NAME);
    yield* textProblems(`${at}.description`, tool.description);
    if (asObject(tool.input_schema)?.type !== 'object') yield `${at}.input_schema.type: Input should be 'object'`;
    if (tool.strict === true) yield* strictSchemaProblems(`${at}.input_schema`, asObject(tool.input_schema) ?? {});
  }
  const names = tools.map(({ name }) => name);
  if (new Set(names).size < names.length) yield 'tools: Tool names must be unique.';
  if (body.tool_choice !== undefined) yield* choiceOfToolProblems(body, names);
}

function* choiceOfToolProblems(body: JsonObject, names: readonly unknown[]): Problems {
  const choice = asObject(body.tool_choice);
  const type = asText(choice?.type) ?? '';
  if (choice === undefined || !CHOICES.includes(type)) {
    yield `tool_choice: Input tag '${type}' found using 'type' does not match any of the expected tags: ${CHOICES.join(', ')}`;
    return;
  }
  const optional = type === 'none' ? [] : ['disable_parallel_tool_use'];
  yield* fieldProblems(`tool_choice.${type}`, choice, type === 'tool' ? ['type', 'name'] : ['type'], optional);
  if (names.length === 0) yield 'tool_choice: tool_choice may only be specified while providing tools';
  if (type === 'tool' && !names.includes(choice.name)) yield `Tool '${choice.name}' not found in provided tools`;
  const thinking = asText(asObject(body.thinking)?.type);
  if ((type === 'tool' || type === 'any') && (thinking === 'enabled' || thinking === 'adaptive')) {
    yield 'Thinking may not be enabled when tool_choice forces tool use.';
  }
}
