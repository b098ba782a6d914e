import type { Metadata } from 'next';
import { Suspense } from 'react';
import { SessionLoading } from '@/components/simulate/session-loading';
import { SimulatePage } from '@/components/simulate/simulate-page';

export const metadata: Metadata = { title: 'Session' };

export default function Page() {
  return (
    <Suspense fallback={<SessionLoading />}>
      <SimulatePage />
    </Suspense>
  );
}
