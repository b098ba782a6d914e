import fc from 'fast-check';
import { type SettingSpec, takesWholeNumbers } from '../../layers/shape/setting';
import { policies } from '../index';
import { changeSetting, type SettingValue } from './change-setting';
import type { Policy } from './policy';
import { type NamedSetting, settingsOf } from './settings-of';

const arbitraryWords = fc.string({ minLength: 1 }).filter((text) => text.trim() !== '');

/** A preset with random settings, layer order, texts and optional fields. */
export const arbitraryPolicy: fc.Arbitrary<Policy> = fc.constantFrom(...policies).chain((preset) =>
  fc
    .tuple(
      fc.subarray([...settingsOf(preset)]).chain((settings) => fc.tuple(...settings.map(arbitraryChange))),
      fc.shuffledSubarray([...preset.layers], { minLength: preset.layers.length }),
      fc.record(
        {
          title: fc.string(),
          explains: fc.string(),
          sources: fc.array(fc.string()),
          exemptTools: fc.array(fc.string()),
          summaryPrompt: fc.record(
            { id: arbitraryWords, title: arbitraryWords, text: arbitraryWords, scratchTag: fc.constant('notes') },
            { requiredKeys: ['id', 'title', 'text'] },
          ),
          notePrompt: arbitraryWords,
          hooks: fc.record(
            {
              when: fc.constantFrom('manual' as const, 'auto' as const),
              instructions: arbitraryWords,
              blocks: arbitraryWords,
              results: fc.array(fc.string(), { maxLength: 3 }),
            },
            { requiredKeys: [] },
          ),
          recovery: fc.array(fc.subarray(preset.layers.map(({ layer }) => layer))),
        },
        { requiredKeys: ['title', 'explains', 'sources'] },
      ),
    )
    .map(([changes, layers, fields]) =>
      changes.reduce<Policy>((policy, [path, value]) => changed(policy, path, value), { ...preset, layers, ...fields }),
    ),
);

type Change = readonly [path: string, value: SettingValue];

function arbitraryChange({ path, spec }: NamedSetting): fc.Arbitrary<Change> {
  if (spec.type !== 'table') return arbitraryValue(spec).map((value): Change => [path, value]);
  const table = path.split('.', 2).join('.');
  return fc
    .tuple(fc.string({ minLength: 1 }), arbitraryValue(spec))
    .map(([name, value]) => [`${table}.${name}`, value]);
}

function arbitraryValue(spec: SettingSpec): fc.Arbitrary<SettingValue> {
  if (spec.type === 'switch') return fc.boolean();
  if (spec.type === 'choice') return fc.constantFrom(...Object.keys(spec.options));
  const { min, max } = spec;
  const number = takesWholeNumbers(spec) ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true });
  return spec.type === 'table' ? fc.oneof(number, fc.constant('never')) : number;
}

export function changed(policy: Policy, path: string, value: SettingValue): Policy {
  const result = changeSetting(policy, path, value);
  if (!result.ok) throw new Error(`Cannot set ${path}: ${result.error}`);
  return result.value;
}
