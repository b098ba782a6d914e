import { workspacePath } from '../../../agent/tools/workspace-path';
import type { ChatItem } from '../../../agent/view/chat-item';
import type { MemoryView } from '../../../agent/view/memory-view';
import { asObject, asText } from '../../../base/json';
import { exactNumber } from '../../../series/words/format-number';
import { toolAction } from '../../../transcript/tool-action';

/**
 * Who changed each memory last, in words, by its name below the folder. Not included: what a shell command wrote, whose
 * files nobody can tell.
 */
export function memoryWriters(
  { root, files }: Pick<MemoryView, 'root' | 'files'>,
  items: readonly ChatItem[],
): ReadonlyMap<string, string> {
  const latest = new Map<string, { readonly timeMs: number; readonly words: string }>();
  const note = (path: string, timeMs: number, words: string) => {
    const file = path.startsWith(`${root}/`) ? path.slice(root.length + 1) : undefined;
    if (file === undefined || (latest.get(file)?.timeMs ?? Number.NEGATIVE_INFINITY) > timeMs) return;
    latest.set(file, { timeMs, words });
  };
  for (const item of items) {
    if (item.type === 'files') for (const path of item.paths) note(path, item.timeMs, 'by you');
    if (item.type === 'task') {
      const { call, changes, startedMs, tookMs } = item.task;
      const words = `in the background after call ${exactNumber(call + 1)}`;
      for (const { file } of changes) note(`${root}/${file}`, startedMs + tookMs, words);
    }
    if (item.type === 'dream') {
      const { changes, startedMs, tookMs, isUndone } = item.dream;
      for (const { file } of isUndone ? [] : changes) note(`${root}/${file}`, startedMs + tookMs, 'by a dream');
    }
    if (item.type !== 'reply') continue;
    for (const { name, input, result } of item.tools) {
      if (result === undefined || result.isError || !WRITES.has(toolAction(name))) continue;
      const path = workspacePath(asText(asObject(input)?.file_path) ?? '');
      if (path.ok) note(path.value, item.timeMs, `by the agent in call ${exactNumber(item.call + 1)}`);
    }
  }
  const [first] = items;
  return new Map(
    files.flatMap(({ file, modifiedMs }) => {
      const words =
        latest.get(file)?.words ??
        (first !== undefined && modifiedMs < first.timeMs ? 'before this session' : undefined);
      return words === undefined ? [] : [[file, words]];
    }),
  );
}

const WRITES: ReadonlySet<string> = new Set(['write', 'edit']);
