import { assertNever } from '@/lib/base/assert-never';
import type { PromptLibrary } from '@/lib/state/prompts/prompt-library';
import type { RunWriter } from '@/lib/state/prompts/prompt-run';
import type { ColumnSource } from '@/lib/state/prompts/prompts-link';

export function columnTitle(source: ColumnSource, library: Pick<PromptLibrary, 'prompt' | 'runs'>): string {
  switch (source.type) {
    case 'recorded':
    case 'offline':
      return writerTitle(source);
    case 'model':
      return `${library.prompt(source.prompt)?.title ?? 'Prompt not found'}, ${source.model}`;
    case 'kept': {
      const run = library.runs.find(({ id }) => id === source.run);
      return run === undefined ? 'Saved run' : `Saved: ${writerTitle(run.writer)}`;
    }
    default:
      return assertNever(source);
  }
}

/** As it was when it wrote. */
export function writerTitle(writer: RunWriter): string {
  if (writer.type === 'recorded') return writer.isBorrowed === true ? 'Recorded summary, borrowed' : 'Recorded summary';
  return writer.type === 'offline' ? 'Offline (by rules)' : `${writer.promptTitle}, ${writer.model}`;
}
