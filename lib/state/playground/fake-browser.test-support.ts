import type { Clock } from '../shared/view-history';
import type { ReadableAddress } from '../simulate/view-address';

/** A browser with a history of hashes, and a clock that only moves when told to. */
export function fakeBrowser(hash: string) {
  const entries = [hash];
  const writes: number[] = [];
  let at = 0;
  let nowMs = 0;
  let timers: readonly { readonly atMs: number; readonly run: () => void }[] = [];

  const address: ReadableAddress = {
    hash: () => entries[at],
    push: (next) => {
      at += 1;
      entries.splice(at, entries.length, next);
      writes.push(nowMs);
    },
    replace: (next) => {
      entries[at] = next;
      writes.push(nowMs);
    },
  };

  const clock: Clock = {
    nowMs: () => nowMs,
    later: (delayMs, run) => {
      const timer = { atMs: nowMs + delayMs, run };
      timers = [...timers, timer];
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
  };

  const pass = (ms: number) => {
    const endMs = nowMs + ms;
    const next = () => [...timers].filter(({ atMs }) => atMs <= endMs).sort((a, b) => a.atMs - b.atMs)[0];
    for (let timer = next(); timer !== undefined; timer = next()) {
      const due = timer;
      timers = timers.filter((other) => other !== due);
      nowMs = due.atMs;
      due.run();
    }
    nowMs = endMs;
  };

  /** Like Back and Forward: the URL changes, and the page is notified. */
  const go = (steps: number): string => {
    at += steps;
    return entries[at] ?? '';
  };

  return { address, clock, entries, writes, pass, go };
}
