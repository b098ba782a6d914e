import { PUSH_AFTER_MS } from './team-limits';

/** [U2] When the next push is due, by a clock that is given. */
export interface PushSchedule {
  /** Undefined while nothing has changed since the last push began. */
  readonly dueMs: number | undefined;
  readonly isPushing: boolean;
}

export const nothingToPush: PushSchedule = { dueMs: undefined, isPushing: false };

/** Each change puts it off: a push comes 2 s after the last one. */
export function fileChanged(schedule: PushSchedule, nowMs: number): PushSchedule {
  return { ...schedule, dueMs: nowMs + PUSH_AFTER_MS };
}

/** How long to wait; undefined if there is nothing to wait for. What changes during a push is pushed after it. */
export function waitMs({ dueMs, isPushing }: PushSchedule, nowMs: number): number | undefined {
  return dueMs === undefined || isPushing ? undefined : Math.max(0, dueMs - nowMs);
}

export function isDue(schedule: PushSchedule, nowMs: number): boolean {
  return waitMs(schedule, nowMs) === 0;
}

export function pushBegins(_: PushSchedule): PushSchedule {
  return { dueMs: undefined, isPushing: true };
}

export function pushEnds({ dueMs }: PushSchedule): PushSchedule {
  return { dueMs, isPushing: false };
}
