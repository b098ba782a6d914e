'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { latestEntry } from '@/lib/state/sessions/list-view';
import { entriesOf } from '@/lib/state/sessions/session-entry';
import { placeToQuery } from '@/lib/state/sessions/session-place';
import type { SessionView } from '@/lib/state/sessions/session-views';
import { PageNotice } from './page-notice';
import { sessionList } from './stores';

/** For a view without a session in its address: shows the latest of the list in it, or a sample. */
export function LatestSession({ view }: { readonly view: SessionView }) {
  const router = useRouter();
  const { isLoaded, stored, visit, samples } = useStore(sessionList);
  const latest = isLoaded ? latestEntry(entriesOf({ stored, visit, samples })) : undefined;
  const address = latest && `/${view}?${placeToQuery({ session: latest.id, child: [] })}`;

  useEffect(() => sessionList.getState().start(), []);
  useEffect(() => {
    // Replaced, so that Back does not lead here again.
    if (address !== undefined) router.replace(address);
  }, [address, router]);

  if (!isLoaded || address !== undefined) {
    return (
      <main id="main" className="page-notice" aria-busy="true">
        <h1>Opening the latest session…</h1>
      </main>
    );
  }
  return (
    <PageNotice
      title="No sessions yet"
      what="There is no session to show, and the samples could not be loaded."
      advice="Import a transcript in Sessions."
    />
  );
}
