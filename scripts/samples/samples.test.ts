import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { asArray, asNumber, asObject, asText, type Json, type JsonObject, parseJson } from '../../lib/base/json';
import { parseThresholdTable, usedAfter } from '../../lib/state/sessions/threshold-table';
import { FACTS } from './facts';
import { SAMPLES_FOLDER, sampleFiles } from './sample-files';

const files = await sampleFiles();
const sessions = files.filter(({ name }) => name.endsWith('.jsonl'));
const hunt = recordsOf('long-bug-hunt.jsonl');

describe('the sample sessions', () => {
  it.each(files)(
    'are complete, and every number is up to date: npm run samples would not change $name',
    ({ name, text }) => {
      expect(readFileSync(new URL(name, SAMPLES_FOLDER), 'utf8') === text).toBe(true);
    },
  );

  it('are below six megabytes in total, with no record above one', () => {
    expect(sessions.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)).toBeLessThan(6_000_000);
    for (const { text } of sessions) {
      for (const line of text.split('\n')) expect(Buffer.byteLength(line)).toBeLessThan(1_000_000);
    }
  });

  it.each(sessions)('start with a title that says that they are synthetic: $name', ({ name }) => {
    const first = recordsOf(name)[0];
    expect(first?.type).toBe('custom-title');
    expect(first?.customTitle).toMatch(/^Sample: .+ \(made up\)$/);
  });

  it.each(sessions)('give every tool call exactly one result after it: $name', ({ name }) => {
    const open = new Set<string>();
    const seen = new Set<string>();
    for (const block of recordsOf(name).flatMap(blocksOf)) {
      if (block.type === 'tool_use') open.add(String(block.id));
      if (block.type !== 'tool_result') continue;
      expect(open.delete(String(block.tool_use_id))).toBe(true);
      seen.add(String(block.tool_use_id));
    }
    expect(open.size).toBe(0);
    expect(seen.size).toBeGreaterThan(50);
  });

  it.each(sessions)('link every record to the previous one, except at a boundary: $name', ({ name }) => {
    let before: string | null = null;
    const ids = new Set<string>();
    for (const record of recordsOf(name)) {
      const id = asText(record.uuid);
      if (id === undefined) continue;
      expect(ids.has(id)).toBe(false);
      expect(record.parentUuid).toBe(record.subtype === 'compact_boundary' ? null : before);
      if (record.subtype === 'compact_boundary') expect(record.logicalParentUuid).toBe(before);
      ids.add(id);
      before = id;
    }
  });

  it.each(sessions)('record usage that follows from what was added: $name', ({ name }) => {
    let before: Call | undefined;
    for (const call of callsOf(recordsOf(name))) {
      expect(new Set(call.inputs).size).toBe(1);
      if (before !== undefined && call.boundariesBefore === before.boundariesBefore) {
        expect(call.total).toBeGreaterThanOrEqual(before.total + before.output);
        const wasIdle = call.timeMs - before.timeMs > 4 * 60_000;
        if (!wasIdle) expect(call.read).toBe(before.read + before.written);
        else expect([0, before.read + before.written]).toContain(call.read);
      } else if (before !== undefined) {
        expect(call.total).toBeLessThan(before.total / 2);
        expect(call.read).toBeLessThan(22_000);
      }
      before = call;
    }
    expect(before).toBeDefined();
  });

  it.each(sessions)('go forward in time, except for the echo of a manual compaction: $name', ({ name }) => {
    let latestMs = 0;
    for (const record of recordsOf(name)) {
      const timeMs = Date.parse(asText(record.timestamp) ?? '');
      if (Number.isNaN(timeMs) || /^<(command|local)/.test(asText(messageOf(record).content) ?? '')) continue;
      expect(timeMs).toBeGreaterThanOrEqual(latestMs);
      latestMs = timeMs;
    }
  });

  it('have a thousand messages and three automatic compactions in the long bug hunt', () => {
    const replies = callsOf(hunt).length;
    const others = hunt.filter((record) => record.type === 'user').length;
    expect(replies + others).toBeGreaterThanOrEqual(1000);
    const boundaries = boundariesOf(hunt);
    expect(boundaries.length).toBeGreaterThanOrEqual(3);
    for (const { trigger, preTokens } of boundaries) {
      expect(trigger).toBe('auto');
      expect(preTokens).toBeGreaterThanOrEqual(167_000);
      expect(preTokens).toBeLessThan(180_000);
    }
  });

  it('have one automatic and one manual compaction in the refactoring, none with the images', () => {
    expect(boundariesOf(recordsOf('refactoring.jsonl')).map(({ trigger }) => trigger)).toEqual(['manual', 'auto']);
    expect(boundariesOf(recordsOf('rules-and-images.jsonl'))).toEqual([]);
  });

  it('come with the outcome of every threshold from 30 % for the first, which agrees with its entry in the list', () => {
    const [entry] = asArray(parsed(textOf('index.json'))) ?? [];
    const { thresholds, firstCompaction, summary } = asObject(entry) ?? {};
    const table = parseThresholdTable(parsed(textOf(asText(thresholds) ?? '')));
    if (!table.ok) throw new Error(table.error);
    const { recorded, rows } = table.value;
    expect(rows.map(({ percent }) => percent)).toEqual(Array.from({ length: 71 }, (_, index) => 30 + index));
    expect(recorded.compactedBefore[0]).toBe(firstCompaction);
    expect(recorded.compactedBefore).toHaveLength(asNumber(asObject(summary)?.compactions) ?? -1);
    for (const { jumps, peak } of rows) expect(Math.max(...usedAfter(recorded.used, jumps))).toBeLessThanOrEqual(peak);
  });

  it.each(Object.entries(FACTS))('plant the fact %s early in the long bug hunt and need it late', (_name, fact) => {
    const texts = hunt.filter((record) => record.isCompactSummary !== true).map((record) => JSON.stringify(record));
    const needle = JSON.stringify(fact.split('`').at(-2) ?? fact).slice(1, -1);
    expect(texts.slice(0, 60).some((text) => text.includes(needle))).toBe(true);
    const late = fact === FACTS.migrationsRule ? 'migrations' : needle;
    expect(texts.slice(-120).some((text) => text.includes(late))).toBe(true);
  });

  it('lose some of the planted facts in the last summary and keep others', () => {
    const last = hunt.filter((record) => record.isCompactSummary === true).at(-1);
    const text = asText(messageOf(last ?? {}).content) ?? '';
    expect(text).toContain(FACTS.errorCode);
    expect(text).toContain(FACTS.migrationsRule);
    for (const lost of [FACTS.adminPort, FACTS.lastGoodCommit, FACTS.schemaRule]) expect(text).not.toContain(lost);
  });

  it('contain images that decode to the stated size', () => {
    const images = recordsOf('rules-and-images.jsonl').flatMap(imagesOf);
    expect(images.length).toBeGreaterThanOrEqual(8);
    for (const image of images) {
      const { width, height, rows } = decoded(image);
      expect(width).toBeGreaterThanOrEqual(200);
      expect(width).toBeLessThanOrEqual(600);
      expect(rows.length).toBe((width + 1) * height);
      for (let y = 0; y < height; y++) expect(rows[y * (width + 1)]).toBe(0);
    }
  });

  it('never say the same sentence twice in the long bug hunt', () => {
    const said = hunt.flatMap(blocksOf).flatMap((block) => asText(block.text) ?? asText(block.thinking) ?? []);
    expect(said.length - new Set(said).size).toBe(0);
  });
});

interface Call {
  readonly total: number;
  readonly read: number;
  readonly written: number;
  readonly output: number;
  readonly timeMs: number;
  readonly inputs: readonly string[];
  readonly boundariesBefore: number;
}

function parsed(text: string): Json {
  const result = parseJson(text);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

function textOf(name: string): string {
  return files.find((file) => file.name === name)?.text ?? '';
}

function recordsOf(name: string): readonly JsonObject[] {
  const text = sessions.find((session) => session.name === name)?.text ?? '';
  return text
    .trimEnd()
    .split('\n')
    .map((line) => asObject(parsed(line)) ?? {});
}

function messageOf(record: JsonObject): JsonObject {
  return asObject(record.message) ?? {};
}

function blocksOf(record: JsonObject): readonly JsonObject[] {
  return (asArray(messageOf(record).content) ?? []).map((block) => asObject(block) ?? {});
}

function imagesOf(record: JsonObject): readonly Uint8Array[] {
  return blocksOf(record)
    .flatMap((block) => [block, ...(asArray(block.content) ?? []).map((inner) => asObject(inner) ?? {})])
    .filter((block) => block.type === 'image')
    .map((block) => Buffer.from(asText(asObject(block.source)?.data) ?? '', 'base64'));
}

function boundariesOf(records: readonly JsonObject[]) {
  return records
    .filter((record) => record.subtype === 'compact_boundary')
    .map((record) => asObject(record.compactMetadata))
    .map((metadata) => ({ trigger: metadata?.trigger, preTokens: asNumber(metadata?.preTokens) ?? 0 }));
}

function callsOf(records: readonly JsonObject[]): readonly Call[] {
  const calls = new Map<string, Call>();
  let boundariesBefore = 0;
  for (const record of records) {
    if (record.subtype === 'compact_boundary') boundariesBefore += 1;
    const message = messageOf(record);
    const usage = asObject(message.usage);
    if (usage === undefined) continue;
    const read = asNumber(usage.cache_read_input_tokens) ?? 0;
    const written = asNumber(usage.cache_creation_input_tokens) ?? 0;
    const byLife = asObject(usage.cache_creation) ?? {};
    const lives = [asNumber(byLife.ephemeral_5m_input_tokens) ?? 0, asNumber(byLife.ephemeral_1h_input_tokens) ?? 0];
    expect((lives[0] ?? 0) + (lives[1] ?? 0)).toBe(written);
    const total = (asNumber(usage.input_tokens) ?? 0) + read + written;
    const id = asText(message.id) ?? '';
    const earlier = calls.get(id);
    calls.set(id, {
      total,
      read,
      written,
      output: asNumber(usage.output_tokens) ?? 0,
      timeMs: earlier?.timeMs ?? Date.parse(asText(record.timestamp) ?? ''),
      inputs: [...(earlier?.inputs ?? []), `${total}/${read}/${written}`],
      boundariesBefore,
    });
  }
  return [...calls.values()];
}

/** Reads a PNG with one data chunk; the checksum of the stream is verified by zlib. */
function decoded(png: Uint8Array) {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  let rows: Uint8Array = new Uint8Array(0);
  for (let at = 8; at < png.length; ) {
    const length = view.getUint32(at);
    const type = new TextDecoder().decode(png.subarray(at + 4, at + 8));
    if (type === 'IDAT') rows = inflateSync(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return { width: view.getUint32(16), height: view.getUint32(20), rows };
}
