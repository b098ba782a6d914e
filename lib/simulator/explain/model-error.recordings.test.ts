import { openAsBlob } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importFile } from '../../importers/import-file';
import { asRecorded } from '../../policies/presets/as-recorded';
import { assumed } from '../../summarizers/assumed';
import { replayMaterial } from '../recorded/replay-material';
import { type ModelError, modelError } from './model-error';

const folder = process.env.HIGHWATER_TRANSCRIPTS ?? '';

describe.skipIf(folder === '')('[P2] the model error on the shared recordings of Claude Code', () => {
  it('predicts nearly all compactions at the exact call, and the cost within 4 %', async () => {
    const errors: Omit<ModelError, 'predictions'>[] = [];
    for (const path of (await readdir(join(folder, 'claude-code'))).filter((name) => name.endsWith('.jsonl')).sort()) {
      const file = await openAsBlob(join(folder, 'claude-code', path));
      const read = await importFile({ name: path, size: file.size, stream: () => file.stream() });
      const transcript = read.ok ? read.value.transcripts[0] : undefined;
      if (transcript === undefined || transcript.calls.length < 10) continue;
      const { predictions: _, ...error } = modelError(replayMaterial(transcript), asRecorded, assumed());
      errors.push(error);
      console.log(`${path.padEnd(56)} ${JSON.stringify(error)}`);
    }
    const sum = (of: (error: Omit<ModelError, 'predictions'>) => number) =>
      errors.reduce((total, error) => total + of(error), 0);
    expect(sum(({ compactions }) => compactions)).toBeGreaterThanOrEqual(6);
    expect(sum(({ exact }) => exact)).toBeGreaterThanOrEqual(sum(({ compactions }) => compactions) - 1);
    expect(sum(({ missed, extra }) => missed + extra)).toBe(0);
    const costs = errors.flatMap(({ costOff }) => (costOff === undefined ? [] : [Math.abs(costOff)]));
    expect(costs.length).toBeGreaterThan(8);
    expect(Math.max(...costs)).toBeLessThanOrEqual(0.04);
  });
});
