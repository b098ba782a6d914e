import type { Metadata } from 'next';
import { Suspense } from 'react';
import { PlaygroundPage } from '@/components/playground/playground-page';
import { PlaygroundView } from '@/components/playground/playground-view';

export const metadata: Metadata = { title: 'Playground' };

export default function Page() {
  return (
    <Suspense fallback={<PlaygroundView />}>
      <PlaygroundPage />
    </Suspense>
  );
}
