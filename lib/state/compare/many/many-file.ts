import { csv } from '../../../base/csv';
import { type FileRow, rowsHeader } from '../../../rows/file/rows-file';
import type { SessionRow } from '../../../rows/session-row';
import { measureIds, measures } from '../../../rows/totals/measures';
import { endedEarly } from '../../../rows/totals/replayed-session';
import type { ComparedSessions } from '../../../series/rows/compared-sessions';

/** A line for each session under each policy, with its sub-agents; what is unknown is empty. */
export function manyCsv({ names, sessions }: Pick<ComparedSessions, 'names' | 'sessions'>): string {
  const shown = measureIds.filter((id) => id !== 'failures' && id !== 'dead');
  const head = [
    'Session',
    'Policy',
    'Calls',
    'Sub-agents',
    ...shown.map((id) => measures[id].title),
    'Ended early',
    'Problem',
  ];
  const lines = sessions.flatMap(({ title, under }) =>
    under.flatMap((replayed, index) => {
      if (replayed === undefined) return [];
      const { rows } = replayed;
      const problem = rows.find(({ failure }) => failure !== null)?.failure;
      return [
        [
          title,
          names[index] ?? '',
          String(rows[0].session.calls),
          String(rows.length - 1),
          ...shown.map((id) => String(measures[id].of(replayed) ?? '')),
          endedEarly(replayed) ? 'yes' : 'no',
          problem?.what ?? '',
        ],
      ];
    }),
  );
  return csv([head, ...lines]);
}

/** As `highwater replay --json` writes them: this page and `highwater check` read them. */
export function manyRowsFile(rows: readonly FileRow[], policies: readonly SessionRow['policy'][]): string {
  const counts = {
    losses: rows.every(({ figures }) => figures === null || figures.neededLater !== null),
    error: rows.some(({ session }) => session.error !== null),
  };
  return [rowsHeader({ counts, policies }), ...rows].map((line) => `${JSON.stringify(line)}\n`).join('');
}
