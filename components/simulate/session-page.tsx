'use client';

import { useSearchParams } from 'next/navigation';
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { expectContextAreas } from '@/components/charts/use-context-areas';
import { PageNotice } from '@/components/shell/page-notice';
import { openedSession } from '@/components/shell/stores';
import { placeOf } from '@/lib/state/session-place';
import { SessionLoading } from './session-loading';
import { SessionWorkspace } from './session-workspace';

export function SessionPage() {
  const query = useSearchParams();
  const [session, agent] = [query.get('session'), query.get('agent')];
  const place = useMemo(() => placeOf(session, agent), [session, agent]);
  const state = useStore(openedSession, (opened) => opened.state);

  // Along with the session, not after it.
  useEffect(expectContextAreas, []);

  useEffect(() => {
    // Read from the address itself: with the call among the dependencies, every step would open the session anew.
    const call = new URLSearchParams(location.search).get('call');
    if (place === undefined) return;
    void openedSession.getState().open(place.session, call === null ? undefined : Number(call) - 1, place.child);
  }, [place]);

  useEffect(
    () =>
      openedSession.subscribe((opened, before) => {
        if (opened.state.type === 'open' && opened.call !== before.call) showInAddress(opened.call);
      }),
    [],
  );

  useEffect(() => {
    if (state.type === 'open') document.title = `${state.title} · Highwater`;
  }, [state]);

  if (place === undefined) {
    return (
      <PageNotice
        title="No session chosen"
        what="This page shows one session."
        advice="Choose one in the list of sessions."
      />
    );
  }
  if (state.type === 'loading') return <SessionLoading isChild={place.child.length > 0} />;
  if (state.type === 'failed') {
    return (
      <PageNotice
        title={state.isUnknown ? 'This session is not here' : 'This session cannot be opened'}
        what={state.what}
        advice={state.advice}
      />
    );
  }
  return <SessionWorkspace opened={state} place={place} />;
}

let pending: ReturnType<typeof setTimeout> | undefined;

/** Not at every step of a held key: browsers refuse more than some 100 changes of the address in half a minute. */
function showInAddress(call: number): void {
  clearTimeout(pending);
  const { pathname, search } = location;
  const shown = sessionIn(search);
  pending = setTimeout(() => {
    if (location.pathname !== pathname || sessionIn(location.search) !== shown) return;
    const query = new URLSearchParams(location.search);
    query.set('call', String(call + 1));
    replaceQuietly(`${pathname}?${query}`);
  }, 200);
}

/** Next puts its own in the place of `replaceState`, which would drop a navigation that is just under way. */
function replaceQuietly(address: string): void {
  History.prototype.replaceState.call(history, history.state, '', address);
}

function sessionIn(search: string): string {
  const query = new URLSearchParams(search);
  return `${query.get('session')} ${query.get('agent')}`;
}
