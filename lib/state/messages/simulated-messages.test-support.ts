import type { WeighedMessage } from '../../simulator/recorded/context-at-call';
import type { MessageId } from '../../transcript/transcript';
import type { MadeMessage, MessageRow, PartRow } from '../../worker/engine/messages';

/** A message of the recording in a simulated context, of one part and 100 tokens but for what a test is about. */
export function recordedMessage(index: number, of: Partial<WeighedMessage> = {}): WeighedMessage {
  return { type: 'recorded', index, replaced: [], tokens: 100, partTokens: [100], ...of };
}

/** One that a layer put there. */
export function madeMessage(id: string, of: Partial<MadeMessage['row']> = {}): MadeMessage {
  const row = {
    id: id as MessageId,
    role: 'user',
    kind: 'injected',
    line: 0,
    parts: [partRow({ excerpt: id })],
    ...of,
  } as const;
  return { type: 'made', row, tokens: 100, partTokens: row.parts.map(() => 100) };
}

/** Messages of the open session, called m0, m1, … by index. */
export function messageRow(index: number, of: Partial<MessageRow> = {}): MessageRow {
  return {
    index,
    id: `m${index}` as MessageId,
    role: 'user',
    kind: 'prompt',
    line: index + 1,
    parts: [partRow({})],
    ...of,
  };
}

export function partRow(of: Partial<PartRow>): PartRow {
  return { kind: 'text', category: 'user', excerpt: '', ...of };
}
