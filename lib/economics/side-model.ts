import type { Model } from './model';
import { providerOf } from './model-provider';
import { modelFor } from './model-table';

/**
 * [R2] What chooses memories for a conversation with this model: the vendor's present model of middle size, unless it
 * costs more. An OpenAI-compatible server may have no other model than its own.
 */
export function midSizeModel(id: string): string {
  return noDearer(midSize[modelFor(id).vendor], id);
}

/** [O8] What says for little money what an agent of this model is doing. */
export function cheapestModel(id: string): string {
  return noDearer(cheapest[modelFor(id).vendor], id);
}

/** [O2] The model that a definition names, by its id or family, for an agent whose parent has this one. */
export function aliasedModel(wanted: string, id: string): string {
  return wanted === 'inherit' ? id : noDearer(families[wanted.toLowerCase()] ?? wanted, id);
}

function noDearer(side: string | undefined, id: string): string {
  if (side === undefined || providerOf(id) === 'openai' || providerOf(side) === 'openai') return id;
  return isDearer(modelFor(side), modelFor(id)) ? id : side;
}

const midSize: Readonly<Record<Model['vendor'], string | undefined>> = {
  anthropic: 'claude-sonnet-5',
  openai: 'gpt-5.4-mini',
  google: 'gemini-3.7-flash',
  highwater: undefined,
  unknown: undefined,
};

const cheapest: Readonly<Record<Model['vendor'], string | undefined>> = {
  anthropic: 'claude-haiku-5-5',
  openai: 'gpt-5-nano',
  google: 'gemini-2.5-flash-lite',
  highwater: undefined,
  unknown: undefined,
};

const families: Readonly<Record<string, string>> = {
  opus: 'claude-opus-5-5',
  sonnet: 'claude-sonnet-5',
  haiku: 'claude-haiku-5-5',
};

/** A model without known prices may be dearer. */
function isDearer({ prices: side }: Model, { prices: own }: Model): boolean {
  if (side === undefined) return true;
  return own !== undefined && (side.input > own.input || side.output > own.output);
}
