'use client';

import Link from 'next/link';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { PageNotice } from '@/components/shell/page-notice';
import { sessionList } from '@/components/shell/stores';
import { placeToQuery } from '@/lib/state/sessions/session-place';

interface SessionChoiceProps {
  /** Its path is an address without a session. */
  readonly view: '/prompts' | '/compare';
  readonly title: string;
  readonly what: string;
}

/** For a view that was opened without a session. */
export function SessionChoice({ view, title, what }: SessionChoiceProps) {
  const { stored, visit, samples } = useStore(sessionList);
  const sessions = [
    ...[...stored, ...visit.map(({ meta }) => meta)].map(({ id, title }) => ({ id, title })),
    ...samples.map(({ sessionId, title }) => ({ id: sessionId, title })),
  ];
  useEffect(() => sessionList.getState().start(), []);
  return (
    <PageNotice title={title} what={what} advice="Choose a session:">
      <ul>
        {sessions.map(({ id, title }) => (
          <li key={id}>
            <Link prefetch={false} href={`${view}?${placeToQuery({ session: id, child: [] })}`}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </PageNotice>
  );
}
