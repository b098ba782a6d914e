import type { HookEffect } from '../../hooks/hook-effect';
import type { Hook, SettingsProblem } from '../../hooks/hook-settings';
import type { PermissionEffect } from '../../hooks/permissions';
import type { SettingsSource } from '../../hooks/settings-source';

/** [H] What a page shows of hooks and permissions. */
export interface HooksView {
  readonly sources: readonly ShownSource[];
  /** [H3] As the user typed them for this session. */
  readonly session: string;
  readonly hooks: readonly Hook[];
  readonly permissions: readonly ShownPermission[];
  /** [H1] Allowed with “Always”. */
  readonly granted: readonly string[];
  /** The latest, in order. */
  readonly log: readonly ShownFiring[];
  readonly sums: HookSums;
}

export interface ShownSource {
  readonly source: Exclude<SettingsSource, 'granted'>;
  /** Missing for the session. */
  readonly path?: string;
  readonly isThere: boolean;
  readonly hooks: number;
  readonly rules: number;
  readonly problems: readonly SettingsProblem[];
}

/** For a tool as a whole; rules with patterns may say something else about some of its calls. */
export interface ShownPermission {
  readonly tool: string;
  readonly effect: PermissionEffect;
  /** The rule, with its source. */
  readonly because?: string;
  /** Rules about some of its calls. */
  readonly patterns: readonly string[];
}

export interface ShownFiring {
  readonly place: number;
  readonly timeMs: number;
  readonly call: number;
  readonly event: string;
  /** JSON. */
  readonly input: string;
  readonly source: string;
  readonly kind: string;
  readonly runs: string;
  /** Null: it was stopped at its limit. */
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly tookMs: number;
  readonly tokens: number;
  readonly effect: readonly string[];
  readonly isBlock: boolean;
}

export interface HookSums {
  readonly runs: number;
  readonly tokens: number;
  readonly blocked: number;
  readonly tookMs: number;
}

/** What came of trying a hook, which changes nothing. */
export interface TriedHook {
  readonly firing: ShownFiring;
  /** There was no such event yet: the input is made up. */
  readonly isMadeUp: boolean;
}

/** What follows, in words. */
export function effectWords({
  blocks,
  context,
  summary,
  permission,
  why,
  input,
  stops,
  retries,
  warnings,
}: HookEffect): readonly string[] {
  return [
    ...(blocks === undefined ? [] : [`Blocked: ${blocks}`]),
    ...(permission === undefined || blocks !== undefined
      ? []
      : [`Decided: ${permission}${why === undefined || why === '' ? '' : ` (${why})`}`]),
    ...(input === undefined ? [] : ['Changed the input of the tool']),
    ...(summary === undefined ? [] : [`For the summary: ${summary}`]),
    ...context.map((text) => `For the model: ${text}`),
    ...(stops === undefined ? [] : [`Stopped the run: ${stops}`]),
    ...(retries === true ? ['The model may try again'] : []),
    ...warnings.map((text) => `Warning: ${text}`),
  ];
}
