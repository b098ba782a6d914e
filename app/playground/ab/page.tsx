import type { Metadata } from 'next';
import { Suspense } from 'react';
import { AbPage } from '@/components/playground/ab-page';

export const metadata: Metadata = { title: 'A/B' };

export default function Page() {
  return (
    <Suspense>
      <AbPage />
    </Suspense>
  );
}
