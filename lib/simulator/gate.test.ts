import { expect, it } from 'vitest';
import { reasonText } from '../layers/reason';
import { type GateState, gate, gateReasons } from './gate';

const open: GateState = {
  isOn: true,
  failuresInARow: 0,
  isAutomatic: true,
  isCollapseOn: false,
  used: 167_000,
  freedTokens: 0,
  threshold: 167_000,
};

it('[G1] [W7] opens exactly at the threshold', () => {
  expect(gate(open).opens).toBe(true);
  expect(gate({ ...open, used: 166_999 }).opens).toBe(false);
});

it('[G1] names the first reason that holds', () => {
  const closed: GateState = {
    isOn: false,
    failuresInARow: 3,
    isAutomatic: false,
    isCollapseOn: true,
    used: 1,
    freedTokens: 0,
    threshold: 2,
  };
  const codes = [
    gate(closed),
    gate({ ...closed, isOn: true }),
    gate({ ...closed, isOn: true, failuresInARow: 2 }),
    gate({ ...closed, isOn: true, failuresInARow: 2, isAutomatic: true }),
    gate({ ...closed, isOn: true, failuresInARow: 2, isAutomatic: true, isCollapseOn: false }),
  ].map(({ reason }) => reason.code);
  expect(codes).toEqual(['disabled', 'breaker-open', 'not-automatic', 'collapse-is-on', 'below-threshold']);
});

it('[G3] lets two failures pass and stops at the third', () => {
  expect(gate({ ...open, failuresInARow: 2 }).opens).toBe(true);
  expect(gate({ ...open, failuresInARow: 3 }).opens).toBe(false);
});

it('[T3] takes off what was freed without a call', () => {
  expect(gate({ ...open, freedTokens: 1 }).opens).toBe(false);
});

it('says the equation with its numbers', () => {
  expect(reasonText(gate(open).reason, gateReasons)).toBe('167,000 used ≥ 167,000');
});
