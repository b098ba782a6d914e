import { assertNever } from '../../base/assert-never';
import type { SessionEntry } from './session-entry';

export const sortColumns = ['title', 'agent', 'model', 'calls', 'peak', 'compactions', 'cost', 'size', 'date'] as const;

export type SortColumn = (typeof sortColumns)[number];

/** Sorting and filtering of the list. It is part of the URL, so that Back and reload keep it. */
export interface ListView {
  readonly search: string;
  readonly sort: SortColumn;
  readonly isDescending: boolean;
}

export const usualView: ListView = { search: '', sort: 'date', isDescending: true };

export function viewFromQuery(query: URLSearchParams): ListView {
  const [name, order] = (query.get('sort') ?? '').split('.');
  const sort = sortColumns.find((column) => column === name);
  return {
    search: query.get('search') ?? '',
    ...(sort === undefined
      ? { sort: usualView.sort, isDescending: usualView.isDescending }
      : { sort, isDescending: order === 'down' }),
  };
}

/** Only differences from the default view. */
export function viewToQuery({ search, sort, isDescending }: ListView): URLSearchParams {
  const query = new URLSearchParams();
  if (search !== '') query.set('search', search);
  if (sort !== usualView.sort || isDescending !== usualView.isDescending) {
    query.set('sort', `${sort}.${isDescending ? 'down' : 'up'}`);
  }
  return query;
}

/** Numbers and dates start with the largest, words with A. */
export function viewSortedBy(view: ListView, column: SortColumn): ListView {
  if (view.sort === column) return { ...view, isDescending: !view.isDescending };
  const isWord = column === 'title' || column === 'agent' || column === 'model';
  return { ...view, sort: column, isDescending: !isWord };
}

/** The user's own come first: a new import must not appear below the samples. */
export function visibleEntries(entries: readonly SessionEntry[], view: ListView): readonly SessionEntry[] {
  const wanted = view.search.trim().toLowerCase().split(/\s+/);
  const direction = view.isDescending ? -1 : 1;
  return entries
    .filter((entry) => {
      const text = searchedText(entry);
      return wanted.every((word) => text.includes(word));
    })
    .sort(
      (a, b) =>
        Number(a.origin === 'sample') - Number(b.origin === 'sample') ||
        compareKnown(sortValue(a, view.sort), sortValue(b, view.sort), direction) ||
        compare(a.title, b.title),
    );
}

/** Of the user's own; without any, the first sample: they are in order of what they show, not of their dates. */
export function latestEntry(entries: readonly SessionEntry[]): SessionEntry | undefined {
  const [first] = visibleEntries(entries, usualView);
  return first?.origin === 'sample' ? entries.find(({ origin }) => origin === 'sample') : first;
}

function searchedText({ title, fileName, workingDirectory, agent, models }: SessionEntry): string {
  return [title, fileName ?? '', workingDirectory ?? '', agent?.name ?? '', agent?.version ?? '', ...models]
    .join('\n')
    .toLowerCase();
}

function sortValue(entry: SessionEntry, column: SortColumn): string | number | undefined {
  switch (column) {
    case 'title':
      return entry.title;
    case 'agent':
      return entry.agent && `${entry.agent.name} ${entry.agent.version ?? ''}`;
    case 'model':
      return entry.models[0];
    case 'calls':
      return entry.calls;
    case 'peak':
      return entry.peakTokens;
    case 'compactions':
      return entry.compactions;
    case 'cost':
      return entry.cost;
    case 'size':
      return entry.bytes;
    case 'date':
      return entry.dateMs;
    default:
      return assertNever(column);
  }
}

/** Unknown values are last, whatever the direction: an undated session is not the oldest. */
function compareKnown(a: string | number | undefined, b: string | number | undefined, direction: 1 | -1): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return direction * compare(a, b);
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b), 'en', { numeric: true, sensitivity: 'base' });
}
