import { modelFor } from './model-table';

/** [R2] What chooses memories for a conversation with this model: the vendor's present model of middle size. */
export function midSizeModel(id: string): string {
  switch (modelFor(id).vendor) {
    case 'anthropic':
      return 'claude-sonnet-5';
    case 'openai':
      return 'gpt-5.4-mini';
    case 'google':
      return 'gemini-3.7-flash';
    case 'highwater':
    case 'unknown':
      return id;
  }
}
