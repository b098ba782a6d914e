import type { ModelChoice } from '@/lib/agent/journal/entry';
import { sentModelId } from '@/lib/economics/model-provider';
import { exactNumber } from '@/lib/series/words/format-number';

/** A model with its options, as part of a sentence. */
export function modelWords(model: ModelChoice): string {
  if (model.type === 'scripted') return 'the scripted model';
  const { thinks, serverClears, serverCompactsFrom: from } = model;
  const id = sentModelId(model.id);
  const options = [
    thinks && 'thinks',
    serverClears && 'clears old tool uses on its own',
    from !== undefined && `compacts on its own from ${exactNumber(from)} tokens`,
  ].filter((option) => option !== false);
  return options.length === 0 ? id : `${id}, which ${options.join(', ')}`;
}
