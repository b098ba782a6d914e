import type { ClaudeCodeSettings } from '../../policies/claude-code/claude-code-environment';

/** As shell or `.env` lines. */
export function environmentText({ environment }: ClaudeCodeSettings): string {
  return Object.entries(environment)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');
}

/** As a settings.json, which may contain environment variables too. */
export function settingsText({ environment, settings }: ClaudeCodeSettings): string {
  const env = Object.keys(environment).length === 0 ? {} : { env: environment };
  return JSON.stringify({ ...env, ...settings }, null, 2);
}
