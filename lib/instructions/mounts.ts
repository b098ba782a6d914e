/** Where the workspace is, for an agent and its shell. */
export const WORKSPACE_ROOT = '/workspace';
/** What an agent keeps besides the workspace; it writes `~` for it. */
export const HOME = '/home/agent';
/** The machine's settings: the user writes them, an agent only reads them. */
export const SETTINGS_ROOT = '/etc';

/** As a user would write it. */
export function shortPath(path: string): string {
  return path.startsWith(`${HOME}/`) ? `~${path.slice(HOME.length)}` : path;
}
