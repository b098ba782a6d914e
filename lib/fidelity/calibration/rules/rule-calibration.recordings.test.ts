import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { importFile } from '../../../importers/import-file';
import { figuresOf } from '../calibrate';
import K4 from '../figures/K4.json';
import states from '../figures/K4-states.json';
import { recordedRules } from './recorded-rules';
import { compareRules } from './rule-calibration';

const folder = process.env.HIGHWATER_TRANSCRIPTS;

it.skipIf(folder === undefined)('[K4] the recordings have the figures that the help shows', async () => {
  const open = async (file: string) => {
    const blob = new Blob([readFileSync(join(folder ?? '', file))]);
    const read = await importFile({ name: file, size: blob.size, stream: () => blob.stream() });
    const transcript = read.ok ? read.value.transcripts[0] : undefined;
    if (transcript === undefined) throw new Error(`No session in ${file}`);
    return transcript;
  };
  const { found, judged } = await compareRules([], recordedRules, open);
  expect(figuresOf(found).recording).toEqual(K4.recording);
  expect(figuresOf(judged).recording).toEqual(states.recording);
});
