import type { JsonObject } from '../../base/json';
import { optional } from '../../base/optional';
import { effectOfFiring, type HookEffect } from '../../hooks/hook-effect';
import { isHookEvent } from '../../hooks/hook-events';
import { permissionFor } from '../../hooks/permissions';
import { type SettingsSource, settingsPlaces, settingsSources } from '../../hooks/settings-source';
import type { HookFiring } from '../journal/entry';
import type { LiveConversation } from '../run/live-conversation';
import type { LiveHooks, LoggedHook } from '../run/live-hooks';
import { effectWords, type HooksView, type ShownFiring, type ShownPermission, type ShownSource } from './hooks-view';

const MAX_LOG = 100;
/** The input of a hook may contain a whole file. */
const MAX_SHOWN = 4_000;

/** [H] Of a run and of the agents that it started. Made again only when something of it changed: it goes to the page as a whole. */
export class ShownHooks {
  private known: { readonly parts: readonly unknown[]; readonly view: HooksView } | undefined;
  private readonly firings = new WeakMap<LoggedHook, ShownFiring>();

  view(run: LiveConversation, tools: readonly string[]): HooksView {
    const { hooks } = run;
    const logs = [hooks, ...run.agents.all.map((child) => child.run.hooks)].map(({ log }) => log);
    const parts = [hooks.settings, hooks.session, hooks.granted, ...logs];
    const { known } = this;
    const isSame = known?.parts.length === parts.length && known.parts.every((part, place) => part === parts[place]);
    if (known !== undefined && isSame) return known.view;
    const view = this.made(run, logs.flat(), tools);
    this.known = { parts, view };
    return view;
  }

  private made({ hooks }: LiveConversation, given: readonly LoggedHook[], tools: readonly string[]): HooksView {
    const all = given.toSorted((a, b) => a.timeMs - b.timeMs);
    const first = Math.max(0, all.length - MAX_LOG);
    return {
      sources: sourcesOf(hooks),
      session: hooks.session,
      hooks: hooks.settings.hooks,
      permissions: tools.map((tool) => permissionOf(tool, hooks)),
      granted: hooks.granted,
      log: all.slice(first).map((each, index) => this.firing(each, first + index)),
      sums: {
        runs: all.length,
        tokens: all.reduce((sum, { tokens }) => sum + tokens, 0),
        blocked: all.filter(({ effect }) => effect.blocks !== undefined).length,
        tookMs: all.reduce((sum, { firing }) => sum + firing.tookMs, 0),
      },
    };
  }

  private firing(logged: LoggedHook, place: number): ShownFiring {
    const known = this.firings.get(logged);
    if (known?.place === place) return known;
    const shown = shownFiring(logged, place);
    this.firings.set(logged, shown);
    return shown;
  }
}

function sourcesOf(hooks: LiveHooks): readonly ShownSource[] {
  const { settings, paths } = hooks;
  const of = (source: Exclude<SettingsSource, 'granted'>, path: string | undefined, isThere: boolean): ShownSource => ({
    source,
    ...optional('path', path),
    isThere,
    hooks: settings.hooks.filter((hook) => hook.source === source && hook.path === path).length,
    rules: settings.rules.filter((rule) => rule.source === source).length,
    problems: settings.problems.filter((problem) => problem.source === source && problem.path === path),
  });
  return settingsSources.flatMap((source) => {
    if (source === 'granted') return [];
    if (source === 'plugin')
      return paths.filter(({ source: its }) => its === source).map(({ path }) => of(source, path, true));
    const { path } = settingsPlaces[source];
    return [of(source, path, path === undefined ? hooks.session !== '' : paths.some((each) => each.path === path))];
  });
}

function permissionOf(tool: string, { settings: { rules } }: LiveHooks): ShownPermission {
  const whole = rules.filter(({ pattern }) => pattern === undefined);
  const { effect, rule } = permissionFor({ tool, input: {} }, whole);
  const patterns = rules.filter((each) => each.pattern !== undefined && each.tool === tool);
  return {
    tool,
    effect,
    ...optional('because', rule && `${rule.text}, ${rule.source}`),
    patterns: patterns.map(({ effect: kind, text }) => `${kind} ${text}`),
  };
}

export function shownFiring(
  { timeMs, call, event, input, firing, effect, tokens }: LoggedHook,
  place: number,
): ShownFiring {
  const { source, kind, runs, exit, stdout, stderr, tookMs } = firing;
  return {
    place,
    timeMs,
    call,
    event,
    input: shortened(JSON.stringify(input, null, 2)),
    source,
    kind,
    runs,
    exit,
    stdout: shortened(stdout),
    stderr: shortened(stderr),
    tookMs,
    tokens,
    effect: effectWords(effect).map(shortened),
    isBlock: effect.blocks !== undefined,
  };
}

function shortened(text: string): string {
  if (text.length <= MAX_SHOWN) return text;
  return `${text.slice(0, MAX_SHOWN).toWellFormed()}\n… ${text.length - MAX_SHOWN} more characters`;
}

const NOTHING: HookEffect = { context: [], warnings: [] };

/** What would have come of it. */
export function triedFiring(event: string, input: JsonObject, firing: HookFiring, timeMs: number): ShownFiring {
  const effect = isHookEvent(event) ? effectOfFiring(event, firing) : NOTHING;
  return shownFiring({ timeMs, call: 0, event, input, firing, effect, tokens: 0 }, 0);
}
