import { describe, expect, it } from 'vitest';
import { type Calibration, compare, figuresOf } from './calibrate';
import { type CalibrationFigure, calibrationNote, precision, recall } from './figures';
import { hashedLabel, isLabelOf, type LabelledBoundary } from './labelled-boundary';

const boundary: LabelledBoundary = {
  name: 'two files',
  set: 'measure',
  source: {
    type: 'made-up',
    left: ['user "see src/a.ts and src/b.ts"'],
    summary: 'a summary',
    after: ['call #1 read src/a.ts'],
  },
  labels: ['src/a.ts', 'src/c.ts'],
};
const calibration: Calibration = {
  of: 'K2',
  boundaries: [boundary],
  report: () => [['/w/src/a.ts', 'src/a.ts'], ['src/b.ts']],
};

const NONE: CalibrationFigure = { boundaries: 0, right: 0, wrong: 0, missed: 0 };

describe('[K2] calibration', () => {
  it('compares what is reported, by any of its names, with what is labelled', async () => {
    const compared = await compare(calibration, undefined);
    expect(compared).toEqual([{ boundary, right: ['/w/src/a.ts'], wrong: ['src/b.ts'], missed: ['src/c.ts'] }]);
    expect(figuresOf(compared)).toEqual({
      'made-up': { tune: NONE, measure: { boundaries: 1, right: 1, wrong: 1, missed: 1 } },
      recording: { tune: NONE, measure: NONE },
    });
  });

  it('has a precision and a recall', () => {
    const three = { boundaries: 2, right: 3, wrong: 1, missed: 9 };
    expect([precision(three), recall(three)]).toEqual([0.75, 0.25]);
    expect([precision({ ...NONE, missed: 1 }), recall({ ...NONE, wrong: 1 })]).toEqual([1, 1]);
  });

  it('is stated in a sentence, with what it was not tuned on apart', () => {
    const figures = {
      'made-up': { tune: { boundaries: 2, right: 3, wrong: 1, missed: 9 }, measure: NONE },
      recording: { tune: NONE, measure: { boundaries: 1, right: 2, wrong: 2, missed: 0 } },
    };
    expect(calibrationNote('K2', figures)).toBe(
      'Checked against 3 compactions labelled by hand: precision 0.63, recall 0.36. On the 1 of them that it was not tuned on: precision 0.50, recall 1.00.',
    );
    expect(calibrationNote('K2', figuresOf([]))).toBe('');
  });

  it('passes over recordings if there are none', async () => {
    const recorded: LabelledBoundary = {
      ...boundary,
      source: { type: 'recording', file: 'a.jsonl', at: { boundary: 0 } },
    };
    expect(await compare({ ...calibration, boundaries: [recorded] }, undefined)).toEqual([]);
  });

  it('knows the label of a recording by its hash', () => {
    const recorded: LabelledBoundary = { ...boundary, source: { type: 'recording', file: 'a', at: { call: 3 } } };
    const label = `${hashedLabel('src/a.ts')}@7.0`;
    expect(label).toMatch(/^[0-9a-f]{16}@7\.0$/);
    expect([isLabelOf(recorded, label, 'src/a.ts'), isLabelOf(recorded, label, 'src/b.ts')]).toEqual([true, false]);
  });
});
