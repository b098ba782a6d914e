'use client';

import { PageNotice } from '@/components/shell/page-notice';
import { Button } from '@/components/ui/button';

interface ErrorPageProps {
  readonly error: Error;
  reset(): void;
}

export default function ErrorPage({ error, reset }: ErrorPageProps) {
  return (
    <PageNotice
      title="Something went wrong"
      what={error.message}
      advice="This is a bug in Highwater. Your stored sessions are not affected."
    >
      <Button onClick={reset}>Try again</Button>
    </PageNotice>
  );
}
