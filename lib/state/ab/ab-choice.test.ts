import { describe, expect, it } from 'vitest';
import { playground } from '../../policies/presets/playground';
import { changed } from '../../policies/shape/arbitrary-policy.test-support';
import { abPolicies, abQuery, abScript, abScripts, readAbQuery, usualAbChoice } from './ab-choice';

const read = (query: string) => readAbQuery(new URLSearchParams(query));

describe('the address of an A/B run', () => {
  it.each(abPolicies.map((policy) => [policy.id, policy] as const))('names the policy %s', (_, policy) => {
    const choice = { policies: [playground, policy], script: 'snip' } as const;
    expect(read(abQuery(choice))).toEqual({ ok: true, value: choice });
  });

  it('writes a policy that is not in the list', () => {
    const own = changed(changed(playground, 'policy.windowTokens', 15_000), 'snip.isOn', true);
    const choice = { policies: [own, playground], script: 'task' } as const;
    expect(read(abQuery(choice))).toEqual({ ok: true, value: choice });
  });

  it('has what is usual if it says nothing, and says what is wrong', () => {
    expect(read('')).toEqual({ ok: true, value: usualAbChoice });
    expect(read('a=nothing')).toMatchObject({ ok: false, error: expect.stringContaining('unknown preset "nothing"') });
    expect(read('b=preset%3Dplayground%26snip.keep%3Dx').ok).toBe(false);
    expect(read('script=x')).toEqual({ ok: false, error: 'unknown script "x"' });
  });
});

it('gives every policy a different name, and every script its prompts', () => {
  expect(new Set(abPolicies.map(({ id }) => id)).size).toBe(abPolicies.length);
  expect(new Set(abPolicies.map(({ title }) => title)).size).toBe(abPolicies.length);
  for (const { id } of abScripts) expect(abScript(id, { 'a.txt': '' }).prompts.length).toBeGreaterThan(0);
  expect(abScript('task', { 'a.txt': '' })).toMatchObject({ model: { type: 'scripted' }, files: { 'a.txt': '' } });
});
