import { useStore } from 'zustand';
import { apiAccess, apiKey } from './api-stores';

/** Models can be asked: here is a key, or at the server. */
export function useHasKey(): boolean {
  const isHere = useStore(apiKey, ({ key }) => key !== undefined);
  const isAtServer = useStore(apiAccess, ({ server }) => server?.hasKey === true);
  return isHere || isAtServer;
}
