import { expect, it } from 'vitest';
import { BEGAN_MS, madeUpCandidate, madeUpChange, madeUpRecall, madeUpTask } from './made-up-memory.test-support';
import { memoryMarks } from './memory-marks';

it('[A7] [R1] marks where memories were recalled and saved, and nothing where none were', () => {
  const shown = madeUpCandidate({ fate: 'shown' });
  const marks = memoryMarks([
    { type: 'prompt', timeMs: BEGAN_MS, text: 'hello' },
    { type: 'recall', timeMs: BEGAN_MS, ...madeUpRecall({ candidates: [shown], tokens: 90, call: 4 }) },
    { type: 'recall', timeMs: BEGAN_MS, ...madeUpRecall({ candidates: [madeUpCandidate()] }) },
    { type: 'recall', timeMs: BEGAN_MS, ...madeUpRecall({ candidates: [shown], state: 'late' }) },
    { type: 'task', timeMs: BEGAN_MS, task: madeUpTask({ call: 6, changes: [madeUpChange()] }) },
    { type: 'task', timeMs: BEGAN_MS, task: madeUpTask({ call: 7 }) },
  ]);
  expect(marks).toEqual([
    { call: 4, kind: 'memory-recalled', isBehind: false, words: 'Recalled 1 of 1 memory · 90 tokens' },
    { call: 6, kind: 'memory-saved', isBehind: true, words: 'Saved 1 memory' },
  ]);
});
