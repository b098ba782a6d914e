'use client';

import { useEffect } from 'react';
import { sessionViews } from '@/components/shell/stores';
import { placeToQuery } from '@/lib/state/sessions/session-place';
import { readViewLink } from '@/lib/state/simulate/view-link';
import { SessionPage, useSessionPlace } from './session-page';
import { SessionWorkspace } from './session-workspace';

export function SimulatePage() {
  const place = useSessionPlace();

  useEffect(() => {
    if (place === undefined) return;
    const call = linkedCall();
    // Until the session is open, when its policy is known, too.
    const address = `/prompts?${placeToQuery(place)}${call === undefined ? '' : `&at=${call + 1}`}`;
    return sessionViews.getState().offer('prompts', address);
  }, [place]);

  return (
    <SessionPage
      view="simulate"
      titled={(session) => session}
      linkedCall={linkedCall}
      linkedTraits={() => linkedView()?.traits}
      View={SessionWorkspace}
    />
  );
}

/** The rest of a link is read once the session is open. */
function linkedCall(): number | undefined {
  return linkedView()?.call;
}

function linkedView() {
  const link = readViewLink(location.hash);
  return link.ok ? link.value : undefined;
}
