'use client';

import { useEffect, useState } from 'react';

const REST_MS = 150;

/** Whether a value has stayed the same for a while. While a slider is dragged it has not. */
export function useIsResting(value: unknown): boolean {
  const [rested, setRested] = useState(value);

  useEffect(() => {
    if (rested === value) return;
    const timer = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(timer);
  }, [rested, value]);

  return rested === value;
}
