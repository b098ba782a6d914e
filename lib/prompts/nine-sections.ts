import { standardSummaryPrompt } from '../layers/shape/summary-instruction';
import { summaryPrompt } from './summary-prompt';

export const nineSections = summaryPrompt({
  id: 'nine-sections',
  title: 'Nine sections',
  modelledOn: {
    name: 'Claude Code, full compaction',
    source: 'Third-party analyses of Claude Code; the same sections are in the prompts of goose and Roo-Code',
  },
  ...standardSummaryPrompt,
});
