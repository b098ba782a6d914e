import type { Metadata } from 'next';
import { PageNotice } from '@/components/shell/page-notice';

export const metadata: Metadata = { title: 'Not found' };

export default function NotFound() {
  return (
    <PageNotice
      title="Page not found"
      what="No page exists at this address."
      advice="Check the address, or go to the list of sessions."
    />
  );
}
