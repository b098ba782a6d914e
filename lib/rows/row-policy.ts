import { TextHash } from '../base/hash';
import { isObject } from '../base/json';
import type { OwnLayer } from '../layers/shape/own';
import type { Policy } from '../policies/shape/policy';
import type { Replies } from '../simulator/replay/replies';
import { OUTSIDE_POLICY, RECORDED_POLICY, type SessionRow } from './session-row';

/** What a session is replayed under; without a policy, the recording itself. */
export interface RowPolicy {
  readonly name: string;
  readonly policy: Policy | undefined;
  readonly replies: Replies;
  /** [Z1] What compacts in its place; only where it can be asked. */
  readonly outside?: OutsideCompactor;
}

export interface OutsideCompactor {
  /** As typed into a shell, in this folder. */
  readonly command: string;
  readonly folder: string;
  readonly when: OwnLayer['when'];
  readonly timeoutMs: number;
  /** Of the files that the command names: another version of it is another compactor. */
  readonly hash: string;
}

export const asRecorded: RowPolicy = { name: 'Recorded', policy: undefined, replies: { type: 'recorded' } };

export function namedPolicy({ name, policy, replies, outside }: RowPolicy): SessionRow['policy'] {
  if (policy === undefined) return { id: RECORDED_POLICY, name, hash: RECORDED_POLICY };
  const { id: presetId, title: _, explains: __, sources: ___, ...settings } = policy;
  const id = outside === undefined ? presetId : OUTSIDE_POLICY;
  const given = outside === undefined ? [settings, replies] : [settings, replies, presetId, outside];
  return {
    id,
    name,
    hash: new TextHash().add(id).add(JSON.stringify(given, inOrder)).digest(),
  };
}

/** A policy that was written and read again has its fields in another order, and is the same. */
function inOrder(_: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
