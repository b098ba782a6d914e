import { parsePrompt, writePrompt } from '@/lib/prompts/own-prompts';
import { browserRecordStore } from '@/lib/storage/browser-record-store';

/** Where the user's own prompts are kept, for whoever lets one be chosen. */
export const ownPromptStore = browserRecordStore('highwater-prompts', 'prompt', {
  write: writePrompt,
  parse: parsePrompt,
});
