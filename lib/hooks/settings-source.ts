/** [H3] In the order in which their hooks run. `granted`: what the user answered “Always” in this session. */
export const settingsSources = ['user', 'project', 'local', 'managed', 'plugin', 'session', 'granted'] as const;
export type SettingsSource = (typeof settingsSources)[number];

interface SettingsPlace {
  readonly title: string;
  /** Missing for the session's own; of a plugin, a pattern. */
  readonly path?: string;
}

export const settingsPlaces: Readonly<Record<Exclude<SettingsSource, 'granted'>, SettingsPlace>> = {
  user: { title: 'User', path: '/home/agent/.claude/settings.json' },
  project: { title: 'Project', path: '.claude/settings.json' },
  local: { title: 'Local', path: '.claude/settings.local.json' },
  managed: { title: 'Administrator', path: '/etc/claude-code/managed-settings.json' },
  plugin: { title: 'Plugin', path: '/home/agent/.claude/plugins/*/hooks/hooks.json' },
  session: { title: 'Session' },
};

const PLUGIN = /^\/home\/agent\/\.claude\/plugins\/[^/]+\/hooks\/hooks\.json$/;

export function sourceOfPath(path: string): Exclude<SettingsSource, 'session' | 'granted'> | undefined {
  if (PLUGIN.test(path)) return 'plugin';
  for (const source of ['user', 'project', 'local', 'managed'] as const) {
    if (settingsPlaces[source].path === path) return source;
  }
  return undefined;
}
