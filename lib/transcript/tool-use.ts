import { asArray, asObject, asText, type Json } from '../base/json';
import { type ToolAction, toolDeedAnywhere } from './tool-action';
import type { ToolCallPart } from './transcript';

/** What a tool call does to files, by the names and arguments of known agents. */
export type ToolUse = Exclude<ToolAction, 'editor' | 'search' | 'web' | 'tasks'>;

/** Edit tools with one name and many commands. */
const EDITOR_COMMANDS: Readonly<Record<string, ToolUse>> = {
  view: 'read',
  create: 'write',
  str_replace: 'edit',
  insert: 'edit',
  undo_edit: 'edit',
};

export function toolUse({ name, input }: ToolCallPart): ToolUse {
  const args = asObject(input);
  const command = asText(args?.command);
  if (command !== undefined && Object.hasOwn(EDITOR_COMMANDS, command) && pathsOf(input).length > 0) {
    return EDITOR_COMMANDS[command] ?? 'other';
  }
  const deed = toolDeedAnywhere(name);
  switch (deed) {
    case 'editor':
      return 'edit';
    case 'search':
    case 'web':
    case 'tasks':
      return 'other';
    default:
      return deed;
  }
}

const PATH_KEYS = [
  'file_path',
  'filePath',
  'filepath',
  'path',
  'absolute_path',
  'absolutePath',
  'relative_path',
  'target_file',
  'notebook_path',
  'filename',
  'file_name',
  'file',
  'uri',
];
const LIST_KEYS = ['paths', 'files', 'file_paths', 'filePaths', 'edits'];

/** The files in the arguments. */
export function pathsOf(input: Json): string[] {
  const args = asObject(input);
  if (args === undefined) return [];
  for (const key of PATH_KEYS) {
    const path = asText(args[key]);
    if (path !== undefined && isPathLike(path)) return [path];
  }
  for (const key of LIST_KEYS) {
    const paths = (asArray(args[key]) ?? []).flatMap((item) => (typeof item === 'string' ? item : pathsOf(item)));
    const sound = paths.filter(isPathLike);
    if (sound.length > 0) return [...new Set(sound)];
  }
  return [];
}

function isPathLike(text: string): boolean {
  return text.length > 0 && text.length <= 1_000 && !/[\n\0]/.test(text);
}

/** The command line that a shell tool runs, whatever form its arguments have. */
export function commandOf(input: Json): string | undefined {
  if (typeof input === 'string') return input;
  const args = asObject(input);
  const command = args?.command ?? args?.cmd ?? args?.script ?? args?.code ?? args?.input;
  if (typeof command === 'string') return command;
  const words = asArray(command)?.filter((word): word is string => typeof word === 'string');
  if (words === undefined || words.length === 0) return undefined;
  // ["bash", "-lc", "npm test"]: only the last item is the command.
  const isWrapped = words.length === 3 && /^-\w*c$/.test(words[1] ?? '');
  return isWrapped ? words[2] : words.join(' ');
}
