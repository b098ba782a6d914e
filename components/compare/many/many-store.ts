import { sessionList } from '@/components/shell/stores';
import { fail, ok } from '@/lib/base/result';
import { keptRowsForm } from '@/lib/state/compare/many/kept-rows';
import { createManyComparison } from '@/lib/state/compare/many/many-comparison';
import { openRequest } from '@/lib/state/sessions/opened-session';
import { browserRecordStore } from '@/lib/storage/browser-record-store';
import { KEPT_ROWS } from '@/lib/storage/browser-session-store';

/** Of a page that draws a table of hundreds of sessions. */
const DRAW_EVERY_MS = 250;

export const manyComparison = createManyComparison({
  loadPool: async () => (await import('@/lib/worker/engine/rows-pool')).rowsPool,
  body: async (id) => {
    const content = await sessionList.getState().content(id);
    return content.ok ? ok(openRequest(content.value)) : fail(content.error);
  },
  kept: browserRecordStore(KEPT_ROWS, 'row', keptRowsForm),
  later: (run) => void setTimeout(run, DRAW_EVERY_MS),
});
