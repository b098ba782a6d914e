'use client';

import { useSearchParams } from 'next/navigation';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { PageNotice } from '@/components/shell/page-notice';
import { openedSession } from '@/components/shell/stores';
import { SessionLoading } from './session-loading';
import { SessionWorkspace } from './session-workspace';

export function SessionPage() {
  const query = useSearchParams();
  const id = query.get('session');
  const state = useStore(openedSession, (opened) => opened.state);

  useEffect(() => {
    // Read from the address itself: with the call among the dependencies, every step would open the session anew.
    const call = new URLSearchParams(location.search).get('call');
    if (id !== null) void openedSession.getState().open(id, call === null ? undefined : Number(call) - 1);
  }, [id]);

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

  if (id === null) {
    return (
      <PageNotice
        title="No session chosen"
        what="This page shows one session."
        advice="Choose one in the list of sessions."
      />
    );
  }
  if (state.type === 'loading') return <SessionLoading />;
  if (state.type === 'failed') {
    return (
      <PageNotice
        title={state.isUnknown ? 'This session is not here' : 'This session cannot be opened'}
        what={state.what}
        advice={state.advice}
      />
    );
  }
  return <SessionWorkspace session={state.session} title={state.title} isSample={state.isSample} />;
}

let pending: ReturnType<typeof setTimeout> | undefined;

/** Not at every step of a held key: browsers refuse more than some 100 changes of the address in half a minute. */
function showInAddress(call: number): void {
  clearTimeout(pending);
  const { pathname } = location;
  pending = setTimeout(() => {
    if (location.pathname !== pathname) return;
    const query = new URLSearchParams(location.search);
    query.set('call', String(call + 1));
    history.replaceState(null, '', `${pathname}?${query}`);
  }, 200);
}
