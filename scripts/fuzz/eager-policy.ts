import fc from 'fast-check';
import { type SettingSpec, takesWholeNumbers } from '../../lib/layers/shape/setting';
import { policies } from '../../lib/policies/index';
import { changed } from '../../lib/policies/shape/arbitrary-policy.test-support';
import type { SettingValue } from '../../lib/policies/shape/change-setting';
import type { Policy } from '../../lib/policies/shape/policy';
import { type NamedSetting, settingsOf } from '../../lib/policies/shape/settings-of';
import { inSmallWindow } from '../../lib/simulator/replay/laws.test-support';

/** A preset in a small window, with some more layers on, and some numbers close to the least: so that they have much to do. */
export const eagerPolicy: fc.Arbitrary<Policy> = fc.constantFrom(...policies.map(inSmallWindow)).chain((preset) => {
  const all = settingsOf(preset);
  const switches = all.filter(({ path }) => path.endsWith('.isOn'));
  const ofLayers = new Set(preset.layers.map(({ layer }) => String(layer)));
  const others = all.filter(({ path }) => !path.endsWith('.isOn') && ofLayers.has(path.split('.', 1)[0] ?? ''));
  return fc
    .tuple(
      fc.subarray(switches, { maxLength: 4 }),
      fc.subarray(others.filter(isScalar)).chain((some) => fc.tuple(...some.map(eagerChange))),
    )
    .map(([on, changes]) => {
      const active = on.reduce((policy, { path }) => changed(policy, path, true), preset);
      return changes.reduce((policy, [path, value]) => changed(policy, path, value), active);
    });
});

type Change = readonly [path: string, value: SettingValue];

function isScalar({ spec }: NamedSetting): boolean {
  return spec.type !== 'table';
}

function eagerChange({ path, spec }: NamedSetting): fc.Arbitrary<Change> {
  return eagerValue(spec).map((value): Change => [path, value]);
}

function eagerValue(spec: SettingSpec): fc.Arbitrary<SettingValue> {
  switch (spec.type) {
    case 'switch':
      return fc.boolean();
    case 'choice':
      return fc.constantFrom(...Object.keys(spec.options));
    default:
      return fc.double({ min: 0, max: 1, noNaN: true }).map((share) => {
        // Of a setting between 0 and 1,000,000, half of the numbers are below 1,000.
        const number = spec.min + ((1 + spec.max - spec.min) ** share - 1);
        return Math.min(spec.max, takesWholeNumbers(spec) ? Math.round(number) : number);
      });
  }
}
