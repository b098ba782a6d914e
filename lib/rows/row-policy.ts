import { TextHash } from '../base/hash';
import { isObject } from '../base/json';
import type { Policy } from '../policies/shape/policy';
import type { Replies } from '../simulator/replay/replies';
import { RECORDED_POLICY, type SessionRow } from './session-row';

/** What a session is replayed under; without a policy, the recording itself. */
export interface RowPolicy {
  readonly name: string;
  readonly policy: Policy | undefined;
  readonly replies: Replies;
}

export const asRecorded: RowPolicy = { name: 'Recorded', policy: undefined, replies: { type: 'recorded' } };

export function namedPolicy({ name, policy, replies }: RowPolicy): SessionRow['policy'] {
  if (policy === undefined) return { id: RECORDED_POLICY, name, hash: RECORDED_POLICY };
  const { id, title: _, explains: __, sources: ___, ...settings } = policy;
  return {
    id,
    name,
    hash: new TextHash()
      .add(id)
      .add(JSON.stringify([settings, replies], inOrder))
      .digest(),
  };
}

/** A policy that was written and read again has its fields in another order, and is the same. */
function inOrder(_: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
