import { useStore } from 'zustand';
import { apiAccess, apiKey } from './api-stores';

/** Whether models are available: there is a key here, or on the server. */
export function useHasKey(): boolean {
  const isHere = useStore(apiKey, ({ key }) => key !== undefined);
  const isAtServer = useStore(apiAccess, ({ server }) => server?.hasKey === true);
  return isHere || isAtServer;
}
