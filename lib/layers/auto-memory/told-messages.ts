import { nextCursor } from '../../memory/extraction/message-cursor';
import { isSaid, memoryWrittenBy, ownWrites } from '../../memory/extraction/own-writes';
import type { Transcript } from '../../transcript/transcript';
import type { ProjectMemory } from '../shape/project-memory';

/** [A8] The cursor learns of what has entered since, and the folder of what the agent saved itself. */
export function toldUpTo(before: ProjectMemory, transcript: Transcript, entered: number): ProjectMemory {
  if (entered <= before.told) return before;
  const ids: string[] = [];
  let { folder, cursor, nowMs, writes } = before;
  for (let at = before.told; at < entered; at++) {
    const message = transcript.messages[at];
    if (message === undefined) continue;
    nowMs = Math.max(nowMs, message.timeMs ?? 0);
    if (!isSaid(message) || before.copied.has(at)) continue;
    ids.push(String(at));
    if (!message.parts.some((part) => part.kind === 'tool-call' && memoryWrittenBy(part) !== undefined)) continue;
    const own = ownWrites(folder, message, { message: at, nowMs }, failedCalls(transcript));
    folder = own.folder;
    writes = [...writes, ...own.writes];
  }
  cursor = nextCursor(cursor, { type: 'messages', ids });
  if (writes !== before.writes) cursor = nextCursor(cursor, { type: 'wrote' });
  return { ...before, folder, cursor, nowMs, writes, told: entered };
}

const failed = new WeakMap<Transcript, ReadonlySet<string>>();

function failedCalls(transcript: Transcript): ReadonlySet<string> {
  const known = failed.get(transcript);
  if (known !== undefined) return known;
  const ids = new Set<string>();
  for (const { parts } of transcript.messages) {
    for (const part of parts) if (part.kind === 'tool-result' && part.isError) ids.add(part.callId);
  }
  failed.set(transcript, ids);
  return ids;
}
