import { modelFor } from '../../economics/model-table';
import { SCRIPTED_MODEL } from '../../economics/own-models';
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
  return {
    words: `${model.id} answers`,
    explains: `${modelFor(model.id).title ?? model.id}, through the API. Its calls are paid.`,
  };
}

/** Why a scripted answer has a price. */
export const ESTIMATE_SOURCE =
  'Nothing was paid: a script answered. A model at $3 per million input tokens and $15 per million output tokens would have cost about this.';

const providerNames: Readonly<Record<string, string>> = {
  default: 'the Anthropic API (api.anthropic.com)',
  other: 'the server set with ANTHROPIC_BASE_URL',
};

/** Where the server sends calls, as the end of a sentence. */
export function providerName(provider: string): string {
  return providerNames[provider] ?? 'the provider set on the server';
}

export function isScript(modelId: string): boolean {
  return modelId === SCRIPTED_MODEL;
}
