import Link from 'next/link';
import type { ReactNode } from 'react';

interface PageNoticeProps {
  readonly title: string;
  readonly what: string;
  readonly advice: string;
  readonly children?: ReactNode;
}

/**
 * A page that has nothing to show but why. Its styles are global: those of an error page are fetched ahead by every page,
 * and with a file of their own the browser complains that it was not needed.
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
