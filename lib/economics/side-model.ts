import type { Model } from './model';
import { providerOf } from './model-provider';
import { modelFor } from './model-table';

/**
 * [R2] What chooses memories for a conversation with this model: the vendor's present model of middle size, unless it
 * costs more. An OpenAI-compatible server may have no other model than its own.
 */
export function midSizeModel(id: string): string {
  const own = modelFor(id);
  const side = providerOf(id) === 'openai' ? undefined : midSize[own.vendor];
  return side === undefined || isDearer(modelFor(side), own) ? id : side;
}

const midSize: Readonly<Record<Model['vendor'], string | undefined>> = {
  anthropic: 'claude-sonnet-5',
  openai: 'gpt-5.4-mini',
  google: 'gemini-3.7-flash',
  highwater: undefined,
  unknown: undefined,
};

function isDearer({ prices: side }: Model, { prices: own }: Model): boolean {
  return side !== undefined && own !== undefined && (side.input > own.input || side.output > own.output);
}
