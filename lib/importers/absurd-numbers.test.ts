import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asArray, asObject, type Json, parseJson } from '../base/json';
import { policies } from '../policies/index';
import { sourceOf } from '../reading/read-for-test';
import { replayMaterial } from '../simulator/recorded/replay-material';
import { replay } from '../simulator/replay/replay';
import { assumed } from '../summarizers/assumed';
import type { Transcript, Usage, Warning } from '../transcript/transcript';
import { writeTranscripts } from '../transcript/write-transcript';
import { importFile } from './import-file';
import { importers } from './index';

const FIXTURES = join(import.meta.dirname, 'fixtures');

/** What a count or a time may be in a damaged or hostile file. */
const NUMBERS: readonly number[] = [1e308, 1.5e15, -7, 0.37, 12.5, 253_402_300_799_000, -62_167_219_200];
const TIMES: readonly string[] = [
  '0000-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00.000Z',
];
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]{5,}(?:Z|[+-]\d\d:\d\d)$/;
/** Positions, not amounts. */
const NOT_COUNTED = new Set(['at', 'line', 'depth', 'version', 'index', 'from', 'call', 'step']);

type Swap = (value: number | string, nth: number) => number | string;

/** With every number and every time of a file swapped, wherever they are. */
function swapped(value: Json, swap: Swap): Json {
  let seen = 0;
  const within = (json: Json): Json => {
    if (typeof json === 'number' || (typeof json === 'string' && TIME.test(json))) return swap(json, seen++);
    const list = asArray(json);
    if (list !== undefined) return list.map(within);
    const object = asObject(json);
    if (object === undefined) return json;
    return Object.fromEntries(
      Object.entries(object).map(([key, item]) => [key, NOT_COUNTED.has(key) ? (item ?? null) : within(item ?? null)]),
    );
  };
  return within(value);
}

function recordsOf(name: string, text: string): readonly Json[] {
  const texts = name.endsWith('.jsonl') ? text.split('\n') : [text];
  return texts.flatMap((each) => {
    const read = parseJson(each);
    return read.ok ? [read.value] : [];
  });
}

async function imported(text: string, format: (typeof importers)[number]['format']) {
  const read = await importFile(sourceOf(text), { format });
  return read.ok ? read.value.transcripts : [];
}

function amountsOf({ calls, boundaries, contextWindow }: Transcript): readonly number[] {
  const ofUsage = (usage: Usage): readonly number[] => {
    const { extraPasses = [], ...counts } = usage;
    return [...Object.values(counts), ...extraPasses.flatMap(ofUsage)];
  };
  return [
    ...calls.flatMap(({ usage }) => (usage === undefined ? [] : ofUsage(usage))),
    ...boundaries.flatMap(({ preTokens = 0, postTokens = 0, tokensSaved = 0 }) => [preTokens, postTokens, tokensSaved]),
    contextWindow ?? 0,
  ];
}

function timesOf({ messages, calls, boundaries, events }: Transcript): readonly number[] {
  return [...messages, ...calls, ...boundaries, ...events].flatMap(({ timeMs }) => timeMs ?? []);
}

function usagesOf({ calls }: Transcript): readonly number[] {
  return calls.flatMap(({ usage }) => usage?.input ?? []);
}

function withChildren(transcript: Transcript): readonly Transcript[] {
  return [transcript, ...transcript.children.flatMap(withChildren)];
}

const [policy] = policies;

function expectUsable(transcript: Transcript): void {
  for (const amount of amountsOf(transcript)) {
    expect(Number.isSafeInteger(amount)).toBe(true);
    expect(amount).toBeGreaterThanOrEqual(0);
    expect(amount).toBeLessThanOrEqual(20_000_000);
  }
  for (const time of timesOf(transcript)) expect(new Date(time).getUTCFullYear() - 2050).toBeOneOf(range(-50, 49));
  if (policy === undefined) throw new Error('there is no policy');
  const { totals } = replay(replayMaterial(transcript), policy, assumed());
  const { cost, ...others } = totals;
  for (const total of [...Object.values(others), cost.dollars]) expect(Number.isFinite(total)).toBe(true);
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

const absurd = ({ what }: Warning) => /^(?:Ignored an implausible|Rounded a)/.test(what);

const number = (swapOf: (value: number, nth: number) => number): Swap => {
  return (value, nth) => (typeof value === 'number' ? swapOf(value, nth) : value);
};
const mixed = (nth: number) => NUMBERS[nth % NUMBERS.length] ?? 0;

/** Each alone, so that one does not hide the other, and mixed with what was there. */
const swaps: readonly (readonly [string, Swap])[] = [
  ['every number is 1e308', number(() => 1e308)],
  ['every number is negative', number(() => -7)],
  ['every number is a fraction', number((value) => value + 0.37)],
  ['every number is something else', number((_, nth) => mixed(nth))],
  ['every third number is something else', number((value, nth) => (nth % 3 === 0 ? mixed(nth / 3) : value))],
  ['every time is absurd', (value, nth) => (typeof value === 'string' ? (TIMES[nth % TIMES.length] ?? '') : value)],
];

describe.each(importers.map((importer) => [importer.format] as const))('%s', (format) => {
  const folder = join(FIXTURES, format);
  const files = readdirSync(folder)
    .filter((name) => /\.input\.jsonl?$/.test(name))
    .map((name) => recordsOf(name, readFileSync(join(folder, name), 'utf8')));

  it.each(swaps)('opens whatever it imports, if %s', async (_, swap) => {
    for (const records of files) {
      const swappedAll = records.map((record) => swapped(record, swap));
      const lines = (values: readonly Json[]) => values.map((value) => JSON.stringify(value)).join('\n');
      const [before, after] = [await imported(lines(records), format), await imported(lines(swappedAll), format)];
      after.flatMap(withChildren).forEach(expectUsable);
      const again = await imported([...writeTranscripts(after)].join(''), 'highwater');
      expect(again.flatMap(withChildren).map(amountsOf)).toEqual(after.flatMap(withChildren).map(amountsOf));
      const countOf = (all: readonly Transcript[], of: (each: Transcript) => readonly number[]) =>
        all.flatMap(withChildren).flatMap(of).length;
      const lacks = (of: (each: Transcript) => readonly number[]) => countOf(after, of) < countOf(before, of);
      const isLost = after.length > 0 && (lacks(timesOf) || lacks(usagesOf));
      const warnings = after.flatMap((each) => each.warnings);
      if (isLost) expect(warnings.filter(absurd), JSON.stringify(warnings)).not.toEqual([]);
      // Without messages there is no line, and a context window is one of the session.
      const hasLines = after.every(({ messages }) => messages.length > 0);
      if (hasLines)
        expect(
          warnings.filter((each) => absurd(each) && each.line === 0 && !each.what.includes('context window')),
        ).toEqual([]);
    }
  });
});
