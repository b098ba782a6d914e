/** Where the workspace is, for an agent and its shell. */
export const WORKSPACE_ROOT = '/workspace';
/** What an agent keeps besides the workspace; it writes `~` for it. */
export const HOME = '/home/agent';
/** The machine's settings: the user writes them, an agent only reads them. */
export const SETTINGS_ROOT = '/etc';
