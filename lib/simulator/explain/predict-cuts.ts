import { atOnce } from '../../base/steps/steps';
import { staysUnder } from '../../layers/bound-layer';
import { layers } from '../../layers/index';
import type { ContextMessage } from '../../layers/shape/context';
import type { Policy } from '../../policies/shape/policy';
import { assumed } from '../../summarizers/assumed';
import { recordedContextAt } from '../../transcript/recorded-context';
import type { Boundary, MessageId } from '../../transcript/transcript';
import type { ReplayMaterial } from '../recorded/replay-material';
import { firstCallFrom } from '../recorded/stretches';
import { type ReplaySteps, replayInSteps } from '../replay/replay';

/** [P3] The policy's cut, compared with that of a recorded compaction. */
export interface CutCheck {
  /** Index in the transcript's boundaries. */
  readonly boundary: number;
  readonly call: number;
  /** Messages kept. */
  readonly recorded: number;
  readonly predicted: number;
  /** Both begin with the same message. */
  readonly isSame: boolean;
  /** What the policy counts before the compaction, minus what is recorded. */
  readonly tokensOff?: number;
}

/** Each recorded compaction that kept messages from one on, with the recorded context before it. */
export function predictCuts(material: ReplayMaterial, policy: Policy): readonly CutCheck[] {
  return atOnce(predictCutsInSteps(material, policy));
}

export function* predictCutsInSteps(material: ReplayMaterial, policy: Policy): ReplaySteps<readonly CutCheck[]> {
  const { transcript, messages, limits } = material;
  const row = policy.layers.find(({ layer, isOn }) => isOn && layers[layer].stays !== undefined);
  if (row === undefined || transcript.boundaries.every((boundary) => firstKept(boundary) === undefined)) return [];
  const { counted, threshold } = yield* replayInSteps(material, policy, assumed(), { mode: 'recorded' });
  return transcript.boundaries.flatMap((boundary, index): CutCheck[] => {
    const first = firstKept(boundary);
    if (first === undefined) return [];
    const call = firstCallFrom(transcript, boundary.at);
    const before = recordedContextAt(
      { ...transcript, boundaries: transcript.boundaries.slice(0, index) },
      boundary.at,
    ).messages.flatMap((place) => messages[place] ?? []);
    const sizes = { window: limits.windowTokens, threshold: threshold[call] ?? limits.windowTokens };
    const stays = staysUnder(row, before, new Set(), sizes);
    if (stays.length === 0 || !isTail(before, boundary.keptMessageIds ?? [])) return [];
    const isCompared = call < transcript.calls.length && boundary.preTokens !== undefined;
    return [
      {
        boundary: index,
        call,
        recorded: boundary.keptMessageIds?.length ?? 0,
        predicted: stays.length,
        isSame: stays[0]?.message.id === first,
        ...(isCompared ? { tokensOff: (counted[call] ?? 0) - (boundary.preTokens ?? 0) } : {}),
      },
    ];
  });
}

/** Some agents keep messages of one kind instead. */
function isTail(messages: readonly ContextMessage[], kept: readonly MessageId[]): boolean {
  const tail = messages.slice(messages.length - kept.length);
  return tail.every(({ message }, place) => message.id === kept[place]);
}

function firstKept({ kind, keptMessageIds = [] }: Boundary): MessageId | undefined {
  return kind === 'full' ? keptMessageIds[0] : undefined;
}
