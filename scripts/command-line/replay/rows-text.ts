import { assertNever } from '../../../lib/base/assert-never';
import type { FileRow } from '../../../lib/rows/file/rows-file';
import type { RowCounts, SessionRow } from '../../../lib/rows/session-row';
import { type MeasureId, measures, totalTitle } from '../../../lib/rows/totals/measures';
import { endedEarly, hasFailed, type ReplayedSession, sessionsOf } from '../../../lib/rows/totals/replayed-session';
import { measureText } from '../../../lib/series/rows/measure-words';
import { counted } from '../../../lib/series/words/format-number';
import { plainText } from '../terminal';
import { textTable } from '../text-table';

const MEASURES = ['cost', 'compactions', 'peak', 'sent'] as const satisfies readonly MeasureId[];

/** For a terminal: a table for each session, and one for all. */
export class RowsText {
  private readonly byPolicy: readonly SessionRow[][];
  private readonly measured: readonly MeasureId[];

  constructor(
    private readonly names: readonly string[],
    private readonly counts: RowCounts,
  ) {
    this.byPolicy = names.map(() => []);
    this.measured = counts.losses ? [...MEASURES, 'neededLater'] : MEASURES;
  }

  /** Of one session, in the order of the policies. */
  session(rows: readonly FileRow[]): string {
    rows.forEach((row, place) => {
      this.byPolicy[place]?.push(row);
    });
    const [first] = rows;
    if (first === undefined) return '';
    const { session, file } = first;
    const title = [
      file,
      ...(session.agentId === null ? [] : [`sub-agent ${session.agentId}`]),
      counted(session.calls, 'call'),
      ...this.errorWords(session.error),
    ].join(', ');
    const lines = rows.map((row) => [
      row.policy.name,
      ...this.measured.map((id) => valueText(id, { id: row.key, rows: [row] })),
      endText(row),
    ]);
    return `${plainText(title)}\n${this.table(lines)}\n`;
  }

  /** Only sessions that went through to the end under all: the sums are of the same work. */
  sums(): string {
    const sessions = this.byPolicy.map(sessionsOf);
    const all = sessions[0] ?? [];
    const isComparable = (session: ReplayedSession) => !endedEarly(session) && !hasFailed(session);
    const whole = new Map<string, number>();
    for (const own of sessions)
      for (const session of own) if (isComparable(session)) whole.set(session.id, (whole.get(session.id) ?? 0) + 1);
    const isWhole = ({ id }: ReplayedSession) => whole.get(id) === this.names.length;
    const left = all.filter((session) => !isWhole(session)).length;
    const lines = this.names.map((name, place) => {
      const own = (sessions[place] ?? []).filter(isWhole);
      return [name, ...this.measured.map((id) => sumText(id, own))];
    });
    const note = left === 0 ? '' : `, without ${left} that failed or ended early under one of them`;
    return `All ${counted(all.length - left, 'session')}${note}\n${this.table(lines, totalTitle)}`;
  }

  private errorWords(error: SessionRow['session']['error']): readonly string[] {
    if (!this.counts.error) return [];
    if (error === null) return ['rules of its agent unknown'];
    const { recordedCompactions, exactCompactions, extraCompactions } = error;
    return [`${exactCompactions} of ${recordedCompactions} compactions exact, ${extraCompactions} not recorded`];
  }

  private table(
    lines: readonly (readonly string[])[],
    titleOf: (id: MeasureId) => string = (id) => measures[id].title,
  ): string {
    const head = ['', ...this.measured.map(titleOf)];
    return textTable([head, ...lines].map(([name = '', ...cells]) => [`  ${plainText(name)}`, ...cells]));
  }
}

function valueText(id: MeasureId, session: ReplayedSession): string {
  const value = measures[id].of(session);
  return value === null ? 'unknown' : measureText(measures[id], value);
}

/** Unknown if it is unknown of one: a sum of the others would look cheap. */
function sumText(id: MeasureId, sessions: readonly ReplayedSession[]): string {
  const values = sessions.map(measures[id].of).filter((value) => value !== null);
  const unknown = sessions.length - values.length;
  const { over } = measures[id];
  const sum = values.reduce((all, each) => all + each, 0);
  switch (over) {
    case 'sum':
      return unknown > 0 ? `unknown of ${unknown}` : measureText(measures[id], sum);
    case 'mean':
      return values.length === 0 ? 'unknown' : measureText(measures[id], sum / values.length);
    default:
      return assertNever(over);
  }
}

/** Calls are counted from 0. */
function endText({ figures, failure }: SessionRow): string {
  if (figures === null) return failure?.what ?? '';
  if (figures.deadAtCall !== null) return `dead from call ${figures.deadAtCall}`;
  if (figures.blockedAtCall !== null) return `blocked from call ${figures.blockedAtCall}`;
  return figures.gaveUpAtCall === null ? '' : `gave up compacting at call ${figures.gaveUpAtCall}`;
}
