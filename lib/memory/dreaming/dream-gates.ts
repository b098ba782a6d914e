import { type IsAlive, type LockFile, lockState } from './dream-lock';

/** [D1] [D2] [D3] The numbers of a dream, each a setting. */
export interface DreamRule {
  readonly hoursBetween: number;
  readonly minutesBetweenLooks: number;
  readonly sessions: number;
  readonly staleMinutes: number;
  readonly mostRequests: number;
  readonly indexLines: number;
  readonly indexBytes: number;
  /** A longer entry of the index moves into its topic. */
  readonly entryCharacters: number;
}

export const dreamRule: DreamRule = {
  hoursBetween: 24,
  minutesBetweenLooks: 10,
  sessions: 5,
  staleMinutes: 60,
  mostRequests: 30,
  indexLines: 200,
  indexBytes: 25_000,
  entryCharacters: 200,
};

export const dreamGates = ['on', 'time', 'look', 'sessions', 'lock'] as const;
export type DreamGateId = (typeof dreamGates)[number];

export interface DreamGate {
  readonly id: DreamGateId;
  /** `skipped`: a command passes it. `not-reached`: a cheaper one is closed. `unknown`: nobody has looked yet. */
  readonly state: 'passed' | 'closed' | 'skipped' | 'not-reached' | 'unknown';
  /** Hours, minutes or sessions; missing if there was none before, or nothing to count. */
  readonly has?: number;
  readonly needs?: number;
  /** [D2] Of the lock. */
  readonly holder?: string;
}

/** What the cheap gates are decided from. */
export interface DreamFacts {
  readonly isOn: boolean;
  readonly isByCommand: boolean;
  readonly nowMs: number;
  readonly lock: LockFile | undefined;
  /** The last time that sessions were counted. */
  readonly lastLookMs: number | undefined;
}

/** What takes a look at the project. */
export interface DreamLook {
  /** Touched since the last consolidation, without the present one. */
  readonly sessions: number;
  readonly isAlive: IsAlive;
}

export interface DreamLadder {
  readonly gates: readonly DreamGate[];
  /** Undefined: all are passed, or nobody has looked yet. */
  readonly closedBy: DreamGateId | undefined;
  /** All that need no look are passed. */
  readonly wantsLook: boolean;
  readonly isOpen: boolean;
}

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** [D1] The gates, cheapest first: those behind a closed one are not looked at. */
export function dreamLadder(facts: DreamFacts, rule: DreamRule, look?: DreamLook): DreamLadder {
  const { isOn, isByCommand, nowMs, lock, lastLookMs } = facts;
  const gates: DreamGate[] = [];
  let closedBy: DreamGateId | undefined;
  const add = (gate: DreamGate) => {
    const isReached = closedBy === undefined;
    gates.push(isReached ? gate : { ...without(gate), state: 'not-reached' });
    if (isReached && gate.state === 'closed') closedBy = gate.id;
  };
  add({ id: 'on', state: isOn ? 'passed' : 'closed' });
  add(atLeast('time', since(lock?.mtimeMs, nowMs, HOUR_MS), rule.hoursBetween, isByCommand));
  add(atLeast('look', since(lastLookMs, nowMs, MINUTE_MS), rule.minutesBetweenLooks, isByCommand));
  if (look === undefined) {
    add({ id: 'sessions', state: isByCommand ? 'skipped' : 'unknown', needs: rule.sessions });
    add({ id: 'lock', state: 'unknown', needs: rule.staleMinutes });
    return { gates, closedBy, wantsLook: closedBy === undefined, isOpen: false };
  }
  add(atLeast('sessions', look.sessions, rule.sessions, isByCommand));
  const state = lockState(lock, { nowMs, staleMs: rule.staleMinutes * MINUTE_MS, isAlive: look.isAlive });
  add({
    id: 'lock',
    state: state.type === 'held' ? 'closed' : 'passed',
    needs: rule.staleMinutes,
    ...(state.type === 'free' ? {} : { has: rounded(state.ageMs / MINUTE_MS), holder: state.holder }),
  });
  return { gates, closedBy, wantsLook: false, isOpen: closedBy === undefined };
}

/** Without a time there was none before: nothing has to pass. */
function atLeast(id: DreamGateId, has: number | undefined, needs: number, isSkipped: boolean): DreamGate {
  const state = isSkipped ? 'skipped' : has === undefined || has >= needs ? 'passed' : 'closed';
  return { id, state, needs, ...(has === undefined ? {} : { has: rounded(has) }) };
}

function since(timeMs: number | undefined, nowMs: number, unitMs: number): number | undefined {
  return timeMs === undefined ? undefined : Math.max(0, nowMs - timeMs) / unitMs;
}

/** Down: 23.99 hours are not shown as 24. */
function rounded(value: number): number {
  return Math.floor(value * 10) / 10;
}

function without({ id, needs }: DreamGate): Pick<DreamGate, 'id' | 'needs'> {
  return { id, ...(needs === undefined ? {} : { needs }) };
}
