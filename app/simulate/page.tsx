import type { Metadata } from 'next';
import { Suspense } from 'react';
import { SessionLoading } from '@/components/simulate/session-loading';
import { SessionPage } from '@/components/simulate/session-page';

export const metadata: Metadata = { title: 'Session' };

export default function Page() {
  return (
    <Suspense fallback={<SessionLoading />}>
      <SessionPage />
    </Suspense>
  );
}
