import { expect, test } from 'vitest';
import { homeFolder, projectPassedMs, versionWithout } from './home-folder';
import { homeHistory, textAt } from './home-history';
import type { HomeBook, HomeRecord } from './home-record';
import { parseHomeRecord } from './home-record';
import { type HomeWrite, homeWritesOf } from './home-writes';
import { nextHomeStep, sessionsOn, withdrawal } from './next-home-step';

const path = (name: string) => `/home/agent/${name}.md`;

const wrote = (run: string, entry: number, name: string, text: string | null, mtimeMs = entry): HomeWrite => ({
  type: 'written',
  path: path(name),
  text,
  mtimeMs,
  by: { run, entry },
});

const session = (number: number, run: string, passedMs = 0): HomeRecord => ({
  type: 'session',
  session: number,
  run,
  timeMs: 0,
  passedMs,
});

const texts = (book: HomeBook) => [...homeFolder(book)].map(([at, { text }]) => [at, text]);

test('[J1] writes what is missing, withdraws what was undone, newest first, and then has nothing to do', () => {
  const [first, second] = [wrote('one', 1, 'a', 'A'), wrote('one', 2, 'b', 'B')] as const;
  const wanted = [first, second];
  expect(nextHomeStep([], 'one', wanted)).toEqual({ type: 'write', write: first });
  expect(nextHomeStep(wanted, 'one', wanted)).toBeUndefined();
  expect(nextHomeStep(wanted, 'one', [])).toMatchObject({ type: 'detach', place: 1 });
  // An entry of the same number that was written after an undo is another one.
  const other = wrote('one', 2, 'b', 'other', 9);
  expect(nextHomeStep(wanted, 'one', [first, other])).toMatchObject({ type: 'detach', place: 1 });
  // What others wrote, and what a run has brought with it, is not its to withdraw.
  expect(nextHomeStep([wrote('two', 1, 'a', 'A'), wrote('one', 0, 'a', 'A')], 'one', [])).toBeUndefined();
});

test('[J1] what is withdrawn is replaced by the newest version that nobody has withdrawn', () => {
  const [first, second] = [wrote('one', 1, 'a', 'first'), wrote('two', 1, 'a', 'second')] as const;
  const third = wrote('one', 2, 'a', 'third');
  const book = [first, second, third];
  const undone = [...book, withdrawal(book, 2, third)];
  expect(texts(undone)).toEqual([[path('a'), 'second']]);
  const both = [...undone, withdrawal(undone, 1, second)];
  expect(texts(both)).toEqual([[path('a'), 'first']]);
  expect(texts([...both, withdrawal(both, 0, first)])).toEqual([]);
  // Under a newer version it changes nothing.
  expect(versionWithout(book, 1, path('a')).text).toBe('third');
});

test('a version that was damaged is not written again above newer ones of other sessions', () => {
  const wanted = [wrote('one', 1, 'a', 'A'), wrote('one', 2, 'b', 'B')];
  expect(nextHomeStep([undefined, wanted[1]], 'one', wanted)).toBeUndefined();
});

test('[J1] the sessions that began with a version are those of other runs after it', () => {
  const book = [session(1, 'one'), wrote('one', 1, 'a', 'A'), session(2, 'two'), session(3, 'one')];
  expect(sessionsOn(book, 1, 'one').map((each) => each.session)).toEqual([2]);
  expect(sessionsOn(book, 2, 'one')).toEqual([]);
});

test('[J1] the clock of a project never goes back', () => {
  const waited: HomeWrite = { type: 'passed', ms: 500, by: { run: 'one', entry: 1 } };
  const book = [session(1, 'one', 100), waited];
  expect(projectPassedMs(book, 10)).toBe(600);
  expect(projectPassedMs([...book, withdrawal(book, 1, waited)], 10)).toBe(100);
  // The clock of the host did.
  expect(projectPassedMs([...book, wrote('one', 2, 'a', 'A', 5_000)], 10)).toBe(4_990);
});

test('an entry writes to the home folder what it changes there, with the task that did', () => {
  const files = [
    { path: path('a'), text: 'A' },
    { path: 'src/a.ts', text: 'B' },
    { path: '/etc/a', text: 'C' },
    { path: path('b'), text: null },
  ];
  expect(homeWritesOf({ type: 'files', timeMs: 3, files }, 'one', 3)).toEqual([
    wrote('one', 3, 'a', 'A'),
    wrote('one', 3, 'b', null),
  ]);
  const desk = { todos: [], seen: {} };
  expect(
    homeWritesOf({ type: 'task-results', timeMs: 3, task: 'memory-2', results: [], files, desk }, 'one', 3)[0]?.by,
  ).toEqual({ run: 'one', entry: 3, task: 'memory-2' });
  expect(homeWritesOf({ type: 'prompt', timeMs: 3, text: 'hello' }, 'one', 3)).toEqual([]);
  expect(homeWritesOf({ type: 'waited', timeMs: 3, ms: 5 }, 'one', 3)).toEqual([
    { type: 'passed', ms: 5, by: { run: 'one', entry: 3 } },
  ]);
});

test('the history has all versions of a file, and what became of them', () => {
  const second = wrote('one', 2, 'a', 'second');
  const book: HomeBook = [
    session(1, 'one'),
    wrote('one', 1, 'a', 'first'),
    second,
    wrote('gone', 1, 'b', 'x'),
    wrote('gone', 2, 'b', null),
  ];
  const undone = [...book, withdrawal(book, 2, second)];
  expect(homeHistory(undone, ['version 9: it is missing'])).toMatchObject({
    damage: ['version 9: it is missing'],
    files: [
      {
        path: path('a'),
        isGone: false,
        versions: [
          { place: 2, session: 1, isUndone: true, isCurrent: false },
          { place: 1, session: 1, characters: 5, isUndone: false, isCurrent: true },
        ],
      },
      { path: path('b'), isGone: true, versions: [{ session: undefined, characters: null }, { characters: 1 }] },
    ],
  });
  expect([textAt(undone, 2), textAt(undone, 4), textAt(undone, 99)]).toEqual(['second', undefined, undefined]);
});

test('a record that is none is refused with the reason', () => {
  expect(parseHomeRecord(session(1, 'one'))).toEqual({ ok: true, value: session(1, 'one') });
  expect(parseHomeRecord({ ...wrote('one', 1, 'a', 'A'), text: 7 })).toMatchObject({ ok: false });
  expect(parseHomeRecord({ type: 'other' })).toMatchObject({ ok: false, error: expect.stringContaining('"type"') });
});
