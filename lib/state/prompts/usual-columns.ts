import { summaryMessage } from '../../transcript/summary-message';
import type { OpenSession } from '../../worker/engine/messages';
import { type ColumnSource, FEWEST_COLUMNS, type ModelSource, readPromptsLink, writePromptsLink } from './prompts-link';

/** [K16] Whether the file has the words of a summary that was recorded right before this call. */
export function hasRecordedSummary(
  { timeline, boundaries, rows }: Pick<OpenSession, 'timeline' | 'boundaries' | 'rows'>,
  call: number,
): boolean {
  return timeline.events.some((event) => {
    const boundary = event.kind === 'full' && event.call === call ? boundaries[event.boundary] : undefined;
    const summary = boundary && summaryMessage(boundary, rows);
    return summary?.parts.some(({ kind, excerpt }) => kind === 'text' && excerpt.trim() !== '') === true;
  });
}

/** What the view opens with. Without a summary in the recording, a prompt is compared with the rules. */
export function usualColumns(hasRecorded: boolean, model: ModelSource): readonly ColumnSource[] {
  return hasRecorded ? [{ type: 'recorded' }, { type: 'offline' }] : [model, { type: 'offline' }];
}

/** Columns for another session, if the user has set up any: its own summaries and saved runs are not there. */
export function rememberedColumns(text: string): readonly ColumnSource[] | undefined {
  const link = readPromptsLink(text);
  const columns = (link.ok ? (link.value?.columns ?? []) : []).filter(({ type }) => type !== 'kept');
  const isSetUp = columns.some(
    (column) => column.type === 'model' || (column.type === 'offline' && column.focus !== undefined),
  );
  return isSetUp && columns.length >= FEWEST_COLUMNS ? columns : undefined;
}

export function columnsToRemember(columns: readonly ColumnSource[]): string {
  return writePromptsLink({ columns, laterCalls: [] });
}
