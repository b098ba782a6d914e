import { SCRIPTED_MODEL } from '../../economics/own-models';
import type { ModelChoice } from './entry';

export function modelIdOf(model: ModelChoice): string {
  return model.type === 'scripted' ? SCRIPTED_MODEL : model.id;
}
