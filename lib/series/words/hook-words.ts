import type { PlacedHook } from '../../simulator/recorded/hook-places';
import type { HookRun } from '../../simulator/recorded/system-pieces';
import { counted, exactNumber } from './format-number';

/** [H3] What runs of hooks brought about, as far as the recording says: only what there was any of. */
export function hookSums(runs: readonly HookRun[]): readonly string[] {
  const tokens = runs.reduce((sum, run) => sum + run.tokens, 0);
  const blocked = runs.filter(({ isBlock }) => isBlock).length;
  const timed = runs.flatMap(({ tookMs }) => tookMs ?? []);
  const tookMs = timed.reduce((sum, ms) => sum + ms, 0);
  return [
    ...(tokens > 0 ? [`${exactNumber(tokens)} tokens added`] : []),
    ...(blocked > 0 ? [`${counted(blocked, 'block')}`] : []),
    ...(timed.length > 0
      ? [`${exactNumber(tookMs)} ms${timed.length < runs.length ? ` in ${timed.length} of them` : ''}`]
      : []),
  ];
}

/** How one ended, as far as the recording says. */
export function hookEnd({ exit, tookMs, isSent, isBlock }: PlacedHook): readonly string[] {
  return [
    ...(exit === undefined ? [] : [`exit ${exit}`]),
    ...(tookMs === undefined ? [] : [`${exactNumber(tookMs)} ms`]),
    ...(isBlock ? ['blocked'] : []),
    isSent ? 'output for the model' : 'no output for the model',
  ];
}
