import { TRIED_PERCENT } from '../../lib/bills/cost-figures';
import { claudeCodeSettings } from '../../lib/policies/claude-code/claude-code-environment';
import { asRecorded } from '../../lib/policies/presets/as-recorded';
import { changeSetting } from '../../lib/policies/shape/change-setting';

/** What makes an agent compact at the share that was tried, and what its next summary should keep. */
export interface Paste {
  /** Environment variables, of which settings.json takes a list as `env`. Null without sessions of it. */
  readonly claudeCode: Readonly<Record<string, string>> | null;
  /** A line of config.toml. */
  readonly codex: string | null;
  readonly focus: string | null;
}

interface Windows {
  readonly claudeCode: number | undefined;
  readonly codex: number | undefined;
}

export function linesToPaste(windows: Windows, focus: string | undefined): Paste {
  const limit = windows.codex === undefined ? undefined : Math.floor((windows.codex * TRIED_PERCENT) / 100);
  return {
    claudeCode: windows.claudeCode === undefined ? null : variables(windows.claudeCode),
    codex: limit === undefined ? null : `model_auto_compact_token_limit = ${limit}`,
    focus: focus ?? null,
  };
}

/** With the window: without it, the share has no effect where the model's own limit comes first. */
function variables(windowTokens: number): Readonly<Record<string, string>> {
  const tried = changeSetting({ ...asRecorded, windowTokens }, 'thresholds.percent', TRIED_PERCENT);
  if (!tried.ok) throw new Error(tried.error);
  return claudeCodeSettings(tried.value).environment;
}
