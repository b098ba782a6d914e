import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { policies } from '../index';
import { arbitraryPolicy, changed } from './arbitrary-policy.test-support';
import { policySettings } from './policy-settings';
import { settingsOf } from './settings-of';
import { thresholdSettings } from './threshold-settings';

it('a value read at a path can be set there, and changes nothing', () => {
  fc.assert(
    fc.property(arbitraryPolicy, (policy) => {
      const settings = settingsOf(policy);
      const again = settings.reduce((next, { path, value }) => changed(next, path, value), policy);
      expect(settingsOf(again)).toEqual(settings);
    }),
    { numRuns: 20 },
  );
});

describe.each(policies)('the settings of $id', (policy) => {
  const settings = settingsOf(policy);

  it('each have a path, a title, an explanation and a rule', () => {
    expect(new Set(settings.map(({ path }) => path)).size).toBe(settings.length);
    for (const { title, spec } of settings) {
      expect(title).not.toBe('');
      expect(spec.explains).toMatch(/\.$/);
      expect(spec.rule).toMatch(/^[A-Z]\d+$/);
    }
  });

  it('include every threshold, every setting of the policy, and each layer with its switch', () => {
    const paths = settings.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        ...Object.keys(thresholdSettings).map((name) => `thresholds.${name}`),
        ...Object.keys(policySettings).map((name) => `policy.${name}`),
        ...policy.layers.map(({ layer }) => `${layer}.isOn`),
      ]),
    );
  });
});
