'use client';

import { SessionPage } from '@/components/simulate/session-page';
import { CompareView } from './compare-view';

/** One session. Several will be named by `sessions`. */
export function ComparePage() {
  return <SessionPage view="compare" titled={(session) => `Compare: ${session}`} View={CompareView} />;
}
