import { aliasedModel } from '../../economics/side-model';
import type { ModelChoice } from '../journal/entry';

/**
 * [O2] The model that an agent asks for, with the provider and the key of its parent. A dearer one was never approved, so
 * the parent's own is asked instead.
 */
export function modelOfAgent(wanted: string, parent: ModelChoice): ModelChoice {
  return parent.type === 'scripted' ? parent : { ...parent, id: aliasedModel(wanted, parent.id) };
}
