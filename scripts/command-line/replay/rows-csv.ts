import { csv } from '../../../lib/base/csv';
import type { FileRow } from '../../../lib/rows/file/rows-file';
import type { RowCounts } from '../../../lib/rows/session-row';

type Cell = string | number | null | undefined;

/** A column for each field of a row that was asked for. What is unknown is empty. */
const COLUMNS: Readonly<Record<string, (row: FileRow) => Cell>> = {
  file: ({ file }) => file,
  place: ({ session }) => session.place,
  agentId: ({ session }) => session.agentId,
  title: ({ session }) => session.title,
  format: ({ session }) => session.format,
  agent: ({ session }) => session.agent,
  agentVersion: ({ session }) => session.agentVersion,
  models: ({ session }) => session.models.join(' '),
  started: ({ session: { startedMs } }) => (startedMs === null ? null : new Date(startedMs).toISOString()),
  calls: ({ session }) => session.calls,
  policy: ({ policy }) => policy.name,
  cost: ({ figures }) => figures?.cost,
  compactions: ({ figures }) => figures?.compactions,
  modelCalls: ({ figures }) => figures?.modelCalls,
  peakTokens: ({ figures }) => figures?.peakTokens,
  sentTokens: ({ figures }) => figures?.sentTokens,
  cacheReadTokens: ({ figures }) => figures?.cacheReadTokens,
  outputTokens: ({ figures }) => figures?.outputTokens,
  deadAtCall: ({ figures }) => figures?.deadAtCall,
  blockedAtCall: ({ figures }) => figures?.blockedAtCall,
  gaveUpAtCall: ({ figures }) => figures?.gaveUpAtCall,
  failure: ({ failure }) => (failure === null ? null : `${failure.what} ${failure.advice}`),
};

const OF_LOSSES: typeof COLUMNS = { neededLater: ({ figures }) => figures?.neededLater };

const OF_ERRORS: typeof COLUMNS = {
  recordedCompactions: ({ session }) => session.error?.recordedCompactions,
  exactCompactions: ({ session }) => session.error?.exactCompactions,
  extraCompactions: ({ session }) => session.error?.extraCompactions,
  costOff: ({ session }) => session.error?.costOff,
  unrecordedSummaries: ({ session }) => session.error?.unrecordedSummaries,
};

const OF_KEY: typeof COLUMNS = { hash: ({ session }) => session.hash, key: ({ key }) => key };

export function rowsCsv({ losses, error }: RowCounts) {
  const columns = Object.entries({
    ...COLUMNS,
    ...(losses ? OF_LOSSES : {}),
    ...(error ? OF_ERRORS : {}),
    ...OF_KEY,
  });
  return {
    head: () => csv([columns.map(([name]) => name)]),
    session: (rows: readonly FileRow[]) => csv(rows.map((row) => columns.map(([, cell]) => String(cell(row) ?? '')))),
  };
}
