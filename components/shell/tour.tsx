'use client';

import { useEffect, useLayoutEffect } from 'react';
import { createPortal } from 'react-dom';
import { type StoreApi, useStore } from 'zustand';
import type { Tour as TourState } from '@/lib/state/shared/tour';
import { TourPopover } from './tour-popover';
import { presentTargets } from './tour-targets';

interface TourProps {
  readonly tour: StoreApi<TourState>;
  /** To whoever has not seen it. It can be asked for in any case. */
  readonly isOffered: boolean;
}

/** Stands in the view that it shows around in, and is rendered once all of that is there. */
export function Tour({ tour, isOffered }: TourProps) {
  const { step, place, of, go, end } = useStore(tour);
  const isOpen = step !== undefined;

  useEffect(() => {
    let leave: (() => void) | undefined;
    // Not at once: a development build mounts everything twice, and the tour would be over before it is seen.
    const timer = setTimeout(() => {
      leave = tour.getState().arrive(presentTargets(), isOffered);
    });
    return () => {
      clearTimeout(timer);
      leave?.();
    };
  }, [tour, isOffered]);

  // Before the popover takes the focus, which it does after the layout.
  useLayoutEffect(() => {
    if (!isOpen) return;
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [isOpen]);

  if (step === undefined) return null;
  return createPortal(
    // Made anew for each step: a screen reader tells of a dialog when the focus comes into it.
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
