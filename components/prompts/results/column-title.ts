import { assertNever } from '@/lib/base/assert-never';
import type { PromptLibrary } from '@/lib/state/prompts/prompt-library';
import type { ColumnSource } from '@/lib/state/prompts/prompts-link';

export function columnTitle(source: ColumnSource, library: Pick<PromptLibrary, 'prompt' | 'runs'>): string {
  switch (source.type) {
    case 'recorded':
      return 'Recorded summary';
    case 'offline':
      return 'Offline (by rules)';
    case 'model':
      return `${library.prompt(source.prompt)?.title ?? 'Prompt not found'}, ${source.model}`;
    case 'kept': {
      const run = library.runs.find(({ id }) => id === source.run);
      return run === undefined ? 'Saved run' : `Saved: ${run.writer.promptTitle}, ${run.writer.model}`;
    }
    default:
      return assertNever(source);
  }
}
