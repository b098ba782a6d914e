import { type BoundaryCut, boundaryCut, type OpenRecording } from './boundary-cut';
import type { CalibratedScore, CalibrationFigure, CalibrationFigures } from './figures';
import { isLabelOf, type LabelledBoundary, type LabelSet } from './labelled-boundary';

export interface Calibration {
  readonly of: CalibratedScore;
  readonly boundaries: readonly LabelledBoundary[];
  /** What the score reports: each item with all its names. */
  report(boundary: BoundaryCut): readonly (readonly string[])[];
}

export interface Compared {
  readonly boundary: LabelledBoundary;
  readonly right: readonly string[];
  readonly wrong: readonly string[];
  /** Labels. */
  readonly missed: readonly string[];
}

/** Without recordings, only the made-up boundaries are compared. */
export async function compare(
  { boundaries, report }: Calibration,
  open: OpenRecording | undefined,
): Promise<readonly Compared[]> {
  const compared: Compared[] = [];
  for (const boundary of boundaries) {
    const given = await boundaryCut(boundary, open);
    if (given !== undefined) compared.push(compareReport(boundary, report(given)));
  }
  return compared;
}

function compareReport(boundary: LabelledBoundary, reported: readonly (readonly string[])[]): Compared {
  const right: string[] = [];
  const wrong: string[] = [];
  const met = new Set<string>();
  for (const names of reported) {
    const labels = boundary.labels.filter((label) => names.some((name) => isLabelOf(boundary, label, name)));
    for (const label of labels) met.add(label);
    (labels.length > 0 ? right : wrong).push(names[0] ?? '');
  }
  return { boundary, right, wrong, missed: boundary.labels.filter((label) => !met.has(label)) };
}

/** Both parts of the set, and both kinds of source. */
export function figuresOf(compared: readonly Compared[]): CalibrationFigures {
  const of = (source: LabelledBoundary['source']['type'], set: LabelSet): CalibrationFigure => {
    const here = compared.filter(({ boundary }) => boundary.set === set && boundary.source.type === source);
    const sum = (key: 'right' | 'wrong' | 'missed') => here.reduce((all, each) => all + each[key].length, 0);
    return { boundaries: here.length, right: sum('right'), wrong: sum('wrong'), missed: sum('missed') };
  };
  return {
    'made-up': { tune: of('made-up', 'tune'), measure: of('made-up', 'measure') },
    recording: { tune: of('recording', 'tune'), measure: of('recording', 'measure') },
  };
}
