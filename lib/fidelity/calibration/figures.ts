import K2 from './figures/K2.json' with { type: 'json' };
import K3 from './figures/K3.json' with { type: 'json' };
import K4 from './figures/K4.json' with { type: 'json' };
import ruleStates from './figures/K4-states.json' with { type: 'json' };
import type { LabelledBoundary, LabelSet } from './labelled-boundary';

/** `K2`: the headline; `K3`: paths not in the source; `K4`: rules and what became of them. */
export type CalibratedScore = 'K2' | 'K3' | 'K4';

/** How right a score is on some labelled boundaries. */
export interface CalibrationFigure {
  readonly boundaries: number;
  /** Reported and labelled, reported only, labelled only. */
  readonly right: number;
  readonly wrong: number;
  readonly missed: number;
}

export type CalibrationFigures = Readonly<
  Record<LabelledBoundary['source']['type'], Readonly<Record<LabelSet, CalibrationFigure>>>
>;

/** As measured by `npm run bench -- --only fidelity --save`. Tests compare them with what they measure. */
export const calibrationFigures: Readonly<Record<CalibratedScore, CalibrationFigures>> = { K2, K3, K4 };

/** Of what is reported, the share that is right; 1 if nothing is. */
export function precision({ right, wrong }: CalibrationFigure): number {
  return right + wrong === 0 ? 1 : right / (right + wrong);
}

/** Of what is labelled, the share that is reported; 1 if nothing is. */
export function recall({ right, missed }: CalibrationFigure): number {
  return right + missed === 0 ? 1 : right / (right + missed);
}

/** Shown in the help beside a score. Empty if nothing was measured. */
export function calibrationNote(of: CalibratedScore, figures = calibrationFigures[of]): string {
  const tuned = sum(figures['made-up'].tune, figures.recording.tune);
  const measured = sum(figures['made-up'].measure, figures.recording.measure);
  const all = sum(tuned, measured);
  if (all.boundaries === 0) return '';
  return `Checked against ${all.boundaries} compactions labelled by hand: ${shares(all)}. On the ${measured.boundaries} of them that it was not tuned on: ${shares(measured)}.`;
}

/** [K4] How often a rule was judged as a person judged it: kept, weakened, lost or the opposite. */
export function ruleStatesNote(figures: CalibrationFigures = ruleStates): string {
  const tuned = sum(figures['made-up'].tune, figures.recording.tune);
  const measured = sum(figures['made-up'].measure, figures.recording.measure);
  if (tuned.boundaries + measured.boundaries === 0) return '';
  return `What became of a rule was judged as a person did for ${judged(sum(tuned, measured))} rules, and for ${judged(measured)} of those that it was not tuned on.`;
}

function judged({ right, wrong }: CalibrationFigure): string {
  return `${right} of ${right + wrong}`;
}

function shares(figure: CalibrationFigure): string {
  return `precision ${precision(figure).toFixed(2)}, recall ${recall(figure).toFixed(2)}`;
}

function sum(...figures: readonly CalibrationFigure[]): CalibrationFigure {
  const of = (key: keyof CalibrationFigure) => figures.reduce((all, each) => all + each[key], 0);
  return { boundaries: of('boundaries'), right: of('right'), wrong: of('wrong'), missed: of('missed') };
}
