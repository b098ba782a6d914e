import { expect, it } from 'vitest';
import { contextFromText, environment } from '../shape/context-text.test-support';
import { restoredPlan } from './restored-plan';

const { messages } = contextFromText(`
  call #1 ExitPlanMode {"plan": "First this"}
  ---
  result #1 "approved"
  call #2 exit_plan_mode {"plan": "First that"}
  ---
  result #2 "approved"
  call #3 ExitPlanMode {"plan": " "}
  ---
  result #3 "nothing to approve"
`);

const plansOf = (...given: Parameters<typeof restoredPlan>) =>
  restoredPlan(...given).map(({ message, parts }) => [message.id, parts[0]?.part]);

it('[F6] is the latest that is not empty', () => {
  const plan = { kind: 'text', text: 'The plan:\nFirst that' };
  expect(plansOf(messages, [], environment())).toEqual([['made-7-plan', plan]]);
  expect(plansOf(messages.slice(4), [], environment())).toEqual([]);
});

it('[F6] is not restored if it is in the kept messages', () => {
  expect(plansOf(messages, messages.slice(2), environment())).toEqual([]);
  expect(plansOf(messages, messages.slice(3), environment())).toHaveLength(1);
});

it('[L8] is restored again at the next compaction, unless there is a newer one', () => {
  const once = restoredPlan(messages.slice(0, 2), [], environment());
  const again = restoredPlan(once, [], environment({ call: 9 }));
  expect(again[0]?.message.id).toBe('made-9-plan');
  expect(again[0]?.parts).toEqual(once[0]?.parts);
  expect(plansOf([...once, ...messages.slice(2)], [], environment())).toMatchObject([
    ['made-7-plan', { text: 'The plan:\nFirst that' }],
  ]);
});
