import { expect, test } from 'vitest';
import { compressLines } from '../base/compress-lines';
import { bodyStream } from './body';

test('round-trips a body', async () => {
  const body = await compressLines(['one\n', 'two\n']);
  expect(await new Response(bodyStream(body)).text()).toBe('one\ntwo\n');
});

test('reports a truncated body instead of returning a shorter text', async () => {
  const body = await compressLines([Array.from({ length: 9_000 }, (_, index) => `${index * 7919}\n`).join('')]);
  await expect(new Response(bodyStream(body.slice(0, body.size - 100))).text()).rejects.toThrow();
});
