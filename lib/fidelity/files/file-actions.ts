import { asObject, asText, type Json } from '../../base/json';
import { commandOf, pathsOf, toolUse } from '../../transcript/tool-use';
import type { Message, ToolCallPart, ToolResultPart } from '../../transcript/transcript';
import { resultsByCall, startOfResult } from '../text/call-outcomes';
import { patchFiles } from '../text/patch-files';
import { shellFiles } from '../text/shell-files';

/** [K3] How often each action was done to a file. */
export interface FileActions {
  readonly path: string;
  readonly read: number;
  readonly created: number;
  readonly changed: number;
  readonly deleted: number;
  /** The message with the last of these calls. */
  readonly lastAt: number;
}

type Action = 'read' | 'created' | 'changed' | 'deleted';

/** Files in the order of first appearance. Failed calls did nothing; calls without a result may have. */
export function fileActions(messages: readonly Message[], results = resultsByCall(messages)): FileActions[] {
  const files = new Map<string, FileActions>();
  messages.forEach(({ parts }, at) => {
    for (const part of parts) {
      if (part.kind !== 'tool-call') continue;
      const result = results.get(part.id);
      if (result?.isError) continue;
      for (const { path, action } of actionsOf(part, result)) {
        const before = files.get(path) ?? { path, read: 0, created: 0, changed: 0, deleted: 0, lastAt: at };
        const done = action === 'written' ? writtenMeans(before) : action;
        files.set(path, { ...before, [done]: before[done] + 1, lastAt: at });
      }
    }
  });
  return [...files.values()];
}

/** A file that the run has seen before is not created by writing it again, unless it was deleted. */
function writtenMeans({ read, created, changed, deleted }: FileActions): Action {
  if (deleted > 0 && deleted >= created) return 'created';
  return read + created + changed > 0 ? 'changed' : 'created';
}

/** The files that a call names. */
export function filesOfCall(call: ToolCallPart): string[] {
  return [...new Set(actionsOf(call, undefined).map(({ path }) => path))];
}

interface PathAction {
  readonly path: string;
  readonly action: Action | 'written';
}

function actionsOf(call: ToolCallPart, result: ToolResultPart | undefined): PathAction[] {
  const use = toolUse(call);
  const all = (action: PathAction['action']) => pathsOf(call.input).map((path) => ({ path, action }));
  switch (use) {
    case 'read':
      return all('read');
    case 'write':
      return all(saidOfWrite(result));
    case 'edit':
      return all('changed');
    case 'delete':
      return all('deleted');
    case 'patch':
      return patchFiles(patchOf(call.input));
    case 'shell':
      return shellFiles(commandOf(call.input) ?? '');
    case 'code':
    case 'other':
      return [];
  }
}

/** Agents state in the result whether the file existed. */
function saidOfWrite(result: ToolResultPart | undefined): PathAction['action'] {
  const said = startOfResult(result, 300);
  if (/\b(?:has been updated|overwr(?:ote|itten)|updated successfully)\b/i.test(said)) return 'changed';
  return /\bcreated\b/i.test(said) ? 'created' : 'written';
}

function patchOf(input: Json): string {
  if (typeof input === 'string') return input;
  const args = asObject(input);
  return (
    asText(args?.patch) ??
    asText(args?.input) ??
    asText(args?.diff) ??
    asText(args?.patchText) ??
    commandOf(input) ??
    ''
  );
}
