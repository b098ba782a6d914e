import type { Filters } from '@/lib/state/simulate/view-link';

/** All calls of the session, or the selected one. */
export type ContentsScope = 'session' | 'call';

/** As in the URL. Links to the former tab “Recording” showed the selected call. */
export function contentsScope({ contents, tab }: Filters): ContentsScope {
  if (contents === 'session' || contents === 'call') return contents;
  return tab === 'recording' ? 'call' : 'session';
}
