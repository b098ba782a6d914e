import type { Transcript } from '../../transcript/transcript';
import type { ImportEnv } from './importer';
import { lineAt } from './plausible-sizes';

/** No agent is older, and clocks that were never set are in 1970, 1904, 1 or 0. */
const EARLIEST_MS = Date.UTC(2000, 0, 1);
const LATEST_MS = Date.UTC(2100, 0, 1);

/**
 * Ignores times at which no session was recorded, with one warning for each line: a single one would make the session last
 * for centuries, and some are no valid dates.
 */
export function withPlausibleTimes(transcript: Transcript, warn: ImportEnv['warn']): Transcript {
  const { messages, calls, boundaries, events, forks, hooks, children } = transcript;
  const warned = new Set<number>();
  const checked = <Item extends { readonly timeMs?: number }>(item: Item, line: number): Item => {
    const { timeMs, ...others } = item;
    if (timeMs === undefined || (timeMs >= EARLIEST_MS && timeMs < LATEST_MS)) return item;
    if (!warned.has(line)) warn('skipped', line, `Ignored an implausible time ${inWords(timeMs)}`);
    warned.add(line);
    return others as Item;
  };
  return {
    ...transcript,
    messages: messages.map((message) => checked(message, message.line)),
    calls: calls.map((call) => checked(call, lineAt(messages, call.at))),
    boundaries: boundaries.map((boundary) => checked(boundary, boundary.line)),
    events: events.map((event) => checked(event, event.line)),
    ...(forks === undefined ? {} : { forks: forks.map((fork) => checked(fork, 0)) }),
    ...(hooks === undefined ? {} : { hooks: hooks.map((hook) => checked(hook, hook.line)) }),
    children: children.map((child) => withPlausibleTimes(child, warn)),
  };
}

function inWords(timeMs: number): string {
  const year = new Date(timeMs).getUTCFullYear();
  return Number.isNaN(year) ? 'that is no date' : `in the year ${year}`;
}
