import { expect, it } from 'vitest';
import { type Upgrader, upgraderFrom } from './upgrade-record';

const steps: readonly Upgrader[] = [
  (record) => ({ ...record, trail: `${record.trail ?? ''}1→2 ` }),
  (record) => ({ ...record, trail: `${record.trail ?? ''}2→3` }),
];

it('applies every step from the version of the file to the current one, in order', () => {
  const trail = (version: number) => {
    const upgrade = upgraderFrom(version, steps, 3);
    return upgrade.ok ? upgrade.value({}).trail : upgrade.error;
  };
  expect([trail(1), trail(2), trail(3)]).toEqual(['1→2 2→3', '2→3', undefined]);
});

it.each([0, -1, 1.5, 4, Number.NaN])('rejects version %s with a message', (version) => {
  const upgrade = upgraderFrom(version, steps, 3);
  expect(upgrade.ok ? '' : upgrade.error).toMatch(/version/);
});
