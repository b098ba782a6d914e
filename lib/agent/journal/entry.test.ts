import { expect, it } from 'vitest';
import { tutorial } from '../../policies/presets/tutorial';
import type { MessageId } from '../../transcript/transcript';
import { type Entry, emptyToolState, JOURNAL_VERSION, parseEntry } from './entry';

const timeMs = 1;
const usage = { input: 1, cacheRead: 2, cacheWrite5m: 3, cacheWrite1h: 4, output: 5 };
const setup = {
  version: JOURNAL_VERSION,
  runId: 'a',
  policy: tutorial,
  model: { type: 'scripted' },
  limits: { calls: 50, dollars: 1 },
  files: { 'a.txt': 'text' },
  passedMs: 60_000,
} as const;

/** One of each kind, with all optional fields. */
const entries: readonly Entry[] = [
  { timeMs, type: 'begun', setup },
  { timeMs, type: 'prompt', text: 'go' },
  {
    timeMs,
    type: 'reply',
    reply: {
      blocks: [
        { type: 'thinking', text: '', signature: 's' },
        { type: 'text', text: 'reading' },
        { type: 'tool-call', id: 't1', name: 'Read', input: { path: 'a.txt' } },
        { type: 'opaque', block: { type: 'compaction' } },
      ],
      stopReason: 'tool_use',
      usage,
      timeMs: 3,
    },
  },
  { timeMs, type: 'refused', gapTokens: 9, what: 'too long' },
  {
    timeMs,
    type: 'results',
    results: [{ callId: 't1', text: 'one', isError: false, tookMs: 1 }],
    files: [
      { path: 'a.txt', text: 'two' },
      { path: 'b.txt', text: null },
    ],
    desk: { todos: [{ text: 'first', state: 'doing' }], seen: { 'a.txt': 'hash' } },
  },
  { timeMs, type: 'forked', reply: { type: 'text', text: 'summary', tokens: 3 }, usage, tookMs: 4 },
  { timeMs, type: 'forked', reply: { type: 'aborted' }, tookMs: 4 },
  { timeMs, type: 'command', command: { type: 'compact', focus: 'the parser' } },
  { timeMs, type: 'command', command: { type: 'compact', partial: { direction: 'up-to', pivot: 'm3' as MessageId } } },
  { timeMs, type: 'command', command: { type: 'unfold', message: 'm3' as MessageId } },
  { timeMs, type: 'policy', policy: tutorial },
  {
    timeMs,
    type: 'model',
    model: { type: 'api', id: 'm', thinks: true, serverClears: false, serverCompactsFrom: 50_000 },
  },
  { timeMs, type: 'limits', limits: { calls: 9, dollars: 0 } },
  { timeMs, type: 'files', files: [{ path: 'a.txt', text: '' }] },
  {
    timeMs,
    type: 'team',
    did: 'pushed',
    member: { etag: '"e"', sums: { 'a.md': '1' }, agreed: { 'a.md': '1' }, blocked: { status: 413, why: 'too large' } },
    keys: ['a.md'],
    contested: ['a.md'],
    left: [{ key: 'b.md', why: 'is not sent' }],
    problem: 'too large',
    files: [{ path: 'b.txt', text: 'x' }],
  },
  { timeMs, type: 'problem', what: 'it failed', advice: 'try again' },
  { timeMs, type: 'stopped' },
  { timeMs, type: 'waited', ms: 3_600_000 },
  {
    timeMs,
    type: 'hooked',
    task: 'agent-1',
    events: [
      {
        event: 'PreToolUse',
        callId: 't1',
        input: { tool_name: 'Read' },
        firings: [
          {
            source: 'project',
            kind: 'prompt',
            matcher: 'Read',
            runs: 'Fine?',
            exit: null,
            stdout: '',
            stderr: 'no',
            tookMs: 2,
            model: 'm',
            usages: [usage],
          },
        ],
      },
    ],
    files: [{ path: 'a.txt', text: null }],
  },
  {
    timeMs,
    type: 'hook-agent',
    task: 'agent-1',
    source: 'project',
    matcher: 'Read',
    runs: 'Fine?',
    limitMs: 60_000,
    events: [{ event: 'PreToolUse', input: {}, firings: [] }],
    files: [],
  },
  { timeMs, type: 'task-ended', task: 'agent-2', isStopped: false, isLate: true, why: 'It was stopped.' },
  { timeMs, type: 'permitted', task: 'agent-1', callId: 't1', answer: 'always' },
  { timeMs, type: 'hook-settings', text: '{}' },
];

it('reads every kind of entry back unchanged', () => {
  for (const entry of entries) {
    expect(parseEntry(JSON.parse(JSON.stringify(entry))), entry.type).toEqual({ ok: true, value: entry });
  }
});

it('opens a journal of the first version', () => {
  const begun = { timeMs, type: 'begun', setup: { ...setup, version: 1 } };
  expect(parseEntry(begun)).toEqual({ ok: true, value: begun });
});

it('names what is wrong with an invalid entry', () => {
  const [begun, prompt, , , results] = entries;
  const wrong: readonly (readonly [unknown, string])[] = [
    [undefined, 'it must be an object'],
    [
      { ...prompt, type: 'toString' },
      expect.stringMatching(/^"type" is "toString", but must be one of begun, prompt, /),
    ],
    [['prompt'], expect.stringMatching(/^"type" is undefined, but must be one of begun, /)],
    [{ ...prompt, text: 4 }, '"text" must be a string'],
    [{ type: 'stopped' }, '"timeMs" must be a number'],
    [{ ...prompt, timeMs: Number.POSITIVE_INFINITY }, '"timeMs" must be a number'],
    [{ ...begun, setup: { ...setup, version: 6 } }, 'in "setup": "version" must be 1 to 5'],
    [{ timeMs, type: 'waited', ms: -1 }, '"ms" must be a number from 0'],
    [
      { ...begun, setup: { ...setup, policy: { ...tutorial, title: 4 } } },
      'in "setup": in "policy": "title" must be a string',
    ],
    [
      { ...begun, setup: { ...setup, model: { type: 'api', id: 'm', thinks: 1 } } },
      'in "setup": in "model": "thinks" must be true or false',
    ],
    [{ ...begun, setup: { ...setup, files: [] } }, 'in "setup": "files" must be an object of strings'],
    [{ ...results, desk: { ...emptyToolState, seen: [] } }, 'in "desk": "seen" must be an object of strings'],
    [{ ...results, files: [{ path: 'a.txt', text: '' }, { path: 'b.txt' }] }, 'item 2 of "files": "text" is missing'],
  ];
  for (const [value, error] of wrong) expect(parseEntry(value)).toEqual({ ok: false, error });
});

it('keeps a file named like a property of every object, and accepts nesting up to the limit', () => {
  const files = { constructor: 'a', prototype: 'b', 'toString.ts': 'c' };
  expect(parseEntry({ timeMs, type: 'begun', setup: { ...setup, files } })).toMatchObject({
    value: { setup: { files } },
  });
  const deep = JSON.parse(`${'['.repeat(9_000)}${']'.repeat(9_000)}`) as unknown;
  const blocks = [{ type: 'tool-call', id: 't1', name: 'Read', input: deep }];
  const reply = { blocks, stopReason: 'tool_use', timeMs };
  expect(parseEntry({ timeMs, type: 'reply', reply }).ok).toBe(true);
  expect(parseEntry({ timeMs, type: 'reply', reply: deep })).toMatchObject({ ok: false });
});
