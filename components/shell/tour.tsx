'use client';

import { useEffect, useLayoutEffect } from 'react';
import { createPortal } from 'react-dom';
import { type StoreApi, useStore } from 'zustand';
import type { Tour as TourState } from '@/lib/state/shared/tour';
import { TourPopover } from './tour-popover';
import { presentTargets } from './tour-targets';

interface TourProps {
  readonly tour: StoreApi<TourState>;
  /** Starts automatically for users who have not seen it. */
  readonly isOffered: boolean;
}

/** Belongs to the view that it explains, and is rendered once that is complete. */
export function Tour({ tour, isOffered }: TourProps) {
  const { step, place, of, go, end } = useStore(tour);
  const isOpen = step !== undefined;

  useEffect(() => {
    let leave: (() => void) | undefined;
    // Delayed, because a development build mounts everything twice, and the tour would be over before it is seen.
    const timer = setTimeout(() => {
      leave = tour.getState().arrive(presentTargets(), isOffered);
    });
    return () => {
      clearTimeout(timer);
      leave?.();
    };
  }, [tour, isOffered]);

  // Before the popover takes the focus, which it does after layout.
  useLayoutEffect(() => {
    if (!isOpen) return;
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [isOpen]);

  if (step === undefined) return null;
  return createPortal(
    // Created again for each step: a screen reader announces a dialog when the focus moves into it.
    <TourPopover
      key={step.target}
      step={step}
      place={place}
      of={of}
      onGo={(direction) => go(direction, presentTargets())}
      onEnd={end}
    />,
    document.body,
  );
}
