import { HOME, SETTINGS_ROOT } from '../instructions/mounts';

/** [H3] In the order in which their hooks run. `granted`: what the user answered “Always” in this session. */
export const settingsSources = ['user', 'project', 'local', 'managed', 'plugin', 'session', 'granted'] as const;
export type SettingsSource = (typeof settingsSources)[number];

interface SettingsPlace {
  readonly title: string;
  /** Missing for the session's own; of a plugin, a pattern. */
  readonly path?: string;
}

export const settingsPlaces: Readonly<Record<Exclude<SettingsSource, 'granted'>, SettingsPlace>> = {
  user: { title: 'User', path: `${HOME}/.claude/settings.json` },
  project: { title: 'Project', path: '.claude/settings.json' },
  local: { title: 'Local', path: '.claude/settings.local.json' },
  managed: { title: 'Administrator', path: `${SETTINGS_ROOT}/claude-code/managed-settings.json` },
  plugin: { title: 'Plugin', path: `${HOME}/.claude/plugins/*/hooks/hooks.json` },
  session: { title: 'Session' },
};

const PLUGINS = `${HOME}/.claude/plugins/`;
const PLUGIN = /^[^/]+\/hooks\/hooks\.json$/;

export function sourceOfPath(path: string): Exclude<SettingsSource, 'session' | 'granted'> | undefined {
  if (path.startsWith(PLUGINS) && PLUGIN.test(path.slice(PLUGINS.length))) return 'plugin';
  for (const source of ['user', 'project', 'local', 'managed'] as const) {
    if (settingsPlaces[source].path === path) return source;
  }
  return undefined;
}

/** As a user would write it. */
export function shortPath(path: string): string {
  return path.startsWith(`${HOME}/`) ? `~${path.slice(HOME.length)}` : path;
}
