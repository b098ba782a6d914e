'use client';

import { useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import { SessionPage } from '@/components/simulate/session-page';
import { choiceOfQuery } from '@/lib/state/compare/many/session-choice';
import { CompareView } from '../compare-view';
import { ManyPage } from './many-page';
import { RowsPage } from './rows-page';

/** One session, or many, or the rows of a file. */
export function ComparePage() {
  const query = useSearchParams().toString();
  const choice = useMemo(() => choiceOfQuery(new URLSearchParams(query)), [query]);
  if (new URLSearchParams(query).has('rows')) return <RowsPage />;
  if (choice !== undefined) return <ManyPage choice={choice} />;
  return <SessionPage view="compare" titled={(session) => `Compare: ${session}`} View={CompareView} />;
}
