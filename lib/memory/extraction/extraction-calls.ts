import { asArray, asObject, asText, type Json, type JsonObject } from '../../base/json';
import { editFile, type MemoryFolder, writeFile } from '../files/memory-folder';
import { memoryName } from '../files/memory-path';
import { deniedBecause } from './allowed-tools';

/** One tool call in an answer of the background agent. */
export type ExtractionCall =
  | { readonly type: 'read'; readonly id: string; readonly name: string; readonly input: JsonObject }
  | { readonly type: 'write'; readonly id: string; readonly path: string; readonly text: string }
  | {
      readonly type: 'edit';
      readonly id: string;
      readonly path: string;
      readonly old: string;
      readonly now: string;
    }
  | { readonly type: 'denied'; readonly id: string; readonly name: string; readonly why: string };

/** [A10] The tool calls in the content of an answer. Anything else in it asks for nothing. */
export function extractionCalls(content: Json, root: string): readonly ExtractionCall[] {
  return (asArray(content) ?? []).flatMap((block): ExtractionCall[] => {
    const object = asObject(block);
    if (object?.type !== 'tool_use') return [];
    const id = asText(object.id) ?? '';
    const name = asText(object.name) ?? '';
    return [callOf(id, name, asObject(object.input), root)];
  });
}

function callOf(id: string, name: string, input: JsonObject | undefined, root: string): ExtractionCall {
  const denied = (why: string): ExtractionCall => ({ type: 'denied', id, name, why });
  if (input === undefined) return denied(`The arguments of ${name} must be an object.`);
  const why = deniedBecause(name, input, root);
  if (why !== undefined) return denied(why);
  const path = asText(input.file_path) ?? '';
  if (name === 'Write') {
    const text = asText(input.content);
    return text === undefined ? denied('Write needs "content".') : { type: 'write', id, path, text };
  }
  if (name !== 'Edit') return { type: 'read', id, name, input };
  const old = asText(input.old_string);
  const now = asText(input.new_string);
  return old === undefined || now === undefined
    ? denied('Edit needs "old_string" and "new_string".')
    : { type: 'edit', id, path, old, now };
}

/** What the agent is answered, and the file that was written. */
export interface CallOutcome {
  readonly id: string;
  readonly isError: boolean;
  readonly text: string;
  readonly wrote?: string;
}

/** Runs the writes; reads are answered by whoever has the files of the workspace. */
export function runWrites(
  folder: MemoryFolder,
  calls: readonly ExtractionCall[],
  nowMs: number,
): { readonly folder: MemoryFolder; readonly outcomes: readonly CallOutcome[] } {
  let current = folder;
  const outcomes: CallOutcome[] = [];
  for (const call of calls) {
    if (call.type === 'read') continue;
    if (call.type === 'denied') {
      outcomes.push({ id: call.id, isError: true, text: call.why });
      continue;
    }
    const written =
      call.type === 'write'
        ? writeFile(current, call.path, call.text, nowMs)
        : editFile(current, call.path, call, nowMs);
    if (!written.ok) {
      outcomes.push({ id: call.id, isError: true, text: written.error });
      continue;
    }
    current = written.value;
    const name = memoryName(call.path, folder.root);
    const wrote = name.ok ? name.value : call.path;
    outcomes.push({ id: call.id, isError: false, text: `Saved ${wrote}.`, wrote });
  }
  return { folder: current, outcomes };
}
