import Link from 'next/link';
import type { ReactNode } from 'react';

interface PageNoticeProps {
  readonly title: string;
  readonly what: string;
  readonly advice: string;
  readonly children?: ReactNode;
}

/**
 * A page with only a message. Its styles are global: every page prefetches those of an error page, and the browser warns
 * about an unused file.
 */
export function PageNotice({ title, what, advice, children }: PageNoticeProps) {
  return (
    <main id="main" className="page-notice">
      <h1>{title}</h1>
      <p>{what}</p>
      <p className="page-notice-advice">{advice}</p>
      {children}
      <p>
        <Link href="/">All sessions</Link>
      </p>
    </main>
  );
}
