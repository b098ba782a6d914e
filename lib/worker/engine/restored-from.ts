import { filesInUse } from '../../layers/put-back/files-in-use';
import { putBackAs, textPutBack } from '../../layers/put-back/put-back';
import type { ContextMessage } from '../../layers/shape/context';
import type { ReplayMaterial } from '../../simulator/recorded/replay-material';
import type { ReplayMode } from '../../simulator/recorded/replay-mode';
import type { MessageId } from '../../transcript/transcript';
import { textsOf } from './search-parts';

/** Where in the recording what a layer put back was last: a file where it was read, all else where its text stands. */
export function restoredFrom(
  material: ReplayMaterial,
  mode: ReplayMode | undefined,
  made: ContextMessage,
): MessageId | undefined {
  const text = textPutBack(made)?.part.text;
  const kind = putBackAs(made);
  if (text === undefined || kind === 'files') return undefined;
  const recorded = sentBefore(callOf(made), material, mode);
  if (kind === 'file') return [...filesInUse(recorded)].find(({ path }) => text.startsWith(`${path}\n`))?.source;
  // A plan stands under a line of its own; what is long was cut at its end.
  const start = (kind === 'plan' ? text.slice(text.indexOf('\n') + 1) : text).slice(0, TELLING_START);
  return recorded.findLast((each) => holds(each, start))?.message.id;
}

const TELLING_START = 200;

/** Told by its id, as layers make it. */
function callOf({ message }: ContextMessage): number {
  const [, call] = /^made-(\d+)-/.exec(message.id) ?? [];
  return Number(call);
}

function sentBefore(
  call: number,
  { transcript, messages, isConsequence }: ReplayMaterial,
  mode: ReplayMode | undefined,
): readonly ContextMessage[] {
  const before = messages.slice(0, transcript.calls[call]?.at ?? 0);
  return mode === 'following' ? before : before.filter((_, index) => isConsequence[index] !== 1);
}

/** Not in a result: a file that was read may hold the same words. */
function holds({ message }: ContextMessage, start: string): boolean {
  return message.parts.some((part) => {
    if (part.kind !== 'text' && part.kind !== 'tool-call') return false;
    for (const text of textsOf(part)) if (text.includes(start)) return true;
    return false;
  });
}
