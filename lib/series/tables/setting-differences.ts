import type { LayerId } from '../../layers/index';
import type { EarlierPolicy } from '../../policies/shape/earlier-policy';
import type { Policy } from '../../policies/shape/policy';
import { settingsOf } from '../../policies/shape/settings-of';
import { commandText } from '../../simulator/commands/command-text';
import type { ReplayMode } from '../../simulator/pipeline/replay-mode';
import type { CommandAtCall } from '../../simulator/replay/replay';
import { policyAt, type SettingsPlace } from './sweepable-settings';

/** The inputs of a simulation, besides the session. */
export interface ViewSettings {
  readonly policy: Policy;
  readonly mode?: ReplayMode;
  readonly replies: { readonly type: string; readonly tokens?: number };
  readonly pinned?: readonly string[];
  readonly commands?: readonly CommandAtCall[];
  readonly earlier?: readonly EarlierPolicy[];
}

export interface SettingDifference {
  readonly path: string;
  readonly title: string;
  readonly unit?: string;
  /** In the first view, and in the second. */
  readonly values: readonly [DifferingValue, DifferingValue];
}

/** Undefined if one of the two policies has no such setting. */
export type DifferingValue = number | boolean | string | undefined;

const modes: Readonly<Record<ReplayMode, string>> = {
  recorded: 'as recorded',
  free: 'from the start',
  following: 'reset at recorded compactions',
};

type Setting = Omit<SettingDifference, 'values'> & { readonly value: DifferingValue };

/**
 * All user settings in which two views differ, as they apply to the session. Settings of layers that are off in both have
 * no effect.
 */
export function settingDifferences(
  first: ViewSettings,
  second: ViewSettings,
  place: SettingsPlace,
): readonly SettingDifference[] {
  const used = new Set([...layersOn(first.policy), ...layersOn(second.policy)]);
  const off = first.policy.layers.flatMap(({ layer }) => (used.has(layer) ? [] : [`${layer}.`]));
  const [left, right] = [byPath(first, place), byPath(second, place)];
  return [...new Map([...left, ...right]).values()].flatMap(({ value: _, ...setting }) => {
    const values = [left.get(setting.path)?.value, right.get(setting.path)?.value] as const;
    const isEffectless = values[0] === values[1] || off.some((layer) => setting.path.startsWith(layer));
    return isEffectless ? [] : [{ ...setting, values }];
  });
}

function layersOn({ layers }: Policy): readonly LayerId[] {
  return layers.flatMap(({ layer, isOn }) => (isOn ? [layer] : []));
}

function byPath(view: ViewSettings, place: SettingsPlace): ReadonlyMap<string, Setting> {
  return new Map([...ofView(view), ...ofPolicy(view.policy, place)].map((setting) => [setting.path, setting]));
}

function ofView(view: ViewSettings): readonly Setting[] {
  const { policy, mode = 'free', replies, pinned = [], commands = [], earlier = [] } = view;
  return [
    { path: 'policy', title: 'Policy', value: mode === 'recorded' ? 'The recording' : policy.title },
    ...earlier.map(({ until, policy: { title } }) => ({
      path: `earlier.${until}`,
      title: `Policy before call ${until + 1}`,
      value: title,
    })),
    { path: 'mode', title: 'Replay', value: modes[mode] },
    { path: 'replies', title: 'Summaries', value: replies.type },
    { path: 'replies.tokens', title: 'Length of a summary', unit: 'tokens', value: replies.tokens },
    ...pinned.map((id) => ({ path: `pinned.${id}`, title: `Message ${id}`, value: 'pinned' })),
    ...commandsByCall(commands).map(([call, typed]) => ({
      path: `command.${call}`,
      title: `Typed before call ${call + 1}`,
      value: typed,
    })),
    { path: 'policy.summaryPrompt', title: 'Summary prompt', value: promptTitle(policy) },
    { path: 'policy.notePrompt', title: 'Note prompt', value: notePromptTitle(policy) },
    { path: 'policy.hooks.when', title: 'Hooks around', value: policy.hooks?.when },
    { path: 'policy.hooks.instructions', title: 'Hook: instructions', value: policy.hooks?.instructions },
    { path: 'policy.hooks.blocks', title: 'Hook: blocks', value: policy.hooks?.blocks },
    { path: 'policy.hooks.results', title: 'Hook: results', value: policy.hooks?.results?.join('\n') },
    ...(policy.exemptTools ?? []).map((tool) => ({ path: `exempt.${tool}`, title: `Tool ${tool}`, value: 'exempt' })),
  ];
}

function commandsByCall(commands: readonly CommandAtCall[]): readonly (readonly [number, string])[] {
  const typed = new Map<number, string>();
  for (const { call, command } of commands) {
    typed.set(call, [...(typed.has(call) ? [typed.get(call)] : []), commandText(command)].join(', '));
  }
  return [...typed];
}

/** A prompt with the same title but another text is a different prompt. */
function promptTitle({ summaryPrompt }: Policy): string {
  if (summaryPrompt === undefined) return 'Nine sections';
  return `${summaryPrompt.title}, ${summaryPrompt.text.length} characters`;
}

function notePromptTitle({ notePrompt }: Policy): string {
  return notePrompt === undefined ? 'Ten sections' : `Custom, ${notePrompt.length} characters`;
}

function ofPolicy(policy: Policy, place: SettingsPlace): readonly Setting[] {
  // The texts of hooks are compared themselves.
  const settings = settingsOf(policyAt(policy, place)).filter(({ path }) => path !== 'hooks.texts');
  return settings.map(({ path, title, spec, value }) => ({
    path,
    title,
    ...('unit' in spec ? { unit: spec.unit } : {}),
    value,
  }));
}
