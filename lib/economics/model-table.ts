import { anthropicModels } from './anthropic-models';
import { googleModels } from './google-models';
import { freePrices, type Model } from './model';
import { isFreeModel, sentModelId } from './model-provider';
import { openaiModels } from './openai-models';
import { ownModels } from './own-models';

export const modelTable: readonly Model[] = [...anthropicModels, ...openaiModels, ...googleModels, ...ownModels];

const LARGE_WINDOW_SUFFIX = /\[1m\]$/;
const LARGE_WINDOW_TOKENS = 1_000_000;

/**
 * [W1] [W2] Looks up a model by its id: first as written, then without what hosts and snapshots add (`anthropic/`,
 * `us.anthropic.`, `-20251101`, `@20251101`, `-v1:0`, `-latest`, `-preview`). `[1m]` at the end means the large window.
 * `chat/` says where it is asked, `free/` also that it costs nothing.
 * For unknown ids only the usual window and output limit are assumed; the cost is unknown.
 */
export function modelFor(id: string, table: readonly Model[] = modelTable): Model {
  if (isFreeModel(id)) return { ...withoutLongPrompts(modelFor(sentModelId(id), table)), id, prices: freePrices };
  const asked = id.trim().toLowerCase();
  const plain = asked.replace(LARGE_WINDOW_SUFFIX, '');
  const found = namesOf(plain)
    .map((name) => table.find((model) => model.id === name))
    .find((model) => model !== undefined);
  const model = found ?? fallback(id);
  return plain === asked ? model : { ...model, windowTokens: model.largeWindowTokens ?? LARGE_WINDOW_TOKENS };
}

function withoutLongPrompts({ longPrompts: _, ...model }: Model): Model {
  return model;
}

function fallback(id: string): Model {
  return {
    id,
    vendor: 'unknown',
    windowTokens: 200_000,
    maxOutputTokens: 32_000,
    tokensFactor: 1,
    source: 'assumed: the model is not in the table',
    asOf: '',
    isUncertain: true,
  };
}

/** From the full id to its barest form, so that a row for a snapshot is found before the row for its model. */
function namesOf(id: string): readonly string[] {
  const withoutHost = id.replace(/^.*\//, '').replace(/^(?:[a-z-]+\.)?(?:anthropic|openai|google)\./, '');
  const withoutVariant = withoutHost.replace(/:[a-z0-9-]+$/, '').replace(/-v\d+$/, '');
  const withoutDate = withoutVariant.replace(/(?:[-@]\d{8}|-\d{4}-\d{2}-\d{2}|-latest)$/, '');
  const withoutStage = withoutDate.replace(/-v\d+$/, '').replace(/-preview(?:-\d{2}-\d{2}(?:\d{2})?)?$/, '');
  const dashed = withoutStage.startsWith('claude-') ? withoutStage.replaceAll('.', '-') : withoutStage;
  // Claude 4 is also called 4-0.
  const withoutZero = dashed.replace(/^(claude-(?:opus|sonnet)-4)-0$/, '$1');
  return [id, withoutHost, withoutVariant, withoutDate, withoutStage, dashed, withoutZero];
}
