import { useStore } from 'zustand';
import type { Provider } from '@/lib/transcript/validate-request';
import { apiAccess, apiKeys } from './api-stores';

/** Whether models of any API are available. */
export function useHasKey(): boolean {
  const hasAnthropic = useIsAvailable('anthropic');
  const hasOpenAI = useIsAvailable('openai');
  return hasAnthropic || hasOpenAI;
}

/**
 * Of Anthropic's API: there is a key here, or on the server. An OpenAI-compatible server may need none: it is available if
 * it has listed its models.
 */
export function useIsAvailable(provider: Provider): boolean {
  const isHere = useStore(apiKeys.anthropic, ({ key }) => key !== undefined);
  const isAtServer = useStore(apiAccess, ({ server }) => server?.hasKey === true);
  const isListed = useStore(apiAccess, ({ compatible }) => compatible.models !== undefined);
  return provider === 'openai' ? isListed : isHere || isAtServer;
}
