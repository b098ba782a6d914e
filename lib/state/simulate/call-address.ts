import { placeToQuery } from '../sessions/session-place';
import { recordedView } from './simulated-session';
import { writeViewLink } from './view-link';

/** A call of a stored session, as it was recorded. */
export function callAddress(session: string, call: number): string {
  const link = writeViewLink({ ...recordedView(undefined), call, filters: {} });
  return `/simulate?${placeToQuery({ session, child: [] })}${link.ok ? `#${link.value}` : ''}`;
}
