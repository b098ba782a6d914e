import { type ColumnSource, FEWEST_COLUMNS, type ModelSource, readPromptsLink, writePromptsLink } from './prompts-link';

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
