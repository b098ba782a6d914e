'use client';

import { useState } from 'react';

/** Cards with matches are expanded until the user collapses them. */
export function useFold(isUsuallyOpen: boolean, filter: string) {
  const [byHand, setByHand] = useState<{ readonly filter: string; readonly isOpen: boolean }>();
  const isOpen = byHand?.filter === filter ? byHand.isOpen : isUsuallyOpen || filter.trim() !== '';
  return {
    isOpen,
    toggle: () => setByHand({ filter, isOpen: !isOpen }),
    forget: () => setByHand(undefined),
  };
}
