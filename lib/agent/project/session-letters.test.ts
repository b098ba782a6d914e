import { expect, test } from 'vitest';
import { outgoingPath, withAllRead, withLetter } from '../../agents/mailbox';
import { HOME } from '../tools/workspace-path';
import type { HomeBook, HomeRecord } from './home-record';
import { withdrawal } from './next-home-step';
import { lettersTo } from './session-letters';

const letter = (id: string) => ({ id, timeMs: 1, from: 'main', summary: '', text: id });
const session = (number: number, run: string): HomeRecord => ({
  type: 'session',
  session: number,
  run,
  timeMs: 0,
  passedMs: 0,
});
const wrote = (run: string, entry: number, text: string | null) =>
  ({
    type: 'written',
    path: outgoingPath(HOME, 1, 2),
    text,
    mtimeMs: 1,
    by: { run, entry },
  }) as const;
const idsOf = (book: HomeBook) => lettersTo(book, 2).map(({ id, session: from }) => `${from}/${id}`);

test('[O9] what a session has sent arrives once, whatever becomes of the file', () => {
  const one = withLetter(undefined, letter('a'));
  const two = withLetter(one, letter('b'));
  const book = [session(1, 'one'), session(2, 'two'), wrote('one', 3, one), wrote('one', 5, two)];
  expect(idsOf(book)).toEqual(['1/a', '1/b']);
  expect(idsOf([...book, wrote('one', 7, null)])).toEqual(['1/a', '1/b']);
  expect(idsOf([...book, wrote('one', 7, withAllRead(two))])).toEqual(['1/a', '1/b']);
  expect(lettersTo(book, 1)).toEqual([]);
});

test('[O9] what its sender has undone does not arrive, nor what somebody else wrote in its name', () => {
  const sent = wrote('one', 3, withLetter(undefined, letter('a')));
  const book: HomeBook = [session(1, 'one'), session(2, 'two'), session(3, 'three'), sent];
  expect(idsOf([...book, withdrawal(book, 3, sent)])).toEqual([]);
  expect(idsOf([...book, wrote('three', 4, withLetter(undefined, letter('forged')))])).toEqual(['1/a']);
});
