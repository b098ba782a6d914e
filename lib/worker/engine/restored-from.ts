import { filesInUse } from '../../layers/put-back/files-in-use';
import { putBackAs, textPutBack } from '../../layers/put-back/put-back';
import type { ContextMessage } from '../../layers/shape/context';
import { isFollowing, type ReplayMode } from '../../simulator/pipeline/replay-mode';
import type { ReplayMaterial } from '../../simulator/recorded/replay-material';
import type { MessageId } from '../../transcript/transcript';
import { textsOf } from './search-parts';

/** The last recorded source of restored content: the reading of a file, or the occurrence of a text. */
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
  // A plan follows a line of its own; long texts are truncated at their end.
  const start = (kind === 'plan' ? text.slice(text.indexOf('\n') + 1) : text).slice(0, TELLING_START);
  return recorded.findLast((each) => holds(each, start))?.message.id;
}

const TELLING_START = 200;

/** Recognised by its id, as layers create it. */
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
  return isFollowing(mode) ? before : before.filter((_, index) => isConsequence[index] !== 1);
}

/** Not in a result: a file that was read may contain the same words. */
function holds({ message }: ContextMessage, start: string): boolean {
  return message.parts.some((part) => {
    if (part.kind !== 'text' && part.kind !== 'tool-call') return false;
    for (const text of textsOf(part)) if (text.includes(start)) return true;
    return false;
  });
}
