import { optional } from '../../base/optional';
import { dreamRule } from '../../memory/dreaming/dream-gates';
import { type DreamScores, dreamScores } from '../../memory/dreaming/folder-scores';
import { memoryName } from '../../memory/files/memory-path';
import type { LiveConversation } from '../run/live-conversation';
import type { LiveDream } from '../run/live-dreams';
import { MEMORY_ROOT } from '../tools/memory-files';
import type { Workspace } from '../tools/workspace';
import { type DreamingView, type ShownDream, TURNS_SHOWN } from './dream-view';
import { shownStep } from './shown-task';

/** [D1] */
export function shownDreaming({ memory: { dreams }, canDream }: LiveConversation, nowMs: number): DreamingView {
  const { rule } = dreams;
  return {
    isOn: rule !== undefined,
    ...dreams.gatesAt(nowMs, dreamRule),
    canStart: canDream,
  };
}

export function shownDream(dream: LiveDream, files: Workspace): ShownDream {
  const { start, task, gates, state, isUndone, why, endedMs } = dream;
  const steps = task?.steps ?? [];
  return {
    id: start.id,
    ...optional('call', start.call),
    state,
    isByCommand: start.isByCommand,
    gates,
    ...optional('model', task?.modelId),
    steps: steps.slice(-TURNS_SHOWN).map(shownStep),
    earlierSteps: Math.max(0, steps.length - TURNS_SHOWN),
    changes: (task?.changes ?? []).map(({ path, before, after }) => {
      const name = memoryName(path, MEMORY_ROOT);
      return { file: name.ok ? name.value : path, before, after };
    }),
    ...optional('usage', task?.usage),
    ...optional('dollars', task?.dollars),
    startedMs: start.timeMs,
    tookMs: Math.max(0, (endedMs ?? start.timeMs) - start.timeMs),
    says: why !== '' ? why : (task?.says ?? ''),
    isUndone,
    ...optional('scores', scoresOf(dream, files)),
  };
}

/** Every fact is compared with every other, once. */
const scored = new WeakMap<LiveDream, DreamScores>();

/** [K1] The workspace is taken as it is when the dream is first shown as ended. */
function scoresOf(dream: LiveDream, files: Workspace): DreamScores | undefined {
  const known = scored.get(dream);
  if (known !== undefined) return known;
  const { folders, task, isOpen } = dream;
  if (isOpen || folders === undefined || task === undefined || task.changes.length === 0) return undefined;
  const code = new Map(
    files.list().flatMap((path) => (path.startsWith('/') ? [] : [[path, files.read(path) ?? ''] as const])),
  );
  const sources = task.steps.flatMap(({ results = [] }) => results.map(({ text }) => text));
  const scores = dreamScores(folders.before, folders.after, { code, sources, rule: dream.start.rule });
  scored.set(dream, scores);
  return scores;
}
