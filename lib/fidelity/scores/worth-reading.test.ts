import { describe, expect, it } from 'vitest';
import { cutFromText } from './cut-from-text.test-support';
import { scoreCut } from './score-cut';
import { type LostGroupName, worthReading } from './worth-reading';

function lost(text: Parameters<typeof cutFromText>[0]) {
  const { index, cut } = cutFromText(text);
  return worthReading(index, cut, scoreCut(index, cut));
}

function group(text: Parameters<typeof cutFromText>[0], name: LostGroupName) {
  return lost(text).find((each) => each.group === name);
}

const texts = (text: Parameters<typeof cutFromText>[0], name: LostGroupName) =>
  group(text, name)?.items.map((item) => item.text);

it('[K2] lists first what is needed later, then what the user named, then what is rare', () => {
  const left = [
    'assistant "renewLease calls dropLease, and dropLease calls heldLeases and renewLease"',
    'user "keep MAX_RENEWALS at its value"',
    'assistant "heldLeases is fine; staleAfter is not"',
    'assistant "dropLease is next, after heldLeases"',
  ];
  const after = ['call #1 Read {"pattern":"dropLease"}', 'result #1 "renewLease"', 'assistant "renewLease too"'];
  expect(texts({ left, after }, 'values')).toEqual([
    'dropLease', // used, and not shown before
    'renewLease', // used, but a result shows it first
    'MAX_RENEWALS', // named by the user
    'staleAfter', // once
    'heldLeases', // three times
  ]);
});

it('[K2] leaves out what every session has, and counts it', () => {
  const left = ['call #1 Bash git status', 'assistant "in_progress: package.json, renewLease"'];
  const values = group({ left }, 'values');
  expect(values?.items.map(({ text }) => text)).toEqual(['renewLease']);
  expect(values?.common).toBe(3);
});

it('[K2] keeps a common name that the user wrote, but no state of a task', () => {
  expect(texts({ left: ['user "change package.json, it is in_progress"'] }, 'values')).toEqual(['package.json']);
});

it('[K2] leaves out a value that is everywhere', () => {
  const left = Array.from({ length: 25 }, (_, n) => `assistant "renewLease again"\nuser "go on ${n}"`);
  expect(group({ left }, 'values')).toMatchObject({ count: 0, common: 1 });
});

it('[K3] lists files, and where they were read again', () => {
  const left = ['call #1 Read src/a.ts', 'result #1 "a"', 'call #2 Edit src/b.ts', 'result #2 "b"'];
  const after = ['assistant "on"', 'call #3 Read src/a.ts', 'result #3 "a"'];
  const files = group({ left, after }, 'files');
  expect(files?.items.map(({ text, readAgain }) => [text, readAgain])).toEqual([
    ['src/a.ts', { message: 4, part: 1 }],
    ['src/b.ts', undefined],
  ]);
  expect(texts({ left, after }, 'values') ?? []).not.toContain('src/a.ts');
});

it('[K4] [K5] lists lost rules, and open tasks if their list was removed', () => {
  const left = [
    'user "Never touch the migrations folder."',
    'call #1 TodoWrite {"todos":[{"content":"Write the lease test","status":"pending"},{"content":"Read","status":"completed"}]}',
    'result #1 "ok"',
  ];
  expect(texts({ left }, 'rules')).toEqual(['Never touch the migrations folder.']);
  expect(texts({ left }, 'open-tasks')).toEqual(['Write the lease test']);
  expect(texts({ left, keeps: 2 }, 'open-tasks')).toBeUndefined();
});

it('has no groups if nothing is lost', () => {
  expect(lost({ left: ['user "hello"'], summary: 'hello' })).toEqual([]);
});

describe('[K10] decisions', () => {
  const asked = (tool: string) => [
    `call #1 ${tool} {"questions":1}`,
    `result #1 ${JSON.stringify('Answered: "Where are sessions stored?"="IndexedDB, one per file". "Which theme?"="Both"')}`,
  ];

  it('are the answers that the summary does not repeat, the latest first', () => {
    const left = asked('AskUserQuestion');
    expect(texts({ left, summary: 'The user chose a storage.' }, 'decisions')).toEqual([
      'Which theme? → Both',
      'Where are sessions stored? → IndexedDB, one per file',
    ]);
    expect(texts({ left, summary: 'The user wants one IndexedDB record per file.' }, 'decisions')).toEqual([
      'Which theme? → Both',
    ]);
    const both = 'IndexedDB, one record per file. Which theme: both themes.';
    expect(group({ left, summary: both }, 'decisions')).toBeUndefined();
  });

  it('are only in results of tools that ask the user', () => {
    expect(group({ left: asked('Read') }, 'decisions')).toBeUndefined();
  });
});
