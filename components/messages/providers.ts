import type { FormatId } from '@/lib/transcript/formats';
import type { Provider } from '@/lib/transcript/validate-request';

export const providerNames: Readonly<Record<Provider, string>> = { anthropic: 'Anthropic', openai: 'OpenAI' };

const ofOpenAI: ReadonlySet<FormatId> = new Set(['openai-chat', 'openai-responses', 'codex']);

/** The provider whose requests the session recorded. */
export function usualProvider(format: FormatId): Provider {
  return ofOpenAI.has(format) ? 'openai' : 'anthropic';
}
