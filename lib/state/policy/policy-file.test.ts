import { describe, expect, it, vi } from 'vitest';
import { policies } from '../../policies/index';
import { MAX_CHARACTERS } from '../../policies/parse-policy';
import { policyFile, readPolicyFile } from './policy-file';

it.each(policies)('$id is read from the file that it is written to', async (policy) => {
  const { name, content } = policyFile(policy);
  expect(name).toBe(`${policy.id}.policy.json`);
  expect(await readPolicyFile(content)).toEqual({ ok: true, value: policy });
});

describe('a file that is no policy is refused', () => {
  it('in words', async () => {
    const read = await readPolicyFile(new Blob(['{"version":']));
    expect(read).toMatchObject({ ok: false, error: expect.stringMatching(/^it is not JSON: /) });
  });

  it('when the browser cannot read it', async () => {
    const read = await readPolicyFile({ size: 1, text: () => Promise.reject(new Error('moved')) });
    expect(read).toEqual({ ok: false, error: 'the browser cannot read it' });
  });

  it('before its text is made, where it is far too large', async () => {
    const text = vi.fn(() => Promise.resolve(''));
    const read = await readPolicyFile({ size: 3 * MAX_CHARACTERS + 1, text });
    expect(read).toMatchObject({ ok: false, error: expect.stringMatching(/3000001 bytes/) });
    expect(text).not.toHaveBeenCalled();
  });
});
