import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../base/json';
import { parseSessionMeta, type SessionId, type SessionMeta } from './session-meta';

const meta: SessionMeta = {
  id: 'a1' as SessionId,
  title: 'Bug hunt',
  fileName: 'a.jsonl',
  format: 'claude-code',
  agent: { name: 'Claude Code', version: '2.1' },
  models: ['m'],
  window: 200_000,
  windowSource: 'model',
  maxOutputTokens: 32_000,
  messages: 10,
  calls: 4,
  peakTokens: 5_000,
  peakIsEstimated: false,
  compactions: 1,
  children: 0,
  warnings: 2,
  secretsMasked: 3,
  sourceBytes: 1_000,
  storedBytes: 300,
  recordedAtMs: 5,
  workingDirectory: '/home/me/shop',
  cost: 0.25,
  fileSessions: 2,
  importedAtMs: 6,
  metaVersion: 1,
};

const asStored = (value: unknown) => JSON.parse(JSON.stringify(value)) as JsonObject;

describe('parseSessionMeta', () => {
  test('round-trips, also without optional fields', () => {
    expect(parseSessionMeta(asStored(meta))).toEqual({ ok: true, value: meta });
    const { agent, recordedAtMs, windowSource, maxOutputTokens, workingDirectory, cost, fileSessions, ...least } = meta;
    expect(parseSessionMeta(asStored(least))).toEqual({ ok: true, value: least });
  });

  test('drops unknown fields', () => {
    expect(parseSessionMeta({ ...asStored(meta), extra: 1 })).toEqual({ ok: true, value: meta });
  });

  test('says what is wrong with a damaged record and never throws', () => {
    const wrong: readonly (readonly [Json | undefined, string])[] = [
      [undefined, 'it must be an object'],
      [[1], '"metaVersion" is undefined, but must be 1'],
      [{ ...asStored(meta), metaVersion: 2, extra: 1 }, '"metaVersion" is 2, but must be 1'],
      [{ ...asStored(meta), format: '__proto__' }, '"format" is unknown'],
      [{ ...asStored(meta), models: ['a', 1] }, 'item 2 of "models": must be a string'],
      [{ ...asStored(meta), agent: {} }, 'in "agent": "name" must be a string'],
      [{ ...asStored(meta), calls: -1 }, '"calls" must be a number from 0'],
      [{ ...asStored(meta), calls: null, title: 4 }, '"title" must be a string'],
      [{ ...asStored(meta), peakIsEstimated: 'no' }, '"peakIsEstimated" must be true or false'],
    ];
    for (const [value, error] of wrong) expect(parseSessionMeta(value)).toEqual({ ok: false, error });
  });

  test('drops damaged optional fields', () => {
    const { recordedAtMs, ...rest } = meta;
    expect(parseSessionMeta({ ...asStored(meta), recordedAtMs: -1 })).toEqual({ ok: true, value: rest });
    const agent = { name: 'Claude Code' };
    const unversioned = { ...asStored(meta), agent: { ...agent, version: 2 } };
    expect(parseSessionMeta(unversioned)).toEqual({ ok: true, value: { ...meta, agent } });
  });

  test('reports every missing required field', () => {
    const optional = [
      'agent',
      'recordedAtMs',
      'windowSource',
      'maxOutputTokens',
      'workingDirectory',
      'cost',
      'fileSessions',
    ];
    for (const name of Object.keys(meta).filter((field) => !optional.includes(field))) {
      const { [name]: _, ...rest } = asStored(meta);
      expect(parseSessionMeta(rest), name).toMatchObject({ ok: false });
    }
  });
});
