import type { Metadata } from 'next';
import { Suspense } from 'react';
import { PromptsPage } from '@/components/prompts/prompts-page';
import { SessionLoading } from '@/components/simulate/session-loading';

export const metadata: Metadata = { title: 'Prompts' };

export default function Page() {
  return (
    <Suspense fallback={<SessionLoading />}>
      <PromptsPage />
    </Suspense>
  );
}
