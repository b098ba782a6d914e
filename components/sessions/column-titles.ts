import type { SortColumn } from '@/lib/state/sessions/list-view';

export const columnTitles: Readonly<Record<SortColumn, string>> = {
  title: 'Title',
  agent: 'Agent',
  model: 'Model',
  calls: 'Calls',
  peak: 'Peak context',
  compactions: 'Compactions',
  size: 'Size',
  date: 'Date',
};

/** Where a column's numbers come from. */
export const columnSources: Readonly<Partial<Record<SortColumn, string>>> = {
  model: 'The first one recorded, and how many others there were',
  calls: 'Calls to a model, without those of sub-agents',
  peak: 'The largest context of a call with its reply, and its share of the window',
  compactions: 'Recorded full compactions, without those that are only concluded',
  size: 'What it takes in this browser; of a sample, the size of its file',
  date: 'When it was recorded, else when it was imported',
};
