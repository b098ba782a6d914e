import type { ShownDream } from '../../../agent/view/dream-view';
import { assertNever } from '../../../base/assert-never';
import { type DreamGate, dreamRule } from '../../../memory/dreaming/dream-gates';
import type { FolderFaults } from '../../../memory/dreaming/folder-scores';
import { counted, exactNumber } from '../../../series/words/format-number';

const gateTitles = {
  on: 'Switched on',
  time: 'Time since the last dream',
  look: 'Time since the sessions were counted †',
  sessions: 'Other sessions since the last dream',
  lock: 'Lock †',
} as const satisfies Readonly<Record<DreamGate['id'], string>>;

/** [D1] [D2] [D3] [D4] */
export const ownChoices: readonly string[] = [
  `A dream makes at most ${dreamRule.mostRequests} requests.`,
  'The gate of 10 minutes belongs to one session: another one counts by itself.',
  'A session counts once you have said something in it.',
  'If several tabs write the lock, the first has it. A dream that is done empties its text and leaves its time.',
  'A memory is removed by writing nothing into its file. The memory of the team is left as it is.',
  'Memories for which the index has no room are listed in older-memories.md.',
  'In the shell, grep and rg are allowed too, and programs may be joined with |.',
];

export function gateTitle({ id }: DreamGate): string {
  return gateTitles[id];
}

/** The numbers of a gate. */
export function gateFigures({ id, state, has, needs = 0, holder }: DreamGate): string {
  if (state === 'not-reached') return id === 'lock' || id === 'on' ? '' : needed(id, needs);
  switch (id) {
    case 'on':
      return state === 'closed' ? 'the layer Dreaming is off' : 'the layer Dreaming is on';
    case 'time':
      return has === undefined ? 'there was none yet' : `${spelt(has)} of ${spelt(needs)} h`;
    case 'look':
      return has === undefined ? 'not counted in this session yet' : `${spelt(has)} of ${spelt(needs)} min`;
    case 'sessions':
      return has === undefined ? needed(id, needs) : `${exactNumber(has)} of ${exactNumber(needs)}`;
    case 'lock':
      if (state === 'unknown') return '';
      if (holder === undefined) return 'free';
      return state === 'closed'
        ? `held by ${holder.replace('-', ' ')}, for ${spelt(has ?? 0)} min`
        : `of ${holder.replace('-', ' ')}, which is gone, and older than ${spelt(needs)} min`;
    default:
      return assertNever(id);
  }
}

function needed(id: 'time' | 'look' | 'sessions', needs: number): string {
  return id === 'sessions' ? `${exactNumber(needs)} needed` : `${spelt(needs)} ${id === 'time' ? 'h' : 'min'} needed`;
}

function spelt(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 1 });
}

const stateWords = {
  passed: 'open',
  closed: 'closed',
  skipped: 'passed by /dream',
  'not-reached': 'not looked at',
  unknown: 'looked at when a turn ends',
} as const satisfies Readonly<Record<DreamGate['state'], string>>;

export function gateState({ state }: DreamGate): string {
  return stateWords[state];
}

/** [D4] A dream, in one line. */
export function dreamTitle(dream: ShownDream, isUnderWay: boolean): string {
  const { state, changes, says, gates, isUndone } = dream;
  const undone = isUndone ? ' · undone' : '';
  switch (state) {
    case 'starting':
      return isUnderWay ? 'Dreaming: reading the memory…' : INTERRUPTED;
    case 'updating':
      return isUnderWay ? `Dreaming: ${counted(changes.length, 'file')} changed so far…` : INTERRUPTED;
    case 'completed':
      return changes.length === 0 ? 'Dreamt: nothing to tidy' : `Dreamt: ${shortened(says)}${undone}`;
    case 'failed':
      return `The dream failed: ${shortened(says)}${written(dream)}${undone}`;
    case 'ended':
      return `The dream was ended${written(dream)}${undone}`;
    case 'closed': {
      const gate = gates.find((each) => each.state === 'closed');
      return gate === undefined
        ? 'No dream'
        : `No dream: ${gateTitle(gate).replace(' †', '').toLowerCase()}, ${gateFigures(gate)}`;
    }
    default:
      return assertNever(state);
  }
}

const INTERRUPTED = 'The dream was interrupted, and continues with the run';

function written({ changes }: ShownDream): string {
  return changes.length === 0 ? '' : ` · ${counted(changes.length, 'file')} changed before`;
}

const LONGEST = 160;

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST).toWellFormed()}…`;
}

export interface FaultRow {
  readonly title: string;
  readonly before: number;
  readonly after: number;
}

/** What was wrong with the folder before and after; rows without a fault in either are left out. */
export function faultRows(before: FolderFaults, after: FolderFaults): readonly FaultRow[] {
  const rows = [
    { title: 'Memories', key: 'memories' },
    { title: 'Said twice', key: 'duplicates' },
    { title: 'Contradicted by a newer memory', key: 'contradictions' },
    { title: 'Contradicted by the code', key: 'refuted' },
    { title: 'Relative dates', key: 'relativeDates' },
    { title: 'Dead links', key: 'deadLinks' },
    { title: 'Not in the index', key: 'unlisted' },
    { title: 'Long entries', key: 'longEntries' },
    { title: 'Lines of the index', key: 'indexLines' },
    { title: 'Bytes of the index', key: 'indexBytes' },
  ] as const;
  return rows.flatMap(({ title, key }) =>
    before[key] === 0 && after[key] === 0 ? [] : [{ title, before: before[key], after: after[key] }],
  );
}
