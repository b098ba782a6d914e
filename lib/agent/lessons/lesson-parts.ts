import type { LayerId, LayerSettings } from '../../layers/index';
import { playground } from '../../policies/presets/playground';
import type { Policy } from '../../policies/shape/policy';
import { policyLayers } from '../../policies/shape/policy-layer';
import { read } from '../scripted/sight/move';
import type { LessonReply } from './lesson';
import { logOf } from './station-log';

/** The small window with these layers only: whatever happens in the lesson is theirs. */
export function lessonPolicy(
  title: string,
  layers: { readonly [Id in LayerId]?: Partial<LayerSettings[Id]> },
  more: Partial<Policy> = {},
): Policy {
  return {
    ...playground,
    id: `lesson-${title.toLowerCase().replaceAll(' ', '-')}`,
    title: `Lesson: ${title.toLowerCase()}`,
    explains: `A 20,000-token window with only what the lesson is about.`,
    sources: ['Synthetic: one layer of Claude Code with smaller limits'],
    // The same counter as in the chart: what the sentences compare must be seen there.
    counter: 'calibrated',
    ...more,
    layers: policyLayers(layers),
  };
}

export function reads(day: number): LessonReply {
  return { say: `I'll read day ${day}.`, calls: [read(logOf(day))] };
}

/** One file in each reply. */
export function readsDays(from: number, to: number): readonly LessonReply[] {
  return Array.from({ length: to - from + 1 }, (_, index) => reads(from + index));
}

export function ends(say: string): LessonReply {
  return { say, calls: [] };
}
