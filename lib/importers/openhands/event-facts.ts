import { asTimeMs, type Json, type JsonObject } from '../../base/json';
import type { EventFacts } from './event-run';

export function factsOf(event: JsonObject, line: number): EventFacts {
  return { id: eventId(event.id) ?? `line ${line}`, timeMs: eventTimeMs(event.timestamp), line };
}

/** A number in one generation, a text in the other. */
export function eventId(value: Json | undefined): string | undefined {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : undefined;
}

/** Times have no zone: those of a container are in UTC. */
function eventTimeMs(value: Json | undefined): number | undefined {
  if (typeof value !== 'string') return asTimeMs(value);
  return asTimeMs(/T[\d:.]+$/.test(value) ? `${value}Z` : value);
}
