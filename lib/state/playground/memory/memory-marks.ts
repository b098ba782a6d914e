import type { ChatItem } from '../../../agent/view/chat-item';
import { dreamLayer, recallLayer, savingLayer } from '../../../layers/single-layers';
import { type BesideMark, kindOfLayer } from '../../../series/chart/simulation-events';
import { dreamTitle } from './dream-words';
import { recallTitle, savedWords } from './memory-words';

/** [A7] [R] Where memories were recalled and saved, for the chart. */
export function memoryMarks(items: readonly ChatItem[]): readonly BesideMark[] {
  return items.flatMap((item): readonly BesideMark[] => {
    if (item.type === 'recall' && item.call !== undefined) {
      return [{ call: item.call, kind: kindOfLayer(recallLayer), isBehind: false, words: recallTitle(item) }];
    }
    if (item.type === 'dream' && item.dream.changes.length > 0) {
      const { call } = item.dream;
      if (call === undefined) return [];
      return [{ call, kind: kindOfLayer(dreamLayer), isBehind: true, words: dreamTitle(item.dream, true) }];
    }
    const words = item.type === 'task' ? savedWords(item.task.changes) : undefined;
    if (item.type !== 'task' || words === undefined) return [];
    return [{ call: item.task.call, kind: kindOfLayer(savingLayer), isBehind: true, words }];
  });
}
