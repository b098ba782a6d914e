import { TextHash } from '../base/hash';
import { ENGINE_VERSION, ROW_VERSION, type RowCounts, type RowSession, type SessionRow } from './session-row';

/** Names have no part in it: what is called otherwise is the same work. */
export function rowKey(
  { hash, place, agentId }: Pick<RowSession, 'hash' | 'place' | 'agentId'>,
  policy: Pick<SessionRow['policy'], 'hash'>,
  { losses, error }: RowCounts,
): string {
  const of = new TextHash().add(JSON.stringify([ROW_VERSION, ENGINE_VERSION, losses, error]));
  return of
    .add(hash)
    .add(JSON.stringify([place, agentId]))
    .add(policy.hash)
    .digest();
}
