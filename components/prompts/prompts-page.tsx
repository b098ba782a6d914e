'use client';

import { useEffect } from 'react';
import { sessionViews } from '@/components/shell/stores';
import { SessionPage, useSessionPlace } from '@/components/simulate/session-page';
import { placeToQuery } from '@/lib/state/sessions/session-place';
import { PromptsView } from './prompts-view';
import { callInAddress } from './use-prompts-address';

export function PromptsPage() {
  const place = useSessionPlace();

  useEffect(() => {
    if (place === undefined) return;
    const call = callInAddress();
    // Until the session is open, when its policy is known, too.
    const address = `/simulate?${placeToQuery(place)}${call === undefined ? '' : `#v1&call=${call + 1}&end`}`;
    return sessionViews.getState().offer('simulate', address);
  }, [place]);

  return (
    <SessionPage
      view="prompts"
      titled={(session) => `Prompts: ${session}`}
      linkedCall={callInAddress}
      View={PromptsView}
    />
  );
}
