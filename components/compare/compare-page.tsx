'use client';

import { useSearchParams } from 'next/navigation';
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { LatestSession } from '@/components/shell/latest-session';
import { PageNotice } from '@/components/shell/page-notice';
import { openedSession } from '@/components/shell/stores';
import { MissingSessionPage } from '@/components/simulate/missing-session-page';
import { SessionLoading } from '@/components/simulate/session-loading';
import { isSampleId } from '@/lib/state/sessions/samples';
import { placeOf, type SessionPlace } from '@/lib/state/sessions/session-place';
import { CompareView } from './compare-view';

/** One session. Several will be named by `sessions`. */
export function ComparePage() {
  const query = useSearchParams();
  const [session, agent] = [query.get('session'), query.get('agent')];
  const place = useMemo(() => placeOf(session, agent), [session, agent]);
  const state = useStore(openedSession, (opened) => opened.state);

  useEffect(() => {
    if (place !== undefined) void open(place);
  }, [place]);

  useEffect(() => {
    if (state.type === 'open') document.title = `Compare: ${state.title} · Highwater`;
  }, [state]);

  if (place === undefined) return <LatestSession view="compare" />;
  if (state.type === 'loading') return <SessionLoading isChild={place.child.length > 0} />;
  if (state.type === 'failed' && state.isUnknown && !isSampleId(place.session)) {
    return (
      <MissingSessionPage
        key={place.session}
        wantedId={place.session}
        traits={undefined}
        onFound={() => void open(place)}
      />
    );
  }
  if (state.type === 'failed') {
    return (
      <PageNotice
        title={state.isUnknown ? 'Session not found' : 'Could not open session'}
        what={state.what}
        advice={state.advice}
      />
    );
  }
  return <CompareView opened={state} place={place} />;
}

function open({ session, child }: SessionPlace): Promise<void> {
  return openedSession.getState().open(session, undefined, child);
}
