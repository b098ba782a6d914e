import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { asObject, type Json, type JsonObject } from '../base/json';
import type { Transcript, Usage } from '../transcript/transcript';
import { inputSide } from '../transcript/usage';
import type { Importer } from './read/importer';

/** Where real recordings are, if there are any on this machine. */
export const recordings = process.env.HIGHWATER_TRANSCRIPTS;

export interface Imported {
  readonly values: readonly Json[];
  /** The first of them: most files have one. */
  readonly transcript: Transcript;
  readonly transcripts: readonly Transcript[];
  readonly warnings: readonly string[];
}

export function imported(importer: Importer, name: string, count = 1): Imported {
  const text = readFileSync(join(recordings ?? '', name), 'utf8');
  const values = name.endsWith('.jsonl')
    ? text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Json]))
    : [JSON.parse(text) as Json];
  const warnings: string[] = [];
  const reading = importer.start({ fileName: name, warn: (_, __, what) => warnings.push(what) });
  for (const [index, value] of values.entries()) reading.add(value, index + 1);
  const transcripts = reading.finish();
  expect(transcripts).toHaveLength(count);
  const transcript = transcripts[0];
  if (transcript === undefined) throw new Error(`Could not import "${name}": it holds no transcript`);
  return { values, transcript, transcripts, warnings };
}

export function objects(values: readonly Json[] | undefined): JsonObject[] {
  return (values ?? []).map((value) => asObject(value) ?? {});
}

export function largestCall({ calls }: Transcript): number {
  return Math.max(0, ...calls.map(({ usage }) => (usage === undefined ? 0 : inputSide(usage))));
}

/** By kind: input, read, written, output. */
export function usageSums(usages: readonly (Usage | undefined)[]): readonly number[] {
  const sums = [0, 0, 0, 0];
  for (const usage of usages) {
    const { input = 0, cacheRead = 0, cacheWrite5m = 0, cacheWrite1h = 0, output = 0 } = usage ?? {};
    for (const [place, tokens] of [input, cacheRead, cacheWrite5m + cacheWrite1h, output].entries()) {
      sums[place] = (sums[place] ?? 0) + tokens;
    }
  }
  return sums;
}

export function expectSound({ messages, calls, boundaries, children }: Transcript): void {
  const ids = new Set(messages.map(({ id }) => id));
  expect(ids.size).toBe(messages.length);
  for (const [index, call] of calls.entries()) {
    expect(call.at).toBeGreaterThanOrEqual(calls[index - 1]?.at ?? 0);
    const reply = messages.find(({ callId }) => callId === call.id);
    if (reply !== undefined) expect(messages[call.at]).toBe(reply);
  }
  for (const [index, boundary] of boundaries.entries()) {
    expect(boundary.at).toBeGreaterThanOrEqual(boundaries[index - 1]?.at ?? 0);
    const { summaryMessageId, keptMessageIds = [], droppedMessageIds = [] } = boundary;
    for (const id of [...keptMessageIds, ...droppedMessageIds]) expect(ids).toContain(id);
    if (summaryMessageId !== undefined) expect(ids).toContain(summaryMessageId);
  }
  for (const child of children) expectSound(child);
}
