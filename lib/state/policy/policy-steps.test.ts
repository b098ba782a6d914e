import { expect, it } from 'vitest';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { everythingOn } from '../../policies/presets/everything-on';
import { none } from '../../policies/presets/none';
import type { Policy } from '../../policies/shape/policy';
import { createPolicySteps } from './policy-steps';

function steps() {
  const applied: Policy[] = [];
  let waiting: (() => void) | undefined;
  const store = createPolicySteps({
    policy: claudeCode21,
    clock: {
      nowMs: () => 0,
      later: (_delayMs, run) => {
        waiting = run;
        return () => {
          if (waiting === run) waiting = undefined;
        };
      },
    },
    apply: (policy) => applied.push(policy),
  });
  const bufferOf = ({ eras }: Policy) => eras[0]?.thresholds.bufferTokens;
  return {
    store: store.getState(),
    get: store.getState,
    applied,
    buffers: () => applied.map(bufferOf),
    rest: () => waiting?.(),
  };
}

const path = 'thresholds.bufferTokens';

it('applies a dragged value once it rests, as one undo step', () => {
  const { store, get, buffers, rest } = steps();
  for (const value of [14_000, 15_000, 16_000]) expect(store.change(path, value)).toBeUndefined();
  expect(buffers()).toEqual([]);
  rest();
  expect(buffers()).toEqual([16_000]);
  store.undo();
  expect(get().policy).toEqual(claudeCode21);
  expect(buffers()).toEqual([16_000, 13_000]);
  store.redo();
  expect(buffers()).toEqual([16_000, 13_000, 16_000]);
});

it('applies a released value immediately, and a dragged one before another setting changes', () => {
  const { store, applied } = steps();
  store.change(path, 14_000);
  store.endGesture();
  expect(applied).toHaveLength(1);
  store.change(path, 15_000);
  store.change('thresholds.percent', 50);
  expect(applied).toHaveLength(2);
  store.choose(none);
  expect(applied.map(({ id }) => id)).toEqual(['claude-code-2.1', 'claude-code-2.1', 'claude-code-2.1', 'none']);
});

it('rejects a value out of range and changes nothing', () => {
  const { store, get, rest, applied } = steps();
  expect(store.change(path, -1)).toBeTypeOf('string');
  rest();
  expect(get().policy).toBe(claudeCode21);
  expect(applied).toEqual([]);
});

it('is not reverted by a run that reports an earlier change', () => {
  const { store, get } = steps();
  store.choose(none);
  store.choose(everythingOn);
  store.follow(none);
  expect(get().policy).toBe(everythingOn);
  store.follow(everythingOn);
  expect(get().policy).toBe(everythingOn);
});

it('follows a run that goes back, without echoing it', () => {
  const { store, get, applied } = steps();
  store.choose(none);
  store.follow(none);
  store.follow(claudeCode21);
  expect(get().policy).toBe(claudeCode21);
  expect(get().steps.past).toEqual([]);
  expect(applied.map(({ id }) => id)).toEqual(['none']);
});

it('keeps what is being dragged while the run reports its policy', () => {
  const { store, get } = steps();
  store.change(path, 14_000);
  store.follow(claudeCode21);
  expect(get().policy.eras[0]?.thresholds.bufferTokens).toBe(14_000);
});
