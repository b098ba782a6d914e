import { policies } from '../../lib/policies/index';
import { NO_RECORDING } from '../../lib/policies/shape/no-recording';
import type { Policy } from '../../lib/policies/shape/policy';
import { fittingWords } from '../../lib/series/words/recording-words';
import type { RecordingChecks } from '../../lib/simulator/explain/check-recording';
import type { FittingWindow } from '../../lib/simulator/explain/fitting-window';

export interface CheckedRecording {
  readonly file: string;
  readonly policy: Policy;
  readonly predictions: RecordingChecks;
  readonly fitting?: FittingWindow;
}

/** [P2] [P3] [P4] What recordings say of one policy. */
export interface AgentRow {
  readonly policy: string;
  /** 0 for a policy that was never compared with what its agent did. */
  readonly recordings: number;
  readonly compactions: Counts;
  readonly prunes: Counts;
  /** First messages that stay. */
  readonly cuts: Counts;
  readonly windows: readonly (FittingWindow & { readonly file: string; readonly fits: string })[];
}

interface Counts {
  readonly recorded: number;
  readonly exact: number;
  /** Exact but for something that is known of the file. */
  readonly explained: number;
  /** Predicted where none was recorded. */
  readonly elsewhere: number;
}

/** In the order of the policies; those without a recording last. */
export function agentRows(checked: readonly CheckedRecording[]): readonly AgentRow[] {
  const rows = policies.flatMap((policy) => {
    const own = checked.filter((each) => each.policy.id === policy.id);
    return own.length > 0 || policy.sources.includes(NO_RECORDING) ? [rowOf(policy, own)] : [];
  });
  return rows.sort((a, b) => Number(b.recordings > 0) - Number(a.recordings > 0));
}

function rowOf(policy: Policy, checked: readonly CheckedRecording[]): AgentRow {
  const checks = checked.flatMap(({ predictions }) => predictions.checks).filter(isTestable);
  const prunes = checked.flatMap(({ predictions }) => predictions.prunes.checks);
  const cuts = checked.flatMap(({ predictions }) => predictions.cuts);
  const off = prunes.filter(({ missed, extra }) => missed + extra > 0);
  return {
    policy: policy.id,
    recordings: checked.length,
    compactions: {
      recorded: checks.length,
      exact: checks.filter(({ predicted, recordedCall }) => predicted?.call === recordedCall).length,
      explained: 0,
      elsewhere: checked.reduce((sum, { predictions }) => sum + predictions.elsewhere.length, 0),
    },
    prunes: {
      recorded: prunes.length,
      exact: prunes.length - off.length,
      explained: off.filter(({ causes }) => causes.length > 0).length,
      elsewhere: checked.reduce((sum, { predictions }) => sum + predictions.prunes.elsewhere.length, 0),
    },
    cuts: { recorded: cuts.length, exact: cuts.filter(({ isSame }) => isSame).length, explained: 0, elsewhere: 0 },
    windows: checked.flatMap(({ file, fitting }) =>
      fitting === undefined ? [] : [{ file, fits: fittingWords(policy, fitting), ...fitting }],
    ),
  };
}

function isTestable({ causes }: RecordingChecks['checks'][number]): boolean {
  return !causes.includes('nothing-before');
}

export function agentLines(rows: readonly AgentRow[]): readonly string[] {
  return [
    'By policy: recorded automatic compactions at the exact call, prunes with exactly the recorded results, and first messages that stay',
    ...rows.flatMap(({ policy, recordings, compactions, prunes, cuts, windows }) => [
      recordings === 0
        ? `  ${policy}: no recording known`
        : `  ${policy}: ${[
            `${recordings} recordings`,
            counts('compactions', compactions),
            counts('prunes', prunes),
            counts('kept', cuts),
          ]
            .filter((text) => text !== '')
            .join('; ')}`,
      ...windows.map(
        ({ file, fits, exact, compactions: all }) => `    ${file}: ${exact} of ${all} compactions exact with ${fits}`,
      ),
    ]),
  ];
}

function counts(what: string, { recorded, exact, explained, elsewhere }: Counts): string {
  if (recorded + elsewhere === 0) return '';
  return [
    `${what} ${exact} of ${recorded}`,
    ...(explained > 0 ? [`${explained} off by replaced texts`] : []),
    ...(elsewhere > 0 ? [`${elsewhere} not recorded`] : []),
  ].join(', ');
}
