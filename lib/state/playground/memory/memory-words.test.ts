import { describe, expect, it } from 'vitest';
import { madeUpCandidate, madeUpChange, madeUpRecall, madeUpTask } from './made-up-memory.test-support';
import { leftOut, messagesWords, recallTitle, savedWords, taskState, taskTitle } from './memory-words';

const shown = madeUpCandidate({ fate: 'shown', bytes: 400 });
const other = madeUpCandidate({ file: 'project-release.md' });

describe('the line above a reply', () => {
  it.each([
    [{ state: 'waits' }, 'Choosing memories…'],
    [{ state: 'late' }, 'Choosing memories… The turn continues without them.'],
    [{ candidates: [shown, other], tokens: 1_234 }, 'Recalled 1 of 2 memories · 1.2k tokens'],
    [{ candidates: [shown, other], others: 198, tokens: 90 }, 'Recalled 1 of 200 memories · 90 tokens'],
    [{ candidates: [other] }, 'Recalled none of 1 memory'],
    [
      { candidates: [other], problem: 'The answer is not JSON.' },
      'Recalled none of 1 memory · could not use the selection',
    ],
    [{ shownBefore: ['a.md'] }, 'No memory to recall: the only one was shown before'],
    [{ shownBefore: ['a.md', 'b.md'] }, 'No memory to recall: all 2 were shown before'],
    [{}, 'No memory to recall: the folder is empty'],
  ] as const)('[R2] %j', (given, words) => {
    expect(recallTitle(madeUpRecall(given))).toBe(words);
  });

  it('[R2] [R3] names why each of the others was not shown', () => {
    const candidates = [
      shown,
      other,
      madeUpCandidate({ file: 'long.md', fate: 'budget' }),
      madeUpCandidate({ file: 'gone.md', fate: 'missing' }),
    ];
    const groups = leftOut(madeUpRecall({ candidates, shownBefore: ['old.md'] }));
    expect(groups.map(({ why, files }) => [why, files.map(({ file }) => file)])).toEqual([
      ['Chosen, but the bytes of this session are used up', ['long.md']],
      ['Chosen, but removed since', ['gone.md']],
      ['Not chosen', ['project-release.md']],
      ['Shown earlier in this session', ['old.md']],
    ]);
    expect(leftOut(madeUpRecall({ candidates, state: 'waits' }))).toEqual([]);
    expect(leftOut(madeUpRecall({ candidates: [shown], others: 160 }))).toEqual([
      { why: 'Not chosen', files: [], others: 160 },
    ]);
  });
});

describe('the line of an extraction', () => {
  const index = madeUpChange({ file: 'MEMORY.md', before: '', after: '- [a](a.md)' });
  it.each([
    [{ id: 'memory-1', state: 'running' }, 'Saving memories…'],
    [{ state: 'running' }, 'Saving memories was interrupted, and continues with the run'],
    [{ changes: [] }, 'Nothing to save for later sessions'],
    [{ changes: [madeUpChange(), madeUpChange({ file: 'b.md' }), index] }, 'Saved 2 memories'],
    [
      { changes: [madeUpChange({ before: 'x' }), madeUpChange({ after: null, before: 'x' }), madeUpChange()] },
      'Saved 1 memory, updated 1, removed 1',
    ],
    [{ changes: [madeUpChange({ before: 'x' })] }, 'Updated 1 memory'],
    [{ state: 'failed', says: 'The API\nrejected it.' }, 'Could not save memories: The API rejected it.'],
    [{ state: 'failed', says: 'x', changes: [madeUpChange()] }, 'Could not save memories: x · Saved 1 memory before'],
    [{ state: 'stopped' }, 'Saving memories was stopped'],
  ] as const)('[A7] %j', (given, words) => {
    const task = madeUpTask(given);
    expect(taskTitle(task, taskState(task, ['memory-1']))).toBe(words);
  });

  it('does not show a reason of any length', () => {
    expect(taskTitle(madeUpTask({ says: '😀'.repeat(500) }), 'failed')).toHaveLength(
      'Could not save memories: '.length + 161,
    );
  });

  it('says nothing of a file that was changed and changed again to what it was', () => {
    expect(savedWords([madeUpChange({ before: 'a', after: 'a' })])).toBeUndefined();
    expect(savedWords([index])).toBe('Updated the index');
  });

  it('[A8] says why all messages were looked at', () => {
    expect(messagesWords(1, false)).toBe('1 new message');
    expect(messagesWords(40, true)).toMatch(/^all 40 messages: a compaction removed/);
  });
});
