import { expect, it } from 'vitest';
import { reasonText } from '../../layers/shape/reason';
import { type GateState, gate, gateReasons } from './gate';

const open: GateState = {
  isOn: true,
  isThrashing: false,
  hasRoom: true,
  failuresInARow: 0,
  isLatched: false,
  asker: 'main',
  isAutomatic: true,
  isReactiveOnly: false,
  isInTurn: false,
  isCollapseOn: false,
  used: 167_000,
  threshold: 167_000,
  messages: 100,
  atMessages: undefined,
  isAbove: false,
};

it('[G1] [W7] opens exactly at the threshold', () => {
  expect(gate(open).opens).toBe(true);
  expect(gate({ ...open, used: 166_999 }).opens).toBe(false);
});

it('[W7] opens only above the threshold if the policy compares strictly, and says so', () => {
  const above = { ...open, isAbove: true };
  expect(gate(above).opens).toBe(false);
  expect(reasonText(gate(above).reason, gateReasons)).toBe('167,000 used ≤ 167,000');
  expect(gate({ ...above, used: 167_000.5 }).opens).toBe(true);
  expect(reasonText(gate({ ...above, used: 167_001 }).reason, gateReasons)).toBe('167,001 used > 167,000');
});

it('[W12] opens at a number of messages, whatever their size', () => {
  const small = { ...open, used: 1, atMessages: 100 };
  expect(gate(small)).toMatchObject({ opens: true, reason: { rule: 'W12', code: 'at-messages' } });
  expect(gate({ ...small, isAbove: true }).opens).toBe(false);
  expect(gate({ ...small, isAbove: true, messages: 101 }).opens).toBe(true);
  expect(gate({ ...small, messages: 99 }).opens).toBe(false);
});

it('[G1] names the first reason that applies', () => {
  let state: GateState = {
    isOn: false,
    isThrashing: true,
    hasRoom: false,
    failuresInARow: 3,
    isLatched: true,
    asker: 'compaction',
    isAutomatic: false,
    isReactiveOnly: true,
    isInTurn: true,
    isCollapseOn: true,
    used: 1,
    threshold: 2,
    messages: 1,
    atMessages: 2,
    isAbove: false,
  };
  const removals: readonly (readonly [string, string, Partial<GateState>])[] = [
    ['G1', 'disabled', { isOn: true }],
    ['G4', 'thrash', { isThrashing: false }],
    ['X1', 'no-room', { hasRoom: true }],
    ['G1', 'breaker-open', { failuresInARow: 2 }],
    ['G3', 'latched', { isLatched: false }],
    ['G1', 'own-agent', { asker: 'sub-agent' }],
    ['G1', 'not-automatic', { isAutomatic: true }],
    ['G1', 'reactive-only', { isReactiveOnly: false }],
    ['W11', 'in-turn', { isInTurn: false }],
    ['G1', 'collapse-is-on', { isCollapseOn: false }],
    ['G1', 'below-threshold', { used: 2 }],
  ];
  for (const [rule, code, removal] of removals) {
    expect(gate(state)).toMatchObject({ opens: false, reason: { rule, code } });
    state = { ...state, ...removal };
  }
  expect(gate(state).opens).toBe(true);
});

it('[G1] does not compact an agent for compaction, collapse or session memory', () => {
  expect(gate({ ...open, asker: 'collapse' }).reason.code).toBe('own-agent');
  expect(gate({ ...open, asker: 'session-memory' }).reason.code).toBe('own-agent');
  expect(gate({ ...open, asker: 'sub-agent' }).opens).toBe(true);
});

it('[G3] allows two failures and stops at the third', () => {
  expect(gate({ ...open, failuresInARow: 2 }).opens).toBe(true);
  expect(gate({ ...open, failuresInARow: 3 }).opens).toBe(false);
});

it('has the equation with its numbers', () => {
  expect(reasonText(gate(open).reason, gateReasons)).toBe('167,000 used ≥ 167,000');
});
