import type { SessionRow } from '../../rows/session-row';
import { type Measure, type MeasureId, measures } from '../../rows/totals/measures';
import { endedEarly, hasFailed, type ReplayedSession } from '../../rows/totals/replayed-session';
import { type ComparedSession, type ComparedSessions, leftOut } from './compared-sessions';

/** A session in one measure. */
export interface SessionLine {
  readonly id: string;
  readonly title: string;
  readonly calls: number | undefined;
  /** Sub-agents whose figures are included. */
  readonly subAgents: number;
  /** In the order of the policies. */
  readonly cells: readonly LineCell[];
  /** [P2] How right the model of its own agent is on it. Null if that is unknown. */
  readonly error: SessionRow['session']['error'] | undefined;
}

export interface LineCell {
  /** Undefined while it is computed, and if it is unknown. */
  readonly value: number | undefined;
  /** From the baseline, if both can be compared. */
  readonly difference: number | undefined;
  readonly state: 'computing' | 'known' | 'unknown' | 'ended-early' | 'no-result';
  /** If it ended early: from 0. */
  readonly endedAt: number | undefined;
  readonly failure: SessionRow['failure'] | undefined;
}

/** By a policy: the baseline by its value, others by their difference from it. Or by title. */
export type LineOrder = { readonly by: 'title' | number; readonly isDescending: boolean };

export function sessionLines({ sessions, baseline }: ComparedSessions, id: MeasureId): readonly SessionLine[] {
  return sessions.map((session) => lineOf(session, measures[id], baseline));
}

function lineOf({ id, title, under }: ComparedSession, measure: Measure, baseline: number): SessionLine {
  const base = under[baseline];
  const [first] = under.flatMap((replayed) => (replayed === undefined || hasFailed(replayed) ? [] : [replayed]));
  return {
    id,
    title,
    calls: first?.rows[0].session.calls,
    subAgents: first === undefined ? 0 : first.rows.length - 1,
    cells: under.map((replayed, index) => cellOf(replayed, index === baseline ? undefined : base, measure)),
    error: first?.rows[0].session.error,
  };
}

function cellOf(replayed: ReplayedSession | undefined, base: ReplayedSession | undefined, measure: Measure): LineCell {
  if (replayed === undefined)
    return { value: undefined, difference: undefined, state: 'computing', endedAt: undefined, failure: undefined };
  const value = measure.of(replayed) ?? undefined;
  const isCompared = base !== undefined && leftOut(measure, [base, replayed]) === undefined;
  const from = isCompared ? measure.of(base) : null;
  const failure = replayed.rows.find((row) => row.failure !== null)?.failure ?? undefined;
  const state = hasFailed(replayed)
    ? 'no-result'
    : endedEarly(replayed)
      ? 'ended-early'
      : value === undefined
        ? 'unknown'
        : 'known';
  const difference = from === null || value === undefined ? undefined : value - from;
  return { value, difference, state, endedAt: endOf(replayed), failure };
}

function endOf({ rows }: ReplayedSession): number | undefined {
  const [own] = rows;
  const ends = [own.figures?.deadAtCall, own.figures?.blockedAtCall, own.figures?.gaveUpAtCall];
  const known = ends.filter((call) => call !== null && call !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

/** What has no value is last, whatever the direction. */
export function sortedLines(lines: readonly SessionLine[], { by, isDescending }: LineOrder, baseline: number) {
  const direction = isDescending ? -1 : 1;
  const ranked = ({ cells }: SessionLine) => {
    const cell = by === 'title' ? undefined : cells[by];
    return by === baseline ? cell?.value : cell?.difference;
  };
  return [...lines].sort((a, b) => {
    const byTitle = a.title.localeCompare(b.title, 'en', { numeric: true, sensitivity: 'base' });
    if (by === 'title') return direction * byTitle;
    const [one, other] = [ranked(a), ranked(b)];
    if (one === undefined || other === undefined)
      return Number(one === undefined) - Number(other === undefined) || byTitle;
    return direction * (one - other) || byTitle;
  });
}
