'use client';

import { useSearchParams } from 'next/navigation';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { isWhatIf } from '@/lib/state/simulate/simulated-session';
import { readViewLink } from '@/lib/state/simulate/view-link';
import { playground } from './playground-stores';
import { PlaygroundView } from './playground-view';

/** The URL names the open run, so that a reload returns to it. */
export function PlaygroundPage() {
  const wanted = useSearchParams().get('run');
  const openId = useStore(playground, ({ open }) => (open.type === 'open' ? open.run.id : undefined));

  useEffect(() => playground.getState().start(), []);
  useEffect(() => {
    if (wanted === null) void beginLinked();
  }, [wanted]);
  useEffect(() => {
    const { open } = playground.getState();
    if (wanted !== null && !(open.type === 'open' && open.run.id === wanted))
      void playground.getState().openRun(wanted);
  }, [wanted]);
  useEffect(() => {
    // The current value: another run may have just been requested. A link to the view has none in its URL.
    const { open } = playground.getState();
    if (open.type !== 'open' || open.run.id !== openId || openId === wanted) return;
    history.replaceState(null, '', `/playground?run=${encodeURIComponent(openId)}`);
  }, [openId, wanted]);

  return <PlaygroundView />;
}

/** A new run under the policy of the link, such as one with a prompt to try. */
async function beginLinked(): Promise<void> {
  const link = readViewLink(location.hash);
  if (!link.ok) {
    playground.setState({
      failure: { what: `Invalid link: ${link.error}.`, advice: 'A new run has the usual policy.' },
    });
  } else if (link.value !== undefined && isWhatIf(link.value)) {
    // Once: a reload returns to the run.
    history.replaceState(null, '', '/playground');
    await playground.getState().begin({ policy: link.value.policy });
  }
}
