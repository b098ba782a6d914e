import { type Losses, whatWasLost } from '../../fidelity/scores/what-was-lost';
import type { ValueIndex } from '../../fidelity/values/value-index';
import type { ContextMessage } from '../../layers/shape/context';
import { isAssumed } from '../../summarizers/assumed';
import type { MessageId } from '../../transcript/transcript';
import type { ReplayMode } from '../pipeline/replay-mode';
import type { ReplayMaterial } from '../recorded/replay-material';
import type { CallStep } from './call-step';
import { beforeCut, cutAtStep, isOneCallEarly } from './cut-at-step';

/** [K1] [K2] [K3] What left the context before one call of a replay, and is not in the rest. */
export interface LostAtCall extends Losses {
  readonly call: number;
  readonly leftParts: number;
  /** The summary is only an assumed length: everything it could have kept counts as lost. */
  readonly isAssumed: boolean;
  /** [P1] The recording is compacted one call later: what that loses is counted there. */
  readonly isCountedNext: boolean;
}

export function lostAtCall(
  material: ReplayMaterial,
  index: ValueIndex,
  indexOf: ReadonlyMap<MessageId, number>,
  step: CallStep,
  mode: ReplayMode | undefined,
): LostAtCall {
  const cut = cutAtStep(material, indexOf, step, mode);
  return {
    ...whatWasLost(index, cut),
    call: step.at.call,
    leftParts: cut.left.length,
    isCountedNext: isOneCallEarly(step),
    isAssumed: hasAssumedSummary(beforeCut(material, step), step.at.after),
  };
}

function hasAssumedSummary(before: readonly ContextMessage[], after: readonly ContextMessage[]): boolean {
  const known = new Set(before.map(({ message }) => message.id));
  return after.some(
    ({ message, origin }) =>
      origin === 'made' &&
      message.kind === 'summary' &&
      !known.has(message.id) &&
      message.parts.some((part) => part.kind === 'text' && isAssumed(part.text)),
  );
}
