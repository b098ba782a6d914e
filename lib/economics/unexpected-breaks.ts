import { isMeasured, isOtherModel, sent } from '../tokens/growths';
import { sideCallsOf } from '../tokens/side-calls';
import type { Boundary, Call, Transcript, Usage } from '../transcript/transcript';
import { type CacheLifetime, lifetimeMs } from './cache-lifetime';

/** [E4] A call that read much less from the cache than the one before it. */
export interface CacheBreak {
  /** Index in the transcript's calls; `before` is the call it is compared with. */
  readonly call: number;
  readonly before: number;
  readonly readBefore: number;
  readonly read: number;
  readonly idleMs?: number;
  /** `unexpected` where nothing in the recording explains it. */
  readonly cause: BreakCause | 'unexpected';
  /**
   * The newest earlier call all of whose request was read again: what differs stands behind it. Missing where not even
   * the first one was: then tools, the system prompt or the first message differ, or nothing was left.
   */
  readonly readUpTo?: number;
}

/**
 * In the order in which they are looked for. `expired`: idle for longer than what had been written lives. `context-shrank`:
 * something was taken out without a boundary in the file.
 */
export type BreakCause = 'compaction' | 'clearing' | 'rewind' | 'model' | 'expired' | 'context-shrank';

const LEAST_SHARE_READ = 0.95;
const LEAST_DROP_TOKENS = 2_000;

/** [E4] Every break of a recording, explained or not. Calls without usage and side calls are passed over. */
export function cacheBreaks(transcript: Transcript): CacheBreak[] {
  const sideCalls = sideCallsOf(transcript);
  const found: CacheBreak[] = [];
  let before: number | undefined;
  let lifetime: CacheLifetime = '5m';
  let nextBoundary = 0;
  const earlier: number[] = [];
  transcript.calls.forEach((call, index) => {
    if (!isMeasured(call) || sideCalls.has(call)) return;
    const passed: Boundary[] = [];
    for (;;) {
      const boundary = transcript.boundaries[nextBoundary];
      if (boundary === undefined || boundary.at > call.at) break;
      passed.push(boundary);
      nextBoundary += 1;
    }
    const last = before === undefined ? undefined : transcript.calls[before];
    if (before !== undefined && last !== undefined && isBreak(read(last), read(call))) {
      const idleMs = idle(last, call);
      const readUpTo = newestRead(transcript, earlier, call);
      found.push({
        call: index,
        before,
        readBefore: read(last),
        read: read(call),
        cause: causeOf(last, call, passed, idleMs, lifetime),
        ...(idleMs === undefined ? {} : { idleMs }),
        ...(readUpTo === undefined ? {} : { readUpTo }),
      });
    }
    lifetime = lifetimeWritten(call.usage) ?? lifetime;
    // Only calls of the newest stretch, in rising size, can still be prefixes of what follows.
    if (passed.length > 0) earlier.length = 0;
    while (earlier.length > 0 && size(transcript, earlier.at(-1)) >= sent(call)) earlier.pop();
    earlier.push(index);
    before = index;
  });
  return found;
}

/** [E4] Those that nothing in the recording explains. */
export function unexpectedBreaks(transcript: Transcript): CacheBreak[] {
  return cacheBreaks(transcript).filter(({ cause }) => cause === 'unexpected');
}

/** How long what a call wrote lives; nothing where it wrote nothing. */
export function lifetimeWritten(usage: Usage | undefined): CacheLifetime | undefined {
  if (usage === undefined || usage.cacheWrite1h + usage.cacheWrite5m === 0) return undefined;
  return usage.cacheWrite1h >= usage.cacheWrite5m ? '1h' : '5m';
}

function read(call: Call): number {
  return call.usage?.cacheRead ?? 0;
}

/** [E4] Whether a reading is a break after that of the call before. */
export function isBreak(readBefore: number, readNow: number): boolean {
  return readNow < LEAST_SHARE_READ * readBefore && readBefore - readNow >= LEAST_DROP_TOKENS;
}

function idle(before: Call, call: Call): number | undefined {
  if (before.timeMs === undefined || call.timeMs === undefined) return undefined;
  return Math.max(0, call.timeMs - before.timeMs);
}

function causeOf(
  before: Call,
  call: Call,
  passed: readonly Boundary[],
  idleMs: number | undefined,
  lifetime: CacheLifetime,
): CacheBreak['cause'] {
  const kinds = passed.map(({ kind }) => kind);
  if (kinds.includes('full')) return 'compaction';
  if (kinds.includes('micro') || kinds.includes('prune')) return 'clearing';
  if (kinds.includes('rewind')) return 'rewind';
  if (isOtherModel(before, call)) return 'model';
  if (idleMs !== undefined && idleMs > lifetimeMs[lifetime]) return 'expired';
  if (sent(before) - sent(call) >= LEAST_DROP_TOKENS) return 'context-shrank';
  return 'unexpected';
}

function newestRead(transcript: Transcript, earlier: readonly number[], call: Call): number | undefined {
  // What a request ends with after its last breakpoint is a handful of tokens and is never written.
  const reached = (index: number) => {
    const usage = transcript.calls[index]?.usage;
    return usage !== undefined && usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h <= read(call);
  };
  return read(call) === 0 ? undefined : earlier.findLast(reached);
}

function size(transcript: Transcript, index: number | undefined): number {
  const call = index === undefined ? undefined : transcript.calls[index];
  return call === undefined ? 0 : sent(call);
}
