import { asObject, asText } from '../../base/json';
import { filesInUse } from '../../layers/put-back/files-in-use';
import type { ContextMessage } from '../../layers/shape/context';
import type { Part } from '../../transcript/transcript';
import type { ToolState } from '../journal/entry';
import { workspacePath } from '../tools/workspace-path';

/**
 * [F6] The seen files that the agent still has in its context: a complete reading, a restored copy, or its own writing.
 * After a compaction it no longer knows the others.
 */
export function afterCompaction(desk: ToolState, context: readonly ContextMessage[]): ToolState {
  const held = new Set<string>();
  const whole = new Set(context.flatMap(({ parts }) => parts.flatMap((part) => wholeResult(part))));
  const hold = (given: string) => {
    const path = workspacePath(given);
    if (path.ok) held.add(path.value);
  };
  for (const { path, content } of filesInUse(context)) {
    if (!('callId' in content) || whole.has(content.callId)) hold(path);
  }
  for (const { message } of context) {
    for (const part of message.parts) if (part.kind === 'tool-call' && whole.has(part.id)) hold(writtenBy(part));
  }
  return { ...desk, seen: Object.fromEntries(Object.entries(desk.seen).filter(([path]) => held.has(path))) };
}

function wholeResult({ part, state }: ContextMessage['parts'][number]) {
  return part.kind === 'tool-result' && state === 'whole' && part.isError !== true ? [part.callId] : [];
}

/** The call that wrote a file contains all of its text. */
function writtenBy({ name, input }: Extract<Part, { readonly kind: 'tool-call' }>): string {
  return (name === 'Write' ? asText(asObject(input)?.file_path) : undefined) ?? '';
}
