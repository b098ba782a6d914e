import type { Metadata } from 'next';
import { Suspense } from 'react';
import { SessionsLoading, SessionsView } from '@/components/sessions/sessions-view';

export const metadata: Metadata = { title: { absolute: 'Sessions · Highwater' } };

export default function Page() {
  return (
    <Suspense fallback={<SessionsLoading />}>
      <SessionsView />
    </Suspense>
  );
}
