import { expect, it } from 'vitest';
import { roomForCalls } from './room-for-calls';

it('has room for all calls, and rarely changes', () => {
  const rooms = Array.from({ length: 1_000 }, (_, calls) => roomForCalls(calls));
  expect(rooms.every((room, calls) => room >= calls)).toBe(true);
  expect([...new Set(rooms)]).toEqual([24, 48, 96, 192, 384, 768, 1_536]);
});
