'use client';

import { useSearchParams } from 'next/navigation';
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { LatestSession } from '@/components/shell/latest-session';
import { PageNotice } from '@/components/shell/page-notice';
import { openedSession, sessionViews } from '@/components/shell/stores';
import { isSampleId } from '@/lib/state/sessions/samples';
import { placeOf, placeToQuery, type SessionPlace } from '@/lib/state/sessions/session-place';
import { readViewLink } from '@/lib/state/simulate/view-link';
import { MissingSessionPage } from './missing-session-page';
import { SessionLoading } from './session-loading';
import { SessionWorkspace } from './session-workspace';

export function SessionPage() {
  const query = useSearchParams();
  const [session, agent] = [query.get('session'), query.get('agent')];
  const place = useMemo(() => placeOf(session, agent), [session, agent]);
  const state = useStore(openedSession, (opened) => opened.state);

  useEffect(() => {
    if (place === undefined) return;
    void open(place);
    const call = linkedView()?.call;
    // Until the session is open, when its policy is known, too.
    const address = `/prompts?${placeToQuery(place)}${call === undefined ? '' : `&at=${call + 1}`}`;
    return sessionViews.getState().offer('prompts', address);
  }, [place]);

  useEffect(() => {
    if (state.type === 'open') document.title = `${state.title} · Highwater`;
  }, [state]);

  if (place === undefined) return <LatestSession view="simulate" />;
  if (state.type === 'loading') return <SessionLoading isChild={place.child.length > 0} />;
  if (state.type === 'failed' && state.isUnknown && !isSampleId(place.session)) {
    return (
      <MissingSessionPage
        key={place.session}
        wantedId={place.session}
        traits={linkedView()?.traits}
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
  return <SessionWorkspace opened={state} place={place} />;
}

/** At the call in the link, if there is one. The rest of a link is read once the session is open. */
function open({ session, child }: SessionPlace): Promise<void> {
  return openedSession.getState().open(session, linkedView()?.call, child);
}

function linkedView() {
  const link = readViewLink(location.hash);
  return link.ok ? link.value : undefined;
}
