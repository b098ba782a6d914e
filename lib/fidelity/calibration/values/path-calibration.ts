import { scoreCut } from '../../scores/score-cut';
import type { Calibration } from '../calibrate';
import type { LabelledBoundary, LabelSet } from '../labelled-boundary';
import { recordedValues } from './recorded-values';

/** [K3] Paths of a summary that are not in its source. */
export const pathCalibration: Calibration = {
  of: 'K3',
  boundaries: [...madeUpPaths(), ...recordedPaths()],
  report: ({ index, cut }) => {
    const [summary] = cut.made;
    const made = summary === undefined ? [] : [summary];
    const score = scoreCut(index, { ...cut, made }).find(({ id }) => id === 'files-made-up');
    return (score?.items ?? []).map(({ text }) => [text]);
  },
};

/** Read by hand: none of the recorded summaries makes a path up. */
function recordedPaths(): readonly LabelledBoundary[] {
  return recordedValues.flatMap((each) =>
    each.source.type === 'recording' && 'boundary' in each.source.at ? [{ ...each, labels: [] }] : [],
  );
}

function madeUpPaths(): readonly LabelledBoundary[] {
  const source = [
    'call #1 read /home/x/repo/src/lease/table.ts',
    'result #1 "export class LeaseTable {}"',
    'call #2 edit src/lease/renewer.ts',
    'result #2 "done"',
    'call #3 bash "cd packages/core && npx vitest run test/clock.test.ts"',
    'result #3 "styles/row.css: .row.is-open { color: red }"',
    'user "See PLAN_PHASE2.md in docs/."',
  ];
  const of = (set: LabelSet, name: string, summary: string, labels: readonly string[]): LabelledBoundary => ({
    name,
    set,
    source: { type: 'made-up', left: source, summary, after: [] },
    labels,
  });
  return [
    of('tune', 'names under another root', 'Read /repo/src/lease/table.ts and ./src/lease/renewer.ts.', []),
    of('tune', 'a file that is not there', 'Changed src/lease/tables.ts, tested by src/lease/table.spec.ts.', [
      'src/lease/tables.ts',
      'src/lease/table.spec.ts',
    ]),
    of(
      'tune',
      'style classes and commands',
      'Styles: `.row.is-open/closed`, `.row/.cell`. Then `/model` and `/compact`.',
      [],
    ),
    of('tune', 'another folder of the same root', 'The clock is in /home/x/repo/lib/lease/table.ts.', [
      '/home/x/repo/lib/lease/table.ts',
    ]),
    of('tune', 'short names', 'See PHASE2.md, table.ts, and packages/core/.', []),
    of(
      'measure',
      'home and a work folder',
      'In ~/repo/src/lease/renewer.ts and /workspace/repo/src/lease/table.ts.',
      [],
    ),
    of('measure', 'abbreviated', 'Files: src/.../table.ts, src/{table,renewer}.ts, packages/…/clock.test.ts.', []),
    of('measure', 'made up beside real ones', '- src/lease/renewer.ts\n- src/lease/holder.ts\n- docs/PLAN_PHASE3.md', [
      'src/lease/holder.ts',
      'docs/PLAN_PHASE3.md',
    ]),
    of(
      'measure',
      'types and packages',
      'It answers text/plain; @acme/lease and github.com/acme/lease/v5 are used.',
      [],
    ),
    of('measure', 'a wrong folder of a real name', 'The clock test is packages/core/src/clock.test.ts.', [
      'packages/core/src/clock.test.ts',
    ]),
    of(
      'measure',
      'lists and properties',
      'Changed table.ts/renewer.ts/clock.ts; pos/rotation.y is read and/or written.',
      [],
    ),
  ];
}
