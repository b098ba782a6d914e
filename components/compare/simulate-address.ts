import { optional } from '@/lib/base/optional';
import { placeToQuery, type SessionPlace } from '@/lib/state/sessions/session-place';
import type { SimulationView } from '@/lib/state/simulate/simulated-session';
import { writeViewLink } from '@/lib/state/simulate/view-link';

/** A column in Simulate, at this call, from 0. A policy that is too long for a link is left out. */
export function simulateAddress(place: SessionPlace, view: SimulationView, call: number | undefined): string {
  const link = writeViewLink({ ...view, filters: {}, ...optional('call', call) });
  return `/simulate?${placeToQuery(place)}${link.ok ? `#${link.value}` : ''}`;
}
