import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { asObject, type Json, type JsonObject } from '../base/json';
import type { Transcript } from '../transcript/transcript';
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
