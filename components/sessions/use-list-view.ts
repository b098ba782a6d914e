'use client';

import { useSearchParams } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { type ListView, viewFromQuery, viewToQuery } from '@/lib/state/sessions/list-view';

/**
 * The view according to the URL. Input is shown immediately and reaches the URL later: the router reports changes late,
 * and a field that waited for it would lose letters.
 */
export function useListView(): readonly [ListView, (view: ListView) => void] {
  const query = useSearchParams().toString();
  const [view, setView] = useState(() => viewFromQuery(new URLSearchParams(query)));
  const written = useRef<readonly string[]>([query]);

  useEffect(() => {
    const at = written.current.indexOf(query);
    // Our own change arrives once; anything else is Back, Forward or a link.
    if (at === -1) setView(viewFromQuery(new URLSearchParams(query)));
    written.current = written.current.slice(at + 1);
  }, [query]);

  const show = (next: ListView) => {
    setView(next);
    const wanted = viewToQuery(next).toString();
    if (wanted === location.search.slice(1)) return;
    written.current = [...written.current, wanted];
    history.replaceState(null, '', wanted === '' ? location.pathname : `${location.pathname}?${wanted}`);
  };

  return [view, show];
}
