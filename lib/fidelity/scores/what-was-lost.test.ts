import { describe, expect, it } from 'vitest';
import { cutFromText } from './cut-from-text.test-support';
import { whatWasLost } from './what-was-lost';

function losses(text: Parameters<typeof cutFromText>[0]) {
  const { index, cut } = cutFromText(text);
  return whatWasLost(index, cut);
}

const gone = (text: Parameters<typeof cutFromText>[0]) => losses(text).gone.map(({ value }) => value);

describe('[K1] exact values that left', () => {
  const left = ['user "see src/a.ts and src/b.ts, port 8080"', 'assistant "src/a.ts fails with ECONNRESET"'];

  it('are counted once each, by type, with the missing ones', () => {
    const { counts } = losses({ left, summary: 'src/a.ts was fixed' });
    expect(counts).toEqual([
      { type: 'path', left: 2, gone: 1 },
      { type: 'number', left: 1, gone: 1 },
      { type: 'error-code', left: 1, gone: 1 },
    ]);
  });

  it('are listed with their last place', () => {
    const { gone } = losses({ left });
    expect(gone.find(({ value }) => value === 'src/a.ts')).toEqual({
      type: 'path',
      value: 'src/a.ts',
      was: { message: 1, part: 0 },
    });
  });

  it('are found as long as a remaining message has them', () => {
    expect(gone({ left, keeps: 1 })).toEqual(['src/b.ts', '8080']);
  });

  it('are found if a summary has the same characters, even if not as a value', () => {
    const quoted = ['user "say `try it again later`"'];
    expect(gone({ left: quoted, summary: 'It says try it again later.' })).toEqual([]);
  });

  it('are not found inside a longer word of a summary', () => {
    expect(gone({ left: ['user "a.ts"'], summary: 'data.ts, a.tsx' })).toEqual(['a.ts']);
    expect(gone({ left: ['user "a.ts"'], summary: 'data.ts, a.tsx, a.ts:12' })).toEqual([]);
  });

  it('of a part outside the recording have no place, unless they had one before', () => {
    const { index, cut } = cutFromText({ left: ['user "b.ts"'] });
    const [first] = cut.left;
    if (first === undefined) throw new Error('one part left');
    const summary = { message: first.message, part: { kind: 'text', text: 'a.ts b.ts' } } as const;
    expect(whatWasLost(index, { ...cut, left: [...cut.left, summary] }).gone).toEqual([
      { type: 'path', value: 'b.ts', was: { message: 0, part: 0 } },
      { type: 'path', value: 'a.ts' },
    ]);
  });

  it('include arguments and whole commands, but not argument names', () => {
    const left = ['call #1 Bash {"command":"npm test -- a","time_limit":"5s"}'];
    expect(losses({ left }).gone.map(({ type, value }) => `${type} ${value}`)).toEqual([
      'command npm test -- a',
      'number 5s',
    ]);
  });
});

describe('[K2] used later', () => {
  const left = ['user "see src/a.ts, src/b.ts and src/c.ts"'];

  it('are the values that the model uses again, with both places', () => {
    const { misses, usedLater } = losses({ left, after: ['assistant "go on"', 'user "ok"', 'call #1 read src/b.ts'] });
    expect(usedLater).toBe(1);
    expect(misses).toEqual([
      {
        type: 'path',
        value: 'src/b.ts',
        was: { message: 0, part: 0 },
        used: { message: 3, part: 0 },
        worth: { weight: 4, reasons: ['named', 'rare'], parts: 1 },
      },
    ]);
  });

  it('are not missed if the value is still there', () => {
    const { misses, usedLater } = losses({ left, summary: 'src/b.ts', after: ['call #1 read src/b.ts'] });
    expect([usedLater, misses]).toEqual([1, []]);
  });

  it('exclude values that only results or the user repeat', () => {
    expect(losses({ left, after: ['user "src/b.ts"'] }).usedLater).toBe(0);
  });

  it('are not missed if the model was shown them again before', () => {
    const after = ['user "src/a.ts"', 'call #1 read src/a.ts', 'result #1 "x"', 'call #2 read src/b.ts'];
    const { misses, usedLater, shownAgain } = losses({ left, after });
    expect(misses).toMatchObject([{ value: 'src/b.ts', used: { message: 4, part: 0 } }]);
    expect([usedLater, shownAgain]).toEqual([1, 1]);
  });

  it('do not count as shown again in a message that is not sent', () => {
    const after = ['injected "src/a.ts"', 'call #1 read src/a.ts'];
    expect(losses({ left, after, unsent: [1] })).toMatchObject({ misses: [{ value: 'src/a.ts' }], shownAgain: 0 });
    expect(losses({ left, after })).toMatchObject({ misses: [], shownAgain: 1 });
  });

  it('ignore a use before the cut', () => {
    expect(losses({ left: [...left, 'assistant "src/b.ts"'], after: ['assistant "done"'] }).usedLater).toBe(0);
  });
});

describe('[K3] files that left', () => {
  const left = [
    'call #1 read /home/x/src/a.ts',
    'call #2 edit /home/x/src/b.ts',
    'call #3 write /home/x/src/c.ts',
    'call #4 read /home/x/src/d.ts',
    'call #5 bash "rm /home/x/src/d.ts"',
  ];

  it('are counted by their most significant action, without deleted ones', () => {
    const { counts } = losses({ left, summary: 'b.ts and c.ts are done' }).files;
    expect(counts).toEqual([
      { deed: 'changed', left: 1, unnamed: 0 },
      { deed: 'created', left: 1, unnamed: 0 },
      { deed: 'read', left: 1, unnamed: 1 },
    ]);
  });

  it('are listed if nothing names them any more, with their last call and next use', () => {
    const { unnamed } = losses({ left, summary: 'b.ts', after: ['call #6 edit /home/x/src/c.ts'] }).files;
    expect(unnamed).toEqual([
      { path: '/home/x/src/a.ts', deed: 'read', was: { message: 0, part: 0 } },
      {
        path: '/home/x/src/c.ts',
        deed: 'created',
        was: { message: 0, part: 2 },
        used: { message: 1, part: 0 },
      },
    ]);
  });

  it('need more than their name if another file has the same', () => {
    const both = ['call #1 read src/one/index.ts', 'call #2 read src/two/index.ts'];
    const unnamed = (summary: string) => losses({ left: both, summary }).files.unnamed.map(({ path }) => path);
    expect(unnamed('index.ts was read')).toEqual(['src/one/index.ts', 'src/two/index.ts']);
    expect(unnamed('one/index.ts was read')).toEqual(['src/two/index.ts']);
  });
});

it('[K1] [K2] take linear time', () => {
  const many = Array.from({ length: 20_000 }, (_, n) => `src/file-${n}.ts`);
  const left = Array.from(
    { length: 200 },
    (_, n) => `user ${JSON.stringify(many.slice(n * 100, n * 100 + 100).join(' '))}`,
  );
  const summary = many.filter((_, n) => n % 10 === 0).join(' and ');
  const { index, cut } = cutFromText({ left, summary, after: left.map((line) => line.replace('user', 'assistant')) });
  const { misses, usedLater } = whatWasLost(index, cut);
  expect([usedLater, misses.length]).toEqual([20_000, 18_000]);
});
