import type { Steps } from '../../base/steps/steps';
import type { ExactValueType } from '../../fidelity/values/classify-word';
import { textHolds } from '../../fidelity/values/held-text';
import { isNeeded, weighedUse } from '../../fidelity/values/used-later';
import { type IndexedValue, ValueIndex } from '../../fidelity/values/value-index';
import { maskText } from '../../masking/mask-text';
import type { Message, MessageId, Transcript } from '../../transcript/transcript';
import type { MemoryFolder } from '../files/memory-folder';
import { isIndexName } from '../files/memory-path';

/** [K2] A value of an earlier session that a later one needed, and that nothing in it had shown before. */
export interface UsedAcross {
  readonly value: string;
  readonly type: ExactValueType;
  /** Session and message where it was last seen before, and where it was first written again. */
  readonly was: SessionPlace;
  readonly used: SessionPlace;
  /** `carried`: in the index or a recalled memory before its use. `kept`: in a memory that was not shown. */
  readonly memory: 'carried' | 'kept' | 'none';
}

/** What a session had of memory. */
export interface KnownMemory {
  readonly folderBefore: MemoryFolder;
  /** The texts of memory in the context when this message was written. */
  shownAt(message: number): readonly string[];
}

export interface SessionPlace {
  readonly session: number;
  readonly message: number;
}

interface Stretch {
  /** In the joined messages. */
  readonly start: number;
  readonly end: number;
  /** Messages before the first own one: the system prompt. */
  readonly ahead: number;
  /** The first one that no earlier session has. */
  readonly from: number;
}

/** [K2] Over the sessions of a project, oldest first. A file or a prompt that shows the value again tells it. */
export function* usedAcross(
  transcripts: readonly Transcript[],
  replays: readonly KnownMemory[],
  isCopy: (session: number, message: Message) => boolean,
): Steps<readonly UsedAcross[]> {
  const joined: Message[] = [];
  const stretches = transcripts.map(({ system, messages }, session): Stretch => {
    const start = joined.length;
    if (system.length > 0) joined.push(systemMessage(system));
    const ahead = joined.length - start;
    for (const message of messages) joined.push(message);
    const own = messages.findIndex((message) => !isCopy(session, message));
    return {
      start,
      end: joined.length,
      ahead,
      from: own === -1 ? joined.length : own === 0 ? start : start + ahead + own,
    };
  });
  const index = yield* ValueIndex.of(joined);
  const uses: UsedAcross[] = [];
  for (const [session, replay] of replays.entries()) {
    if (session > 0) uses.push(...(yield* usesIn(index, stretches, session, replay)));
  }
  return uses;
}

function* usesIn(
  index: ValueIndex,
  stretches: readonly Stretch[],
  session: number,
  replay: KnownMemory,
): Steps<UsedAcross[]> {
  const { start, end, ahead, from } = stretches[session] ?? { start: 0, end: 0, ahead: 0, from: 0 };
  const later = { from, isSent: () => true };
  const before = index.rowFrom(start);
  const uses: UsedAcross[] = [];
  const seen = new Set<IndexedValue>();
  for (let message = from; message < end; message++) {
    const { role, parts } = index.messages[message] ?? { role: 'user', parts: [] };
    yield;
    if (role !== 'assistant') continue;
    for (const part of parts.keys()) {
      for (const value of index.valuesAt({ message, part })) {
        const row = value.rows.findLast((each) => each < before);
        if (row === undefined || seen.has(value)) continue;
        seen.add(value);
        const use = weighedUse(index, value, later);
        if (use === undefined || !isNeeded(use)) continue;
        const used = { session, message: use.used.message - start - ahead };
        const was = placeIn(stretches, index.placeOf(row).message);
        const text = maskText(value.value).text;
        uses.push({ value: text, type: value.type, was, used, memory: memoryOf(value, used.message, replay) });
      }
    }
  }
  return uses;
}

function memoryOf(value: IndexedValue, message: number, replay: KnownMemory): UsedAcross['memory'] {
  const names = value.names ?? [value.value];
  const holds = (text: string) => names.some((name) => textHolds(text, name, value.type));
  if (replay.shownAt(message).some(holds)) return 'carried';
  const files = [...replay.folderBefore.files].some(([file, { text }]) => !isIndexName(file) && holds(text));
  return files ? 'kept' : 'none';
}

function placeIn(stretches: readonly Stretch[], message: number): SessionPlace {
  const session = stretches.findLastIndex(({ start }) => start <= message);
  const { start = 0, ahead = 0 } = stretches[session] ?? {};
  return { session, message: Math.max(0, message - start - ahead) };
}

function systemMessage(parts: Transcript['system']): Message {
  return { id: 'system' as MessageId, role: 'system', kind: 'injected', parts, line: 0 };
}
