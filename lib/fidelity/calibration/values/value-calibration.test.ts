import { describe, expect, it } from 'vitest';
import { compare, figuresOf } from '../calibrate';
import { calibrationFigures, precision, recall } from '../figures';
import { pathCalibration } from './path-calibration';
import { valueCalibration } from './value-calibration';

const SAVE = 'the figures in the help are out of date: HIGHWATER_TRANSCRIPTS=… npm run bench -- --only fidelity --save';

describe.each([valueCalibration, pathCalibration])('[K2] [K3] calibration of $of', ({ of, ...calibration }) => {
  it('has the figures that the help shows, of the made-up sessions', async () => {
    const measured = figuresOf(await compare({ of, ...calibration }, undefined));
    expect(calibrationFigures[of]['made-up'], SAVE).toEqual(measured['made-up']);
  });

  it('has figures of every labelled recording', () => {
    const { recording } = calibrationFigures[of];
    const recorded = (set: string) =>
      calibration.boundaries.filter((each) => each.set === set && each.source.type === 'recording');
    expect(recording.tune.boundaries, SAVE).toBe(recorded('tune').length);
    expect(recording.measure.boundaries, SAVE).toBe(recorded('measure').length);
    const labels = (set: string) => recorded(set).reduce((all, each) => all + each.labels.length, 0);
    for (const set of ['tune', 'measure'] as const) {
      expect(recording[set].right + recording[set].missed, SAVE).toBe(labels(set));
    }
  });

  it('has labels of recordings without their words', () => {
    for (const { source, labels } of calibration.boundaries) {
      for (const label of labels) if (source.type === 'recording') expect(label).toMatch(/^[0-9a-f]{16}@\d+\.\d+$/);
    }
  });

  it('is as right as the goal, on what it was tuned on', () => {
    const { 'made-up': madeUp, recording } = calibrationFigures[of];
    for (const figure of [madeUp.tune, recording.tune]) {
      expect(precision(figure)).toBeGreaterThanOrEqual(0.8);
      expect(recall(figure)).toBeGreaterThanOrEqual(0.7);
    }
  });
});
