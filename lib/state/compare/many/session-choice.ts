import { assertNever } from '../../../base/assert-never';
import { usualView, visibleEntries } from '../../sessions/list-view';
import type { SessionEntry } from '../../sessions/session-entry';
import { placeToQuery } from '../../sessions/session-place';

/** Which sessions are compared, as the URL says it. */
export type SessionChoice =
  | { readonly type: 'all' }
  /** As the search of the list finds them. */
  | { readonly type: 'filter'; readonly search: string }
  /** Recorded in this folder. */
  | { readonly type: 'project'; readonly path: string }
  | { readonly type: 'sessions'; readonly ids: readonly string[] };

/** Ids are hashes, of which this many characters tell sessions of one browser apart. A link with whole ones would be too long. */
const ID_CHARACTERS = 16;

/** Undefined if the URL is about one session. */
export function choiceOfQuery(query: URLSearchParams): SessionChoice | undefined {
  const [ids, search, path] = [query.get('sessions'), query.get('filter'), query.get('project')];
  if (ids !== null) return { type: 'sessions', ids: ids.split(',').filter((id) => id !== '') };
  if (search !== null) return { type: 'filter', search };
  if (path !== null) return { type: 'project', path };
  return query.has('all') ? { type: 'all' } : undefined;
}

/** One session has a view of its own. */
export function compareAddressOf(choice: SessionChoice): string {
  switch (choice.type) {
    case 'all':
      return '/compare?all';
    case 'filter':
      return `/compare?${new URLSearchParams({ filter: choice.search })}`;
    case 'project':
      return `/compare?${new URLSearchParams({ project: choice.path })}`;
    case 'sessions': {
      const [only] = choice.ids;
      if (only !== undefined && choice.ids.length === 1) {
        return `/compare?${placeToQuery({ session: only, child: [] })}`;
      }
      return `/compare?sessions=${choice.ids.map((id) => encodeURIComponent(shortId(id))).join(',')}`;
    }
    default:
      return assertNever(choice);
  }
}

/** Without samples where there are own sessions, unless they are named. In the order of the list. */
export function chosenEntries(entries: readonly SessionEntry[], choice: SessionChoice): readonly SessionEntry[] {
  const own = entries.filter(({ origin }) => origin !== 'sample');
  const usual = own.length > 0 ? own : entries;
  switch (choice.type) {
    case 'all':
      return visibleEntries(usual, usualView);
    case 'filter':
      return visibleEntries(entries, { ...usualView, search: choice.search });
    case 'project':
      return visibleEntries(usual, usualView).filter(({ workingDirectory }) => workingDirectory === choice.path);
    case 'sessions': {
      const wanted = new Set(choice.ids.map(shortId));
      return visibleEntries(entries, usualView).filter(({ id }) => wanted.has(shortId(id)));
    }
    default:
      return assertNever(choice);
  }
}

/** Those of samples are names. */
function shortId(id: string): string {
  return /^[0-9a-f]+$/.test(id) ? id.slice(0, ID_CHARACTERS) : id;
}
