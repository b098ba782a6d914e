'use client';

import { useSearchParams } from 'next/navigation';
import { type ComponentType, useCallback, useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { LatestSession } from '@/components/shell/latest-session';
import { PageNotice } from '@/components/shell/page-notice';
import { openedSession } from '@/components/shell/stores';
import type { OpenState } from '@/lib/state/sessions/opened-session';
import { isSampleId } from '@/lib/state/sessions/samples';
import { placeOf, type SessionPlace } from '@/lib/state/sessions/session-place';
import type { SessionTraits } from '@/lib/state/sessions/session-traits';
import type { SessionView } from '@/lib/state/sessions/session-views';
import { MissingSession } from './missing-session';
import { SessionLoading } from './session-loading';

/** What every view of a session gets. */
export interface SessionViewProps {
  readonly opened: Extract<OpenState, { type: 'open' }>;
  readonly place: SessionPlace;
}

interface SessionPageProps {
  readonly view: SessionView;
  /** Of the tab of the browser, with the title of the session. */
  titled(session: string): string;
  /** From the link, if it names one. */
  linkedCall?(): number | undefined;
  linkedTraits?(): SessionTraits | undefined;
  readonly View: ComponentType<SessionViewProps>;
}

/** The session that the URL names, in a view of it; before that it is loading, and it may be missing or fail to open. */
export function SessionPage({ view, titled, linkedCall, linkedTraits, View }: SessionPageProps) {
  const place = useSessionPlace();
  const state = useStore(openedSession, (opened) => opened.state);
  const title = state.type === 'open' ? titled(state.title) : undefined;
  const open = useCallback(
    async ({ session, child }: SessionPlace) => openedSession.getState().open(session, linkedCall?.(), child),
    [linkedCall],
  );

  useEffect(() => {
    if (place !== undefined) void open(place);
  }, [place, open]);

  useEffect(() => {
    if (title !== undefined) document.title = `${title} · Highwater`;
  }, [title]);

  if (place === undefined) return <LatestSession view={view} />;
  if (state.type === 'loading') return <SessionLoading isChild={place.child.length > 0} />;
  if (state.type === 'open') return <View opened={state} place={place} />;
  if (state.isUnknown && !isSampleId(place.session)) {
    return (
      <MissingSession
        key={place.session}
        wantedId={place.session}
        traits={linkedTraits?.()}
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

/** The place that the URL names. */
export function useSessionPlace(): SessionPlace | undefined {
  const query = useSearchParams();
  const [session, agent] = [query.get('session'), query.get('agent')];
  return useMemo(() => placeOf(session, agent), [session, agent]);
}
