import type { MessageId } from '../../transcript/transcript';
import type { Simulation } from '../pipeline/simulation';
import type { ReplayMaterial } from '../recorded/replay-material';
import type { PartFate } from './part-fates';

/**
 * [L7] The fate of every part of the recording that a free replay had sent by one call, or sends with it. Each has one
 * fate, the latest.
 */
export function partFates(
  { transcript, isConsequence }: ReplayMaterial,
  { changes }: Pick<Simulation, 'changes'>,
  call: number,
): ReadonlyMap<MessageId, readonly PartFate[]> {
  const at = transcript.calls[call]?.at ?? transcript.messages.length;
  const fates = new Map<MessageId, PartFate[]>();
  transcript.messages.slice(0, at).forEach(({ id, parts }, index) => {
    if (isConsequence[index] !== 1)
      fates.set(
        id,
        parts.map(() => 'kept'),
      );
  });
  for (const change of changes) {
    if (change.call > call || (change.call === call && change.turn === 'after-response')) break;
    for (const { fate, parts } of change.changes) {
      for (const { message, part } of parts) {
        const known = fates.get(message);
        if (known !== undefined) known[part] = fate;
      }
    }
  }
  for (const { kind, at: position, droppedMessageIds = [] } of transcript.boundaries) {
    if (kind !== 'rewind' || position > at) continue;
    for (const id of droppedMessageIds) fates.get(id)?.fill('abandoned');
  }
  return fates;
}
