'use client';

import { type StoreApi, useStore } from 'zustand';
import { Button } from '@/components/ui/button';
import type { Tour } from '@/lib/state/shared/tour';
import { presentTargets } from './tour-targets';

interface TourButtonProps {
  readonly tour: StoreApi<Tour>;
  /** Before it starts: a dialog must close. */
  onStart(): void;
}

/** Starts the tour again. Only visible where the tour can be shown. */
export function TourButton({ tour, onStart }: TourButtonProps) {
  const isHere = useStore(tour, (state) => state.isHere);
  if (!isHere) return null;
  return (
    <Button
      onClick={() => {
        onStart();
        tour.getState().start(presentTargets());
      }}
    >
      Show the tour
    </Button>
  );
}
