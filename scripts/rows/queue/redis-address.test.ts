import { expect, it, onTestFinished, vi } from 'vitest';
import { worker } from '../../command-line/worker';
import { redisAddress } from './redis-address';
import { batchMs } from './row-batch';

it('is shown without its password', () => {
  expect(redisAddress('rediss://ann:sesame@host:6380/2?x=sesame')).toMatchObject({
    ok: true,
    value: { shown: 'rediss://host:6380/2' },
  });
  for (const wrong of ['', 'sesame', 'http://:sesame@host', 'redis://:ses ame@', 'redis://'])
    expect(redisAddress(wrong)).toMatchObject({ ok: false, error: expect.not.stringContaining('ses') });
});

it('that nobody answers at is one sentence for a worker, and exit code 2', async () => {
  let said = '';
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += text;
    return true;
  });
  onTestFinished(() => spy.mockRestore());
  expect(await worker(['--queue', 'redis://:sesame@127.0.0.1:1'])).toBe(2);
  expect(said).toMatch(/^Could not reach Redis at redis:\/\/127\.0\.0\.1:1: .*ECONNREFUSED.*\. Check .*\n$/);
  expect(await worker(['redis://:sesame@127.0.0.1:1'])).toBe(2);
  expect(said).not.toContain('sesame');
});

it('that is far away gets larger batches, of the same size as long as it is about as far', () => {
  expect([0.2, 5, 10, 11].map(batchMs)).toEqual([500, 500, 1_000, 1_000]);
});
