import { parsePrompt, writePrompt } from '@/lib/prompts/own-prompts';
import { browserRecordStore } from '@/lib/storage/browser-record-store';

/** The store of the user's own prompts, for views that offer them. */
export const ownPromptStore = browserRecordStore('highwater-prompts', 'prompt', {
  write: writePrompt,
  parse: parsePrompt,
});
