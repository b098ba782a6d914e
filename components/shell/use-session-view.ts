import { useEffect } from 'react';
import type { SessionView } from '@/lib/state/sessions/session-views';
import { sessionViews } from './stores';

/** Has the header lead to another view of the session that is shown. */
export function useSessionView(view: SessionView, address: string): void {
  useEffect(() => sessionViews.getState().offer(view, address), [view, address]);
}
