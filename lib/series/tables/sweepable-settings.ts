import { layers } from '../../layers/index';
import type { NumberSpec, TableSpec } from '../../layers/shape/setting';
import { eraOf, type Policy, windowFor } from '../../policies/shape/policy';
import { settingsOf } from '../../policies/shape/settings-of';

/** A numeric setting, which can be swept. */
export interface SweepableSetting {
  readonly path: string;
  /** Within its group. */
  readonly title: string;
  readonly range: NumberRange;
  /** Missing if an entry of a table is `never`. */
  readonly value: number | undefined;
  readonly spec: NumberSpec | TableSpec;
}

/** The allowed values. Entries of a table have no own default. */
export type NumberRange = Pick<NumberSpec, 'unit' | 'min' | 'max' | 'step'> & { readonly default?: number };

export interface SettingGroup {
  readonly title: string;
  /** Of a layer that is off: its settings have no effect. */
  readonly isOff: boolean;
  readonly settings: readonly SweepableSetting[];
}

/** The session facts that affect a policy's settings. */
export interface SettingsPlace {
  /** The model's own. */
  readonly window: number;
  /** Of the agent. */
  readonly version: string | undefined;
}

const titles: Readonly<Record<string, string>> = {
  policy: 'Policy',
  thresholds: 'Thresholds',
  bands: 'Bands',
  hooks: 'Hooks',
};

/** All numbers of a policy, in groups. */
export function sweepableSettings(policy: Policy, place: SettingsPlace): readonly SettingGroup[] {
  const groups = new Map<string, SweepableSetting[]>();
  for (const { path, title, spec, value } of settingsOf(policyAt(policy, place))) {
    if (spec.type !== 'number' && spec.type !== 'table') continue;
    const { unit, min, max, step } = spec;
    const usual = spec.type === 'number' ? { default: spec.default } : {};
    const range = { unit, min, max, step, ...usual };
    const setting = { path, title, range, value: typeof value === 'number' ? value : undefined, spec };
    const group = path.slice(0, path.indexOf('.'));
    groups.set(group, [...(groups.get(group) ?? []), setting]);
  }
  return [...groups].map(([id, settings]) => {
    const layer = policy.layers.find((each) => each.layer === id);
    if (layer === undefined) return { title: titles[id] ?? id, isOff: false, settings };
    const { title } = layers[layer.layer];
    const within = settings.map((setting) => ({ ...setting, title: setting.title.replace(`${title}: `, '') }));
    return { title, isOff: !layer.isOn, settings: within };
  });
}

/** As applied to the session: thresholds of other versions, and a window above the model's, have no effect. */
export function policyAt(policy: Policy, { window, version }: SettingsPlace): Policy {
  return { ...policy, eras: [eraOf(policy, version)], windowTokens: windowFor(policy, window) };
}

/** The groups, with the settings whose titles or paths contain all the words, in any order. */
export function findSettings(groups: readonly SettingGroup[], text: string): readonly SettingGroup[] {
  const words = text.toLowerCase().split(/\s+/);
  return groups.flatMap((group) => {
    const settings = group.settings.filter(({ path, title }) => {
      const said = `${group.title} ${title} ${path}`.toLowerCase();
      return words.every((word) => said.includes(word));
    });
    return settings.length === 0 ? [] : [{ ...group, settings }];
  });
}
