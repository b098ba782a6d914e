import type { Change, Fate } from '../../layers/shape/context';
import type { SimulatedChange } from '../../simulator/pipeline/simulation';
import type { MessageId } from '../../transcript/transcript';

/**
 * A change before a call. A line `summarised m0 m1.1` is what it did; a message without a part number means its first
 * part.
 */
export function changeFromText(call: number, ...lines: string[]): SimulatedChange {
  const changes = lines.map((line): Change => {
    const [fate = '', ...names] = line.split(' ');
    const parts = names.map((name) => {
      const [message = '', part = '0'] = name.split('.');
      return { message: message as MessageId, part: Number(part) };
    });
    return { fate: fate as Fate, parts, tokens: 0 };
  });
  const reason = { rule: 'F6', code: 'compacted', values: {} };
  const of = { layer: 'full-compact', turn: 'gate', trigger: 'auto', before: 0, after: 0, summaryTokens: 0 } as const;
  return { call, ...of, reason, changes, boundary: undefined, callsSinceLast: undefined };
}
