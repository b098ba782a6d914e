import { expect, test } from 'vitest';
import { keptBefore } from './kept-before';
import type { KeptRun } from './prompt-kept-run';
import type { ModelSource } from './prompts-link';

const source: ModelSource = { type: 'model', prompt: 'mine', model: 'claude-opus-5', maxTokens: 4_000 };
const run: KeptRun = {
  id: 'a',
  atMs: 1,
  place: 'session=a',
  title: 'A',
  call: 20,
  round: 1,
  earlierCalls: [11],
  writer: {
    type: 'model',
    promptId: 'mine',
    promptTitle: 'Mine',
    promptText: 'x',
    model: 'claude-opus-5',
    maxTokens: 4_000,
  },
  result: { text: 'a', tokens: 1, scores: [] },
};

test("finds the latest saved answer to a column's request, and none of another session, cut, round or prompt", () => {
  const cut = { place: 'session=a', calls: [11, 20] };
  expect(keptBefore([run, { ...run, id: 'older' }], cut, source)?.id).toBe('a');
  expect(keptBefore([run], { ...cut, place: 'session=b' }, source)).toBeUndefined();
  expect(keptBefore([run], { ...cut, calls: [20] }, source)).toBeUndefined();
  expect(keptBefore([run], { ...cut, calls: [11, 21] }, source)).toBeUndefined();
  expect(keptBefore([run], cut, { ...source, prompt: 'other' })).toBeUndefined();
  expect(keptBefore([run], cut, { ...source, focus: 'paths' })).toBeUndefined();
  expect(keptBefore([run], cut, { type: 'recorded' })).toBeUndefined();
});
