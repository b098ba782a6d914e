import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Whether the page runs already. What it is sent as has no styles of single elements: our content security policy does
 * not let them in, so sizes that are known only here are set from here on.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
