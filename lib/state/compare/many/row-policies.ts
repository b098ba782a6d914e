import { asRecorded, namedPolicy, type RowPolicy } from '../../../rows/row-policy';
import type { SimulationView } from '../../simulate/simulated-session';
import { type CompareColumn, columnNames } from '../compare-link';

/** A policy over many sessions. */
export interface ManyPolicy {
  /** Hash of its settings: what its rows depend on. */
  readonly key: string;
  readonly name: string;
  readonly row: RowPolicy;
  /** Undefined for the recording. */
  readonly column: CompareColumn | undefined;
}

/** The recording first. */
export function manyPolicies(columns: readonly CompareColumn[]): readonly ManyPolicy[] {
  const names = columnNames(columns);
  const policies = columns.map((column, index): ManyPolicy => {
    const { policy, replies } = column.view;
    return manyPolicy({ name: names[index] ?? policy.title, policy, replies }, column);
  });
  return [manyPolicy(asRecorded, undefined), ...policies];
}

function manyPolicy(row: RowPolicy, column: CompareColumn | undefined): ManyPolicy {
  return { key: namedPolicy(row).hash, name: row.name, row, column };
}

/** Messages, commands and earlier policies are those of one session; a row is a replay from the start. */
export function hasMoreThanRows({ mode, pinned, commands, skipsRecordedCommands, earlier, memory }: SimulationView) {
  const isOfSession = pinned.length > 0 || commands.length > 0 || (earlier?.length ?? 0) > 0;
  return mode !== 'free' || isOfSession || skipsRecordedCommands === true || memory !== undefined;
}
