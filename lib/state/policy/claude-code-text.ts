import type { ClaudeCodeSettings } from '../../policies/claude-code/claude-code-environment';

/** As lines of a shell or of an `.env` file. */
export function environmentText({ environment }: ClaudeCodeSettings): string {
  return Object.entries(environment)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');
}

/** As a settings.json, which takes variables of the environment too. */
export function settingsText({ environment, settings }: ClaudeCodeSettings): string {
  const env = Object.keys(environment).length === 0 ? {} : { env: environment };
  return JSON.stringify({ ...env, ...settings }, null, 2);
}
