import type { Metadata } from 'next';
import { PageNotice } from '@/components/shell/page-notice';

export const metadata: Metadata = { title: 'Not found' };

export default function NotFound() {
  return (
    <PageNotice
      title="There is no such page"
      what="The address is not one of this program’s."
      advice="Check it for a typing mistake, or start from the list."
    />
  );
}
