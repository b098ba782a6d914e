import { assertNever } from '../base/assert-never';
import type { ProjectAsk, Reply } from '../layers/shape/layer';
import { extractOffline } from '../memory/extraction/extract-offline';
import { selectOffline } from '../memory/recall/selection';
import type { MessageCounter } from '../tokens/counters';

const NOTHING = 'There is nothing to save.';
const DONE = 'Saved.';

/** [R2] [A11] Answers layers that keep memory: by rules, whichever source of summaries is chosen. */
export function memoryAnswer(ask: ProjectAsk, counter: MessageCounter): Reply {
  const said = (text: string) => ({
    type: 'text' as const,
    text,
    tokens: Math.max(1, Math.round(counter.partTokens({ kind: 'text', text }))),
  });
  switch (ask.type) {
    case 'recall': {
      const chosen = selectOffline(ask.selection);
      return { ...said(JSON.stringify(chosen.map(({ file }) => file))), chosen };
    }
    case 'memory': {
      if (ask.extraction === undefined) return said(DONE);
      const extraction = extractOffline(ask.extraction);
      const files = [...new Set(extraction.kept.map(({ file }) => file))];
      const texts = files.flatMap((file) => extraction.folder.files.get(file)?.text ?? []);
      return { ...said(texts.length === 0 ? NOTHING : texts.join('\n')), extraction };
    }
    default:
      return assertNever(ask);
  }
}
