import type { Metadata } from 'next';
import { Suspense } from 'react';
import { ExperimentsPage } from '@/components/prompts/experiments/experiments-page';
import { SessionLoading } from '@/components/simulate/session-loading';

export const metadata: Metadata = { title: 'Experiments' };

export default function Page() {
  return (
    <Suspense fallback={<SessionLoading />}>
      <ExperimentsPage />
    </Suspense>
  );
}
