import type { MessageId } from '../../transcript/transcript';
import type { MessageRow, PartRow, SimulatedMessage } from '../../worker/engine/messages';

type Recorded = Extract<SimulatedMessage, { readonly type: 'recorded' }>;
type Made = Extract<SimulatedMessage, { readonly type: 'made' }>;

/** A recorded message in a simulated context, with one part and 100 tokens, except for what a test is about. */
export function recordedMessage(index: number, of: Partial<Recorded> = {}): Recorded {
  return { type: 'recorded', index, replaced: [], tokens: 100, partTokens: [100], ...of };
}

/** One that a layer added. */
export function madeMessage(id: string, of: Partial<Made['row']> = {}): Made {
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
