import { asObject, asText } from '../../base/json';
import { filesInUse } from '../../layers/put-back/files-in-use';
import type { ContextMessage } from '../../layers/shape/context';
import type { Part } from '../../transcript/transcript';
import type { DeskState } from '../journal/entry';
import { workspacePath } from '../tools/workspace-path';

/**
 * [F6] Of the files that the agent has seen, those that it still has before it: a whole reading of them is in the context,
 * or they were put back, or it wrote them there itself. After a compaction it does not know the others any more.
 */
export function afterCompaction(desk: DeskState, context: readonly ContextMessage[]): DeskState {
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

/** All of a file's text stands in the call that wrote it. */
function writtenBy({ name, input }: Extract<Part, { readonly kind: 'tool-call' }>): string {
  return (name === 'Write' ? asText(asObject(input)?.file_path) : undefined) ?? '';
}
