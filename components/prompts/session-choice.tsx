'use client';

import Link from 'next/link';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { PageNotice } from '@/components/shell/page-notice';
import { sessionList } from '@/components/shell/stores';
import { placeToQuery } from '@/lib/state/sessions/session-place';

/** Which session to write summaries of. */
export function SessionChoice() {
  const { stored, visit, samples } = useStore(sessionList);
  const sessions = [
    ...[...stored, ...visit.map(({ meta }) => meta)].map(({ id, title }) => ({ id, title })),
    ...samples.map(({ sessionId, title }) => ({ id: sessionId, title })),
  ];
  useEffect(() => sessionList.getState().start(), []);
  return (
    <PageNotice
      title="Prompts"
      what="Compare summary prompts side by side at one point in a session: what each keeps, loses and costs."
      advice="Choose a session:"
    >
      <ul>
        {sessions.map(({ id, title }) => (
          <li key={id}>
            <Link prefetch={false} href={`/prompts?${placeToQuery({ session: id, child: [] })}`}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </PageNotice>
  );
}
