import { assertNever } from '../base/assert-never';
import type { ProjectAsk, Reply } from '../layers/shape/layer';
import { consolidateOffline } from '../memory/dreaming/consolidate-offline';
import { extractOffline } from '../memory/extraction/extract-offline';
import { selectOffline } from '../memory/recall/selection';
import type { MessageCounter } from '../tokens/counters';

const NOTHING = 'There is nothing to save.';
const DONE = 'Saved.';
const TIDY = 'There is nothing to tidy.';
const TIDIED = 'I look at all memories.';

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
    case 'dream': {
      if (ask.dream === undefined) return said(TIDIED);
      const { folder: before } = ask.dream;
      const dream = consolidateOffline(ask.dream);
      const { folder } = dream;
      const texts = [...folder.files].flatMap(([file, { text }]) =>
        before.files.get(file)?.text === text ? [] : [text],
      );
      return { ...said(texts.length === 0 ? TIDY : texts.join('\n')), dream };
    }
    default:
      return assertNever(ask);
  }
}
