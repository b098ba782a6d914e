import { describe, expect, it, vi } from 'vitest';
import { policies } from '../../policies/index';
import { MAX_CHARACTERS } from '../../policies/parse-policy';
import { policyFile, readPolicyFile } from './policy-file';

it.each(policies)('$id round-trips through a file', async (policy) => {
  const { name, content } = policyFile(policy);
  expect(name).toBe(`${policy.id}.policy.json`);
  expect(await readPolicyFile(content)).toEqual({ ok: true, value: policy });
});

describe('a file without a valid policy is rejected', () => {
  it('with a message', async () => {
    const read = await readPolicyFile(new Blob(['{"version":']));
    expect(read).toMatchObject({ ok: false, error: expect.stringMatching(/^it is not JSON: /) });
  });

  it('if the browser cannot read it', async () => {
    const read = await readPolicyFile({ size: 1, text: () => Promise.reject(new Error('moved')) });
    expect(read).toEqual({ ok: false, error: 'the browser cannot read it' });
  });

  it('before it is decoded if it is far too large', async () => {
    const text = vi.fn(() => Promise.resolve(''));
    const read = await readPolicyFile({ size: 3 * MAX_CHARACTERS + 1, text });
    expect(read).toMatchObject({ ok: false, error: expect.stringMatching(/3000001 bytes/) });
    expect(text).not.toHaveBeenCalled();
  });
});
