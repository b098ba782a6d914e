import type { SessionRow } from '../../../rows/session-row';
import type { SessionEntry } from '../../sessions/session-entry';

/**
 * Sessions of a file of rows that are in this browser, by the id that they have in the comparison. The command line knows the
 * hash of the file, not that of the stored session, so beginning and number of calls say which it is.
 */
export function placesOfRows(
  rows: readonly SessionRow[],
  entries: readonly SessionEntry[],
): ReadonlyMap<string, SessionEntry> {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const byTraits = new Map<string, SessionEntry[]>();
  for (const entry of entries) {
    const traits = traitsOf(entry.dateMs, entry.calls);
    if (traits !== undefined) byTraits.set(traits, [...(byTraits.get(traits) ?? []), entry]);
  }
  const found = new Map<string, SessionEntry>();
  for (const { session } of rows) {
    if (session.agentId !== null) continue;
    const id = `${session.hash}/${session.place}`;
    const alike = byTraits.get(traitsOf(session.startedMs ?? undefined, session.calls) ?? '') ?? [];
    const entry = byId.get(session.hash) ?? (alike.length === 1 ? alike[0] : undefined);
    if (entry !== undefined) found.set(id, entry);
  }
  return found;
}

function traitsOf(startedMs: number | undefined, calls: number | undefined): string | undefined {
  return startedMs === undefined || calls === undefined ? undefined : `${startedMs} ${calls}`;
}
