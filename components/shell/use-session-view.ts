import { useEffect } from 'react';
import type { SessionView } from '@/lib/state/sessions/session-views';
import { sessionViews } from './stores';

/** Offers the header a link to another view of the current session. */
export function useSessionView(view: SessionView, address: string): void {
  useEffect(() => sessionViews.getState().offer(view, address), [view, address]);
}
