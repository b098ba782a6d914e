import { expect, it } from 'vitest';
import { change, simulation } from './simulation.test-support';
import { edgeOf, simulationEvents } from './simulation-events';

const reason = { rule: 'F5', code: 'empty', values: {} };

it('lists everything in call order, failures of a call first', () => {
  const events = simulationEvents(
    simulation(50, {
      changes: [
        change(4, { layer: 'result-budget', turn: 'results' }),
        change(9, { layer: 'microcompact-time', turn: 'before-call' }),
        change(9),
      ],
      failures: [{ call: 9, layer: 'session-memory', kind: 'empty', reason }],
      thrash: { call: 20, message: 'm', tokens: 9 },
      blockedAt: 30,
      deadAt: 40,
    }),
  );
  expect(events.map(({ call, kind, order }) => [order, call, kind])).toEqual([
    [0, 4, 'stored'],
    [1, 9, 'failed'],
    [2, 9, 'micro'],
    [3, 9, 'full'],
    [4, 20, 'thrash'],
    [5, 30, 'blocked'],
    [6, 40, 'dead'],
  ]);
});

it('[N2] is placed after the call if it follows the reply', () => {
  const [note, next] = simulationEvents(
    simulation(9, { notes: [{ call: 4, tokens: 900, reason }], changes: [change(5)] }),
  );
  expect([note, next].map((event) => event && [event.call, edgeOf(event), event.kind])).toEqual([
    [4, 5, 'note'],
    [5, 5, 'full'],
  ]);
});
