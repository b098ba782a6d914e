import type { Metadata } from 'next';
import { Suspense } from 'react';
import { ComparePage } from '@/components/compare/many/compare-page';
import { SessionLoading } from '@/components/simulate/session-loading';

export const metadata: Metadata = { title: 'Compare' };

export default function Page() {
  return (
    <Suspense fallback={<SessionLoading />}>
      <ComparePage />
    </Suspense>
  );
}
