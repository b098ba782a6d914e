import { describe, expect, it } from 'vitest';
import { MAX_OWN_QUESTIONS } from '../../judge/own-question';
import { memoryStore } from '../../storage/memory-store.test-support';
import { createRecordStore } from '../../storage/record-store';
import { sessionChanges } from '../../storage/session-changes';
import { createOwnQuestions, sessionQuestionsForm } from './own-questions';

const own = { question: 'Who releases it?', expected: 'Ada.' };

function questionsOn(records = memoryStore()) {
  const removed = { undo: () => {} };
  const store = createRecordStore({
    records,
    changes: sessionChanges('test-questions'),
    noun: 'question',
    form: sessionQuestionsForm,
  });
  const onRemoved = (_: string, undo: () => void) => {
    removed.undo = undo;
  };
  const questions = createOwnQuestions({ store, onRemoved });
  return { questions, records, removed };
}

describe('own questions for the judge', () => {
  it('are kept for each session, and removed with undo', async () => {
    const { questions, records, removed } = questionsOn();
    await questions.getState().add('session=a', own);
    expect(questions.getState().of('session=b')).toEqual([]);
    const again = questionsOn(records).questions;
    const end = again.getState().start();
    await expect.poll(() => again.getState().of('session=a')).toEqual([own]);
    end();
    await questions.getState().remove('session=a', own);
    expect(questions.getState().of('session=a')).toEqual([]);
    removed.undo();
    await expect.poll(() => questions.getState().of('session=a')).toEqual([own]);
  });

  it('are shown once they are stored, in the order of typing, and a deletion can be undone as soon as it is seen', async () => {
    const { questions, records, removed } = questionsOn();
    const release = records.holdWrites();
    const second = { question: 'And then?', expected: 'Bob.' };
    const adding = [own, second].map((each) => questions.getState().add('session=a', each));
    await new Promise((resolve) => setTimeout(resolve));
    expect(questions.getState().of('session=a')).toEqual([]);
    release();
    await Promise.all(adding);
    expect(questions.getState().of('session=a')).toEqual([own, second]);
    let undoneAs: unknown = 'never';
    const end = questions.subscribe((state) => {
      if (state.of('session=a').length > 1 || undoneAs !== 'never') return;
      undoneAs = state.of('session=a');
      removed.undo();
    });
    await questions.getState().remove('session=a', own);
    expect(undoneAs).toEqual([second]);
    await expect.poll(() => questions.getState().of('session=a')).toEqual([own, second]);
    end();
  });

  it('are limited in number, and a full store is reported', async () => {
    const { questions, records } = questionsOn();
    for (let count = 0; count < MAX_OWN_QUESTIONS + 3; count++) await questions.getState().add('session=a', own);
    expect(questions.getState().of('session=a')).toHaveLength(MAX_OWN_QUESTIONS);
    records.failNextWrite('QuotaExceededError');
    await questions.getState().add('session=b', own);
    expect(questions.getState().failure?.kind).toBe('full');
  });
});
