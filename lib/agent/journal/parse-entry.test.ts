import { expect, it } from 'vitest';
import { tutorial } from '../../policies/presets/tutorial';
import type { MessageId } from '../../transcript/transcript';
import { type Entry, emptyDesk, JOURNAL_VERSION } from './entry';
import { parseEntry } from './parse-entry';

const timeMs = 1;
const usage = { input: 1, cacheRead: 2, cacheWrite5m: 3, cacheWrite1h: 4, output: 5 };
const setup = {
  version: JOURNAL_VERSION,
  runId: 'a',
  policy: tutorial,
  model: { type: 'scripted' },
  limits: { calls: 50, dollars: 1 },
  files: { 'a.txt': 'text' },
} as const;

/** One of each kind, with all that it may have. */
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
  { timeMs, type: 'problem', what: 'it failed', advice: 'try again' },
  { timeMs, type: 'stopped' },
];

it('takes every kind of entry as it was written', () => {
  for (const entry of entries) {
    expect(parseEntry(JSON.parse(JSON.stringify(entry))), entry.type).toEqual({ ok: true, value: entry });
  }
});

it('says what is wrong with what is none', () => {
  const [begun, prompt, , , results] = entries;
  const wrong: readonly (readonly [unknown, string])[] = [
    [undefined, 'it is not an object'],
    [['prompt'], 'it is not an object'],
    [{ ...prompt, type: 'toString' }, 'its type is "toString"'],
    [{ ...prompt, text: 4 }, '"text" of "prompt" is missing or of another kind'],
    [{ type: 'stopped' }, '"timeMs" of "stopped" is missing or of another kind'],
    [{ ...begun, setup: { ...setup, version: 2 } }, '"setup" of "begun" is missing or of another kind'],
    [{ ...begun, setup: { ...setup, policy: { id: 'x' } } }, '"setup" of "begun" is missing or of another kind'],
    [{ ...results, desk: { ...emptyDesk, seen: [] } }, '"desk" of "results" is missing or of another kind'],
    [{ ...results, files: [{ path: 'a.txt' }] }, '"files" of "results" is missing or of another kind'],
  ];
  for (const [value, error] of wrong) expect(parseEntry(value)).toEqual({ ok: false, error });
});
