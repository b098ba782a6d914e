'use client';

import { useMemo, useState } from 'react';
import { MessagesPanel } from '@/components/messages/messages-panel';
import { ErrorNote } from '@/components/ui/error-note';
import type { Simulation } from '@/lib/simulator/pipeline/simulation';
import { type LineFilter, noFilter } from '@/lib/state/messages/line-filter';
import type { RunAsks } from '@/lib/state/playground/run-asks';
import type { OpenSession } from '@/lib/worker/engine/messages';
import { useAsked } from '../run/use-asked';

interface ContextTabProps {
  readonly session: OpenSession;
  readonly simulation: Simulation;
  readonly call: number;
  readonly asks: Pick<RunAsks, 'context' | 'messages'>;
  onSelectCall(call: number): void;
}

/** What a call carried, and what the policy had made of it. */
export function ContextTab({ session, simulation, call, asks, onSelectCall }: ContextTabProps) {
  const [filter, setFilter] = useState<LineFilter>(noFilter);
  // After an undo the same number may be another call, with another simulation.
  const question = useMemo(() => ({ call, simulation }), [call, simulation]);
  const { value: context, failure } = useAsked(question, () => asks.context(call));
  if (failure !== undefined) return <ErrorNote {...failure} />;
  if (context === undefined) return <p>Loading…</p>;
  return (
    <MessagesPanel
      session={session}
      simulation={simulation}
      context={context}
      filter={filter}
      ask={asks.messages}
      onFilter={setFilter}
      onSelectCall={onSelectCall}
    />
  );
}
