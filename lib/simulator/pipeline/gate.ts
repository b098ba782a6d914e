import { layers } from '../../layers/index';
import type { Reason } from '../../layers/shape/reason';
import type { Transcript } from '../../transcript/transcript';
import type { SimulatedChange } from './simulation';

/** The input of the gate before a call. */
export interface GateState {
  readonly isOn: boolean;
  /** [G4] */
  readonly isThrashing: boolean;
  /** [X1] What precedes the messages leaves no room for them: compaction cannot help. */
  readonly hasRoom: boolean;
  readonly failuresInARow: number;
  /** [G3] A result was not smaller, and the policy compacts only by hand since. */
  readonly isLatched: boolean;
  readonly asker: Asker;
  readonly isAutomatic: boolean;
  /** Compacts only after a rejected request. */
  readonly isReactiveOnly: boolean;
  /** [W11] In the middle of a turn, and the policy only looks between turns. */
  readonly isInTurn: boolean;
  /** [C3] */
  readonly isCollapseOn: boolean;
  /** [T3] Minus what was freed without a call since the latest usage. */
  readonly used: number;
  readonly threshold: number;
  /** [W12] */
  readonly messages: number;
  readonly atMessages: number | undefined;
  /** [W7] Must be exceeded, not just reached. */
  readonly isAbove: boolean;
}

/** Whose context it is: `main`, `sub-agent`, or the layer that the agent runs for. */
export type Asker = string;

export interface GateAnswer {
  readonly opens: boolean;
  readonly reason: Reason;
}

/** [G3] After this many failures in a row, compaction stops. */
const MAX_FAILURES = 3;

/** The texts of the gate's reasons. */
export const gateReasons = {
  disabled: 'compaction is turned off',
  thrash: 'the context was full again right after a compaction, three times in a row',
  'no-room': 'the system prompt alone fills the window',
  'breaker-open': 'compaction failed {failures} times in a row and is no longer tried',
  latched: 'the result of a compaction was not smaller: compacts only by hand since',
  'own-agent': 'this agent itself runs for {asker}, so its input must not be compacted',
  'reactive-only': 'reactive only: compacts after a rejected request',
  'not-automatic': 'automatic compaction is turned off',
  'in-turn': 'the size is only looked at between turns',
  'collapse-is-on': 'context collapse is on, so automatic compaction waits',
  'below-threshold': '{used} used < {threshold}',
  'at-messages': '{messages} messages, at {atMessages}',
  'at-threshold': '{used} used ≥ {threshold}',
  'not-above-threshold': '{used} used ≤ {threshold}',
  'above-threshold': '{used} used > {threshold}',
} as const;

/** [G1] Why there is no automatic compaction now (the first reason that applies), or that there is one. */
export function gate(state: GateState): GateAnswer {
  const { asker, used, threshold, isAbove, failuresInARow: failures } = state;
  if (!state.isOn) return closed('disabled', {});
  if (state.isThrashing) return { opens: false, reason: { rule: 'G4', code: 'thrash', values: {} } };
  if (!state.hasRoom) return { opens: false, reason: { rule: 'X1', code: 'no-room', values: {} } };
  if (failures >= MAX_FAILURES) return closed('breaker-open', { failures });
  if (state.isLatched) return { opens: false, reason: { rule: 'G3', code: 'latched', values: {} } };
  if (asker !== 'main' && asker !== 'sub-agent') return closed('own-agent', { asker });
  if (!state.isAutomatic) return closed('not-automatic', {});
  if (state.isReactiveOnly) return closed('reactive-only', {});
  if (state.isInTurn) return { opens: false, reason: { rule: 'W11', code: 'in-turn', values: {} } };
  if (state.isCollapseOn) return COLLAPSE_IS_ON;
  const { messages, atMessages } = state;
  if (atMessages !== undefined && (isAbove ? messages > atMessages : messages >= atMessages)) {
    return { opens: true, reason: { rule: 'W12', code: 'at-messages', values: { messages, atMessages } } };
  }
  if (isAbove && used <= threshold) return closed('not-above-threshold', { used, threshold });
  if (used < threshold) return closed('below-threshold', { used, threshold });
  const code = isAbove ? 'above-threshold' : 'at-threshold';
  return { opens: true, reason: { rule: 'G1', code, values: { used, threshold } } };
}

/**
 * The size before a change, the same wherever it is shown: for a compaction that the gate opened, what was compared, as an
 * agent records it; for any other, what the context held.
 */
export function sizeBefore({ before, reason: { rule, values } }: Pick<SimulatedChange, 'before' | 'reason'>): number {
  return rule === 'G1' && typeof values.used === 'number' ? Math.floor(values.used) : before;
}

/** Whatever else applies, the gate is closed below the threshold: a fast answer if nobody needs the numbers. */
export const BELOW_THRESHOLD: GateAnswer = closed('below-threshold', {});

function closed(code: keyof typeof gateReasons, values: Reason['values']): GateAnswer {
  return { opens: false, reason: { rule: 'G1', code, values } };
}

/** Needed before each call of a whole session. */
const COLLAPSE_IS_ON = closed('collapse-is-on', {});

/** Agents that Claude Code runs for its own compaction. */
const OWN_AGENTS = Object.values(layers).flatMap(({ agent }) => agent ?? []);

export function askerOf({ agentId }: Transcript): Asker {
  if (agentId === undefined) return 'main';
  return OWN_AGENTS.find(({ startsWith }) => agentId.startsWith(startsWith))?.isFor ?? 'sub-agent';
}
