import { useMemo } from 'react';
import { useStore } from 'zustand';
import { preferences } from '@/components/shell/stores';
import type { ListedModel } from '@/lib/api/list-models';
import { anthropicModels } from '@/lib/economics/anthropic-models';
import { pricedByUser, sentModelId } from '@/lib/economics/model-provider';
import { modelFor } from '@/lib/economics/model-table';
import { apiAccess } from './api-stores';
import { useIsAvailable } from './use-has-key';

const known: readonly ListedModel[] = anthropicModels.map(({ id, title = id }) => ({ id, title }));
const none: readonly ListedModel[] = [];

/**
 * The models that the APIs list for the keys. Without a key, those of Anthropic's price list, unless there are others
 * that can be used.
 */
export function useModels(): readonly ListedModel[] {
  const listed = useStore(apiAccess, (access) => access.models);
  const compatible = useStore(apiAccess, (access) => access.compatible.models) ?? none;
  const isFree = useStore(preferences, ({ openaiIsFree }) => openaiIsFree);
  const hasAnthropic = useIsAvailable('anthropic');
  return useMemo(() => {
    const others = compatible.map((model) => ({ ...model, id: pricedByUser(model.id, isFree) }));
    return [...(listed ?? (hasAnthropic || others.length === 0 ? known : [])), ...others];
  }, [listed, compatible, isFree, hasAnthropic]);
}

const USUAL_MODEL = 'claude-sonnet-5-5';

/** The session's own model, if available. */
export function firstModel(models: readonly ListedModel[], sessionModel: string | undefined): string {
  const plain = sessionModel?.replace(/-\d{8}$/, '');
  const same = models.find(({ id }) => [sessionModel, plain].includes(sentModelId(id)));
  return (same ?? models.find(({ id }) => id === USUAL_MODEL) ?? models[0])?.id ?? USUAL_MODEL;
}

/** Models with known prices. */
export function cheapestModel(models: readonly ListedModel[]): string {
  const price = ({ id }: ListedModel) => modelFor(id).prices?.output ?? Number.POSITIVE_INFINITY;
  return [...models].sort((a, b) => price(a) - price(b))[0]?.id ?? USUAL_MODEL;
}
