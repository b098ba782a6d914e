import { asObject, asText } from '../../base/json';
import { commandOf, pathsOf, toolUse } from '../../transcript/tool-use';
import type { ToolCallPart } from '../../transcript/transcript';
import { oneLine } from './quoted';

const LONGEST_COMMAND = 160;
const LONGEST_ARGUMENT = 100;
const TELLING_KEYS = ['pattern', 'query', 'url', 'description', 'prompt', 'name', 'skill', 'taskId'];

/** A call in a few words: the tool and its subject. */
export function callLabel(call: ToolCallPart): string {
  const name = oneLine(call.name, 60);
  const use = toolUse(call);
  if (use === 'shell') {
    const command = commandOf(call.input);
    if (command !== undefined) return `\`${oneLine(command, LONGEST_COMMAND)}\``;
  }
  const paths = use === 'patch' ? [] : pathsOf(call.input);
  const [first] = paths;
  if (first !== undefined) return `${name} ${oneLine(first, LONGEST_ARGUMENT)}${paths.length > 1 ? ' …' : ''}`;
  const args = asObject(call.input);
  for (const key of TELLING_KEYS) {
    const value = asText(args?.[key]);
    if (value !== undefined && value !== '') return `${name} "${oneLine(value, LONGEST_ARGUMENT)}"`;
  }
  return name;
}
