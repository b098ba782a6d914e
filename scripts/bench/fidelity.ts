import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenRecording } from '../../lib/fidelity/calibration/boundary-cut';
import { type Calibration, type Compared, compare, figuresOf } from '../../lib/fidelity/calibration/calibrate';
import { type CalibrationFigures, precision, recall } from '../../lib/fidelity/calibration/figures';
import { recordedRules } from '../../lib/fidelity/calibration/rules/recorded-rules';
import { compareRules } from '../../lib/fidelity/calibration/rules/rule-calibration';
import { pathCalibration } from '../../lib/fidelity/calibration/values/path-calibration';
import { valueCalibration } from '../../lib/fidelity/calibration/values/value-calibration';
import { importFile } from '../../lib/importers/import-file';
import type { Transcript } from '../../lib/transcript/transcript';
import { madeUpRules } from './made-up-rules';
import type { BenchOptions, Measurement } from './measurement';

/** What became of rules: nothing is missed, only misjudged. */
const RULE_STATES = 'K4-states';

/** Every score with labelled boundaries. */
const calibrations: readonly Calibration[] = [valueCalibration, pathCalibration];

/** How right the scores are on boundaries labelled by hand; on recordings only with `HIGHWATER_TRANSCRIPTS`. */
export async function fidelity({ isDetailed = false, savesFigures = false }: BenchOptions): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  const open = openerIn(process.env.HIGHWATER_TRANSCRIPTS);
  const report = (of: string, compared: readonly Compared[]) => {
    if (isDetailed) {
      for (const { boundary, wrong, missed } of compared) {
        process.stdout.write(`${of} ${boundary.set} ${boundary.name}\n`);
        for (const text of wrong) process.stdout.write(`    wrong  ${text}\n`);
        for (const label of missed) process.stdout.write(`    missed ${label}\n`);
      }
    }
    const figures = figuresOf(compared);
    if (savesFigures) save(of, figures, open !== undefined);
    measurements.push(...measurementsOf(of, figures));
  };
  for (const calibration of calibrations) report(calibration.of, await compare(calibration, open));
  const rules = await compareRules(madeUpRules(), recordedRules, open);
  report('K4', rules.found);
  report(RULE_STATES, rules.judged);
  return measurements;
}

function measurementsOf(of: string, figures: CalibrationFigures): readonly Measurement[] {
  const parts = [
    { part: figures['made-up'].tune, what: 'made up, tuned on' },
    { part: figures['made-up'].measure, what: 'made up' },
    { part: figures.recording.tune, what: 'recorded, tuned on' },
    { part: figures.recording.measure, what: 'recorded' },
  ];
  return parts.flatMap(({ part, what }) => {
    const { boundaries, right, wrong, missed } = part;
    if (boundaries === 0) return [];
    const where = `boundaries ${what}: ${boundaries}`;
    if (of === RULE_STATES) {
      return [
        {
          name: `K4 judged right, ${where}`,
          value: precision(part),
          unit: `${right} of ${right + wrong}`,
          limit: null,
        },
      ];
    }
    return [
      { name: `${of} precision, ${where}`, value: precision(part), unit: `${right} of ${right + wrong}`, limit: null },
      { name: `${of} recall, ${where}`, value: recall(part), unit: `${right} of ${right + missed}`, limit: null },
    ];
  });
}

const FIGURES = new URL('../../lib/fidelity/calibration/figures/', import.meta.url);

/** For the help beside the scores. */
function save(of: string, figures: CalibrationFigures, hasRecordings: boolean): void {
  if (!hasRecordings) throw new Error('Figures are saved with the recordings only: set HIGHWATER_TRANSCRIPTS');
  writeFileSync(new URL(`${of}.json`, FIGURES), `${JSON.stringify(figures, null, 2)}\n`);
}

/** Each recording is read once. */
function openerIn(folder: string | undefined): OpenRecording | undefined {
  if (folder === undefined) return undefined;
  const opened = new Map<string, Promise<Transcript>>();
  return (file) => {
    const known = opened.get(file) ?? read(join(folder, file));
    opened.set(file, known);
    return known;
  };
}

async function read(path: string): Promise<Transcript> {
  const file = new Blob([readFileSync(path)]);
  const imported = await importFile({ name: path, size: file.size, stream: () => file.stream() });
  const transcript = imported.ok ? imported.value.transcripts[0] : undefined;
  if (transcript === undefined) throw new Error(`No session found in ${path}`);
  return transcript;
}
