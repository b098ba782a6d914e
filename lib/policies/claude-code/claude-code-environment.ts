import { type LayerId, layers } from '../../layers/index';
import { claudeCode20 } from '../presets/claude-code-2-0';
import { claudeCode21 } from '../presets/claude-code-2-1';
import { claudeCodeCurrent } from '../presets/claude-code-current';
import type { SettingValue } from '../shape/change-setting';
import { eraOf, type Policy } from '../shape/policy';
import { settingsOf } from '../shape/settings-of';
import { layerVariables, numberVariables, offVariables, rangeOf, takes } from './claude-code-variables';

/** The configuration of Claude Code that is closest to a policy. */
export interface ClaudeCodeSettings {
  /** The version closest to the policy: settings not listed here are its defaults. */
  readonly version: string;
  /** Environment variables. */
  readonly environment: Readonly<Record<string, string>>;
  /** Keys of settings.json. */
  readonly settings: Readonly<Record<string, number>>;
  /** The settings of the policy that Claude Code does not have, one sentence each. */
  readonly notExpressed: readonly string[];
}

const VERSIONS: readonly Policy[] = [claudeCodeCurrent, claudeCode21, claudeCode20];

export function claudeCodeSettings(policy: Policy): ClaudeCodeSettings {
  const version = nearestVersion(policy);
  const open = new Map(differencesBetween(policy, version).map((difference) => [difference.path, difference]));
  const values = new Map(settingsOf(policy).map(({ path, value }) => [path, value]));
  const environment: Record<string, string> = {};
  const settings: Record<string, number> = {};
  const notExpressed: string[] = [];

  if (![...runningIn(policy)].some(compacts)) values.set('policy.isDisabled', true);
  const off = offVariables.find(({ sets: [path, value] }) => values.get(path) === value);
  if (off !== undefined) {
    environment[off.name] = '1';
    for (const path of off.settles) open.delete(path);
  }

  for (const { name, layer } of layerVariables) {
    const path = `${layer}.isOn`;
    if (open.delete(path)) environment[name] = values.get(path) === true ? '1' : '0';
  }

  for (const variable of numberVariables) {
    const { name, place, path, unlessOn = '' } = variable;
    const difference = open.get(path);
    if (difference === undefined || values.get(unlessOn) === true) continue;
    const { title, here } = difference;
    open.delete(path);
    if (!takes(variable, here)) notExpressed.push(`${title}: ${words(here)} here; ${name} takes ${rangeOf(variable)}.`);
    else if (place === 'settings') settings[name] = here;
    else environment[name] = String(here);
  }

  for (const { title, here, there } of open.values()) {
    notExpressed.push(`${title}: ${words(here)} here, ${words(there)} in Claude Code, which has no setting for it.`);
  }
  return {
    version: version.title,
    environment,
    settings,
    notExpressed: [...notExpressed, ...remarks(policy, version)],
  };
}

/** Settings without a path. */
function remarks(policy: Policy, version: Policy): readonly string[] {
  const { eras, exemptTools = [], recovery, windowTokens } = policy;
  const { percent } = eraOf(policy, undefined).thresholds;
  return [
    ...(eras.length > 1 ? ['Thresholds differ by version; these are the latest.'] : []),
    ...(exemptTools.length > 0 ? [`Claude Code has no setting to exempt tools (${exemptTools.join(', ')}).`] : []),
    ...(JSON.stringify(recovery) !== JSON.stringify(version.recovery)
      ? ['Claude Code has no setting for the steps to try after a rejected request.']
      : []),
    ...(percent < 100 && version === claudeCodeCurrent && windowTokens === undefined
      ? ['The share only applies when compaction comes before the model’s own limit: set a window as well.']
      : []),
  ];
}

interface Difference {
  readonly path: string;
  readonly title: string;
  /** Missing if a table has no such entry. */
  readonly here: SettingValue | undefined;
  readonly there: SettingValue | undefined;
}

/** By the thresholds, which differ between versions. */
function nearestVersion(policy: Policy): Policy {
  const distance = (version: Policy) =>
    differencesBetween(policy, version).filter(({ path }) => path.startsWith('thresholds.')).length;
  return VERSIONS.reduce((nearest, next) => (distance(next) < distance(nearest) ? next : nearest));
}

function differencesBetween(policy: Policy, version: Policy): readonly Difference[] {
  const here = comparable(policy, version);
  const there = comparable(version, policy);
  return [...new Map([...there, ...here]).values()].flatMap(({ path, title }): readonly Difference[] => {
    const difference = { path, title, here: here.get(path)?.value, there: there.get(path)?.value };
    return difference.here === difference.there ? [] : [difference];
  });
}

/**
 * Without settings of layers that do not run in both and cannot be turned on, and without the bands, which are only
 * displayed.
 */
function comparable(policy: Policy, other: Policy) {
  const [here, there] = [runningIn(policy), runningIn(other)];
  const both = [...here].filter((layer) => there.has(layer));
  const told = layerVariables.map(({ layer }) => layer).filter((layer) => here.has(layer) || there.has(layer));
  const groups = new Set<string>(['policy', 'thresholds', ...both, ...told]);
  const settings = settingsOf(policy).filter(
    ({ path }) => groups.has(path.slice(0, path.indexOf('.'))) || path.endsWith('.isOn'),
  );
  return new Map(settings.map((setting) => [setting.path, setting]));
}

/** [G1] If compaction is turned off, compacting layers do not run. */
function runningIn({ isDisabled, layers: all }: Policy): ReadonlySet<LayerId> {
  const running = all.filter(({ layer, isOn }) => isOn && !(isDisabled === true && compacts(layer)));
  return new Set(running.map(({ layer }) => layer));
}

function compacts(layer: LayerId): boolean {
  return layers[layer].turn === 'gate';
}

function words(value: SettingValue | undefined): string {
  switch (typeof value) {
    case 'number':
      return value.toLocaleString('en-US');
    case 'boolean':
      return value ? 'on' : 'off';
    default:
      return value ?? 'not set';
  }
}
