import type { SortColumn } from '@/lib/state/sessions/list-view';

export const columnTitles: Readonly<Record<SortColumn, string>> = {
  title: 'Title',
  agent: 'Agent',
  model: 'Model',
  calls: 'Calls',
  peak: 'Peak context',
  compactions: 'Compactions',
  cost: 'Cost',
  size: 'Size',
  date: 'Date',
};

/** The source of a column's numbers. */
export const columnSources: Readonly<Partial<Record<SortColumn, string>>> = {
  model: 'The first model recorded, and the number of others',
  calls: 'Model calls, excluding sub-agents',
  peak: 'The largest context of a call including its reply, and its share of the window',
  compactions: 'Recorded full compactions, excluding inferred ones',
  cost: 'What the recorded calls cost at list prices, excluding sub-agents',
  size: 'Storage used in this browser; for a sample, its file size',
  date: 'When it was recorded',
};
