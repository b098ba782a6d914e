import { isFreeModel, sentModelId } from '../../economics/model-provider';
import { modelFor } from '../../economics/model-table';
import { SCRIPTED_MODEL } from '../../economics/own-models';
import type { Provider } from '../../transcript/validate-request';
import type { ModelChoice } from '../journal/entry';

/** In a few words, for a label. */
export function answererName(modelId: string): string {
  return modelId === SCRIPTED_MODEL ? 'script' : modelId;
}

export function whoAnswers(model: ModelChoice): { readonly words: string; readonly explains: string } {
  if (model.type === 'scripted') {
    return {
      words: 'A script answers',
      explains:
        'No model is used: the script follows fixed rules, costs nothing, and works offline. Choose a model in the Policy tab.',
    };
  }
  const paid = isFreeModel(model.id) ? 'You said that its calls cost nothing.' : 'Its calls are paid.';
  return {
    words: `${sentModelId(model.id)} answers`,
    explains: `${modelFor(model.id).title ?? sentModelId(model.id)}, through the API. ${paid}`,
  };
}

/** Why a scripted answer has a price. */
export const ESTIMATE_SOURCE =
  'Nothing was paid: a script answered. A model at $3 per million input tokens and $15 per million output tokens would have cost about this.';

/** Where the server sends calls, for each API, as it names it. */
export type Providers = Readonly<Record<Provider, string>>;

/** The server has not said yet where it sends, or cannot be reached. */
export const UNKNOWN_PROVIDER = 'unknown';
export const UNKNOWN_PROVIDERS: Providers = { anthropic: UNKNOWN_PROVIDER, openai: UNKNOWN_PROVIDER };

interface Upstreams {
  readonly upstream: string;
  readonly openai: { readonly upstream: string };
}

export function providersOf({ upstream, openai }: Upstreams): Providers {
  return { anthropic: upstream, openai: `openai-${openai.upstream}` };
}

const providerNames: Readonly<Record<string, string>> = {
  default: 'the Anthropic API (api.anthropic.com)',
  other: 'the server set with ANTHROPIC_BASE_URL',
  'openai-default': 'the OpenAI API (api.openai.com)',
  'openai-other': 'the server set with OPENAI_BASE_URL',
};

/** Where the server sends calls, as the end of a sentence. */
export function providerName(provider: string): string {
  return providerNames[provider] ?? 'the provider set on the server';
}

export function isScript(modelId: string): boolean {
  return modelId === SCRIPTED_MODEL;
}
