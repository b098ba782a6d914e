'use client';

import { useSearchParams } from 'next/navigation';
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { LatestSession } from '@/components/shell/latest-session';
import { PageNotice } from '@/components/shell/page-notice';
import { openedSession, sessionViews } from '@/components/shell/stores';
import { MissingSessionPage } from '@/components/simulate/missing-session-page';
import { SessionLoading } from '@/components/simulate/session-loading';
import { isSampleId } from '@/lib/state/sessions/samples';
import { placeOf, placeToQuery, type SessionPlace } from '@/lib/state/sessions/session-place';
import { PromptsView } from './prompts-view';
import { callInAddress } from './use-prompts-address';

export function PromptsPage() {
  const query = useSearchParams();
  const [session, agent] = [query.get('session'), query.get('agent')];
  const place = useMemo(() => placeOf(session, agent), [session, agent]);
  const state = useStore(openedSession, (opened) => opened.state);

  useEffect(() => {
    if (place === undefined) return;
    void open(place);
    const call = callInAddress();
    // Until the session is open, when its policy is known, too.
    const address = `/simulate?${placeToQuery(place)}${call === undefined ? '' : `#v1&call=${call + 1}&end`}`;
    return sessionViews.getState().offer('simulate', address);
  }, [place]);

  useEffect(() => {
    if (state.type === 'open') document.title = `Prompts: ${state.title} · Highwater`;
  }, [state]);

  if (place === undefined) return <LatestSession view="prompts" />;
  if (state.type === 'loading') return <SessionLoading isChild={place.child.length > 0} />;
  if (state.type === 'open') return <PromptsView opened={state} place={place} />;
  if (state.isUnknown && !isSampleId(place.session)) {
    return (
      <MissingSessionPage
        key={place.session}
        wantedId={place.session}
        traits={undefined}
        onFound={() => void open(place)}
      />
    );
  }
  return (
    <PageNotice
      title={state.isUnknown ? 'Session not found' : 'Could not open session'}
      what={state.what}
      advice={state.advice}
    />
  );
}

function open({ session, child }: SessionPlace): Promise<void> {
  return openedSession.getState().open(session, callInAddress(), child);
}
