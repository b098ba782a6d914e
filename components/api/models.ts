import { useStore } from 'zustand';
import type { ListedModel } from '@/lib/api/list-models';
import { anthropicModels } from '@/lib/economics/anthropic-models';
import { modelFor } from '@/lib/economics/model-table';
import { apiAccess } from './api-stores';

const known: readonly ListedModel[] = anthropicModels.map(({ id, title = id }) => ({ id, title }));

/** The models that the API lists for the key; without a key, those of the price list. */
export function useModels(): readonly ListedModel[] {
  return useStore(apiAccess, (access) => access.models) ?? known;
}

const USUAL_MODEL = 'claude-sonnet-5-5';

/** The session's own model, if available. */
export function firstModel(models: readonly ListedModel[], sessionModel: string | undefined): string {
  const plain = sessionModel?.replace(/-\d{8}$/, '');
  const same = models.find(({ id }) => id === sessionModel || id === plain);
  return (same ?? models.find(({ id }) => id === USUAL_MODEL) ?? models[0])?.id ?? USUAL_MODEL;
}

/** Models with known prices. */
export function cheapestModel(models: readonly ListedModel[]): string {
  const price = ({ id }: ListedModel) => modelFor(id).prices?.output ?? Number.POSITIVE_INFINITY;
  return [...models].sort((a, b) => price(a) - price(b))[0]?.id ?? USUAL_MODEL;
}
