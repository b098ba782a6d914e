'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { ImportPanel } from '@/components/sessions/import-panel';
import { imports } from '@/components/shell/stores';
import { broughtBy } from '@/lib/state/sessions/brought-sessions';
import { placeToQuery } from '@/lib/state/sessions/session-place';
import type { SessionTraits } from '@/lib/state/sessions/session-traits';
import { MissingSession } from './missing-session';

interface MissingSessionPageProps {
  readonly wantedId: string;
  readonly traits: SessionTraits | undefined;
  /** It has been imported. */
  onFound(): void;
}

export function MissingSessionPage({ wantedId, traits, onFound }: MissingSessionPageProps) {
  const router = useRouter();
  const runs = useStore(imports, (state) => state.runs);
  // Earlier imports have already been checked.
  const [before] = useState(() => imports.getState().runs[0]?.id ?? 0);
  const brought = useMemo(
    () =>
      broughtBy(
        runs.filter(({ id }) => id > before),
        wantedId,
      ),
    [runs, before, wantedId],
  );

  useEffect(() => {
    if (brought.type === 'wanted') onFound();
  }, [brought, onFound]);

  return (
    <MissingSession
      wantedId={wantedId}
      traits={traits}
      others={brought.type === 'others' ? brought.sessions : []}
      onImport={(files) => void imports.getState().start(files)}
      onOpen={(session) => router.push(`/simulate?${placeToQuery({ session, child: [] })}${location.hash}`)}
    >
      <ImportPanel />
    </MissingSession>
  );
}
