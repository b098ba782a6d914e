import type { MemoryChange, ShownCandidate, ShownRecall, ShownTask } from '../../../agent/view/memory-view';
import { assertNever } from '../../../base/assert-never';
import { INDEX_NAME } from '../../../memory/files/memory-path';
import { counted, exactNumber, shortNumber } from '../../../series/words/format-number';

/** [R] What became of the memories at a prompt, in one line. */
export function recallTitle({ state, candidates, others, shownBefore, tokens, problem }: ShownRecall): string {
  switch (state) {
    case 'waits':
      return 'Choosing memories…';
    case 'late':
      return 'Choosing memories… The turn continues without them.';
    case 'done': {
      const shown = candidates.filter(({ fate }) => fate === 'shown').length;
      if (candidates.length === 0) return `No memory to recall: ${nothingNew(shownBefore.length)}`;
      const all = counted(candidates.length + others, 'memory', 'memories');
      if (shown > 0) return `Recalled ${exactNumber(shown)} of ${all} · ${shortNumber(tokens)} tokens`;
      return `Recalled none of ${all}${problem === undefined ? '' : ' · could not use the selection'}`;
    }
    default:
      return assertNever(state);
  }
}

function nothingNew(shownBefore: number): string {
  if (shownBefore === 0) return 'the folder is empty';
  return shownBefore === 1 ? 'the only one was shown before' : `all ${exactNumber(shownBefore)} were shown before`;
}

export interface LeftOut {
  readonly why: string;
  readonly files: readonly Pick<ShownCandidate, 'file' | 'description'>[];
  /** So many more are not listed. */
  readonly others: number;
}

/** [R2] [R3] Why the others were not shown. */
export function leftOut({ candidates, others, shownBefore, state }: ShownRecall): readonly LeftOut[] {
  if (state !== 'done') return [];
  const of = (why: string, fate: ShownCandidate['fate']) => {
    return { why, files: candidates.filter((candidate) => candidate.fate === fate), others: 0 };
  };
  const before = shownBefore.map((file) => ({ file, description: '' }));
  return [
    of('Chosen, but the bytes of this session are used up', 'budget'),
    of('Chosen, but removed since', 'missing'),
    { ...of('Not chosen', 'not-chosen'), others },
    { why: 'Shown earlier in this session', files: before, others: 0 },
  ].filter((group) => group.files.length + group.others > 0);
}

/**
 *   works   it goes on beside the turns
 *   rests   it was interrupted, and goes on with the run
 */
export type TaskState = 'works' | 'rests' | Exclude<ShownTask['state'], 'running'>;

/** `underWay`: the ids of what is being worked on. */
export function taskState({ id, state }: Pick<ShownTask, 'id' | 'state'>, underWay: readonly string[]): TaskState {
  if (state !== 'running') return state;
  return underWay.includes(id) ? 'works' : 'rests';
}

/** [A7] An extraction, in one line. */
export function taskTitle({ changes, says }: Pick<ShownTask, 'changes' | 'says'>, state: TaskState): string {
  switch (state) {
    case 'works':
      return 'Saving memories…';
    case 'rests':
      return 'Saving memories was interrupted, and continues with the run';
    case 'done':
      return savedWords(changes) ?? 'Nothing to save for later sessions';
    case 'failed':
      return `Could not save memories: ${shortened(says)}${savedBefore(changes)}`;
    case 'stopped':
      return `Saving memories was stopped${savedBefore(changes)}`;
    default:
      return assertNever(state);
  }
}

/** What an extraction wrote stays, even if it failed afterwards. */
function savedBefore(changes: readonly MemoryChange[]): string {
  const saved = savedWords(changes);
  return saved === undefined ? '' : ` · ${saved} before`;
}

const LONGEST_REASON = 160;

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= LONGEST_REASON ? line : `${line.slice(0, LONGEST_REASON).toWellFormed()}…`;
}

/** `Saved 2 memories, updated 1`; undefined if nothing changed. */
export function savedWords(changes: readonly MemoryChange[]): string | undefined {
  const real = changes.filter(({ before, after }) => before !== after);
  const memories = real.filter(({ file }) => file !== INDEX_NAME);
  const deeds = (['saved', 'updated', 'removed'] as const).flatMap((deed) => {
    const count = memories.filter((change) => deedOf(change) === deed).length;
    return count === 0 ? [] : [{ deed, count }];
  });
  const [first, ...others] = deeds;
  if (first === undefined) return real.length === 0 ? undefined : 'Updated the index';
  const { deed, count } = first;
  const start = `${deed.charAt(0).toUpperCase()}${deed.slice(1)} ${counted(count, 'memory', 'memories')}`;
  return [start, ...others.map((other) => `${other.deed} ${exactNumber(other.count)}`)].join(', ');
}

export function deedOf({ before, after }: MemoryChange): 'saved' | 'updated' | 'removed' {
  if (after === null) return 'removed';
  return before === null ? 'saved' : 'updated';
}

/** `12 new messages`; after a lost cursor, all of them. */
export function messagesWords(newMessages: number, isFallback: boolean): string {
  return isFallback
    ? `all ${counted(newMessages, 'message')}: a compaction removed the last one that was looked at`
    : counted(newMessages, 'new message');
}
