import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compare, figuresOf } from '../../fidelity/calibration/calibrate';
import { calibrationFigures } from '../../fidelity/calibration/figures';
import { pathCalibration } from '../../fidelity/calibration/values/path-calibration';
import { valueCalibration } from '../../fidelity/calibration/values/value-calibration';
import { importFile } from '../../importers/import-file';

const FOLDER = process.env.HIGHWATER_TRANSCRIPTS;

async function open(file: string) {
  const blob = await openAsBlob(join(FOLDER ?? '', file));
  const read = await importFile({ name: file, size: blob.size, stream: () => blob.stream() });
  const transcript = read.ok ? read.value.transcripts[0] : undefined;
  if (transcript === undefined) throw new Error(`No session found in ${file}`);
  return transcript;
}

describe.skipIf(FOLDER === undefined)('[K2] [K3] the figures in the help', () => {
  it.each([valueCalibration, pathCalibration])('of $of are those of the recordings', async (calibration) => {
    expect(calibrationFigures[calibration.of]).toEqual(figuresOf(await compare(calibration, open)));
  });
});
