import { asArray, asBoolean, asNumber, asObject, asText, type Json, type JsonObject } from '../base/json';
import { optional } from '../base/optional';
import { type HookEventName, hookEventNames, hookEvents, isHookEvent } from './hook-events';
import { checkMatcher } from './matcher';
import { type PermissionRule, parseRule } from './permissions';
import { type PlacedJson, placedJson } from './placed-json';
import { type SettingsSource, settingsPlaces, settingsSources, sourceOfPath } from './settings-source';

/** [H3] 10 minutes. */
export const HOOK_LIMIT_MS = 600_000;
const MAX_TEXT = 20_000;

/** [H2] What a hook does. */
export type HookHandler =
  | { readonly type: 'command'; readonly command: string }
  | { readonly type: 'prompt'; readonly prompt: string }
  | { readonly type: 'agent'; readonly prompt: string }
  /** Never sent: `reply` is what it would have been answered. */
  | { readonly type: 'http'; readonly url: string; readonly reply?: ScriptedReply };

export interface ScriptedReply {
  readonly status: number;
  /** As text: JSON is written out. */
  readonly body: string;
}

export interface Hook {
  /** Unique in its settings: source and place. */
  readonly id: string;
  readonly event: HookEventName;
  /** Empty: whatever the event is about. */
  readonly matcher: string;
  /** Of a tool: only calls that a permission rule like this one would match. */
  readonly condition?: string;
  readonly handler: HookHandler;
  readonly limitMs: number;
  readonly source: SettingsSource;
  /** The file; missing for the session's own settings. */
  readonly path?: string;
  readonly line: number;
}

export interface SettingsProblem {
  /** An error: what it is about has no effect. */
  readonly level: 'error' | 'warning';
  readonly source: SettingsSource;
  readonly path?: string;
  readonly line: number;
  /** A sentence. */
  readonly what: string;
}

export interface HookSettings {
  /** In the order of their sources. */
  readonly hooks: readonly Hook[];
  readonly rules: readonly PermissionRule[];
  readonly problems: readonly SettingsProblem[];
}

export const noHookSettings: HookSettings = { hooks: [], rules: [], problems: [] };

/** Files by path: those of the workspace relative, others absolute. */
export interface SettingsTree {
  read(path: string): string | undefined;
  list(): readonly string[];
}

export interface SessionSettings {
  /** JSON as typed. */
  readonly text?: string;
  /** Rules that the user allowed for good while the session runs. */
  readonly granted?: readonly string[];
  /** [O2] The `hooks` of an agent's definition: in it, its end is `Stop`. */
  readonly ofAgent?: JsonObject;
}

/** [H2] [H3] All settings of a run: a pure function of its files and of what the session adds. */
export function hookSettings(tree: SettingsTree, session: SessionSettings = {}): HookSettings {
  const found = tree.list().flatMap((path) => {
    const source = sourceOfPath(path);
    return source === undefined ? [] : [{ source, path, text: tree.read(path) ?? '' }];
  });
  const parts = [...found, ...(session.text === undefined ? [] : [{ source: 'session' as const, text: session.text }])]
    .toSorted((a, b) => settingsSources.indexOf(a.source) - settingsSources.indexOf(b.source))
    .map((given) => parseSettings(given.text, given.source, 'path' in given ? given.path : undefined));
  const granted = (session.granted ?? []).flatMap((text) => {
    const rule = parseRule(text);
    return rule.ok ? [{ effect: 'allow', text, source: 'granted', ...rule.value } as const] : [];
  });
  const ofAgent =
    session.ofAgent === undefined
      ? undefined
      : parseSettings(JSON.stringify({ hooks: session.ofAgent }), 'session', AGENT_PATH);
  const isOff = parts.some((part) => part.turnsOff);
  return {
    hooks: isOff ? [] : [...parts.flatMap(({ hooks }) => hooks), ...(ofAgent?.hooks ?? []).map(asOfAgent)],
    rules: [...parts.flatMap(({ rules }) => rules), ...granted],
    problems: parts.flatMap(({ problems }) => problems),
  };
}

const AGENT_PATH = 'agent';

function asOfAgent(hook: Hook): Hook {
  return hook.event === 'Stop' ? { ...hook, event: 'SubagentStop' } : hook;
}

/** What settings may contain, for help beside an editor. */
export const settingsHelp = {
  settings: ['hooks', 'permissions', 'disableAllHooks'],
  permissions: ['allow', 'ask', 'deny'],
  group: ['matcher', 'hooks'],
  kinds: {
    command: ['command', 'timeout', 'if'],
    prompt: ['prompt', 'timeout', 'if'],
    agent: ['prompt', 'timeout', 'if'],
    http: ['url', 'reply', 'timeout', 'if'],
  },
} as const;

const KINDS = ['command', 'prompt', 'agent', 'http'] as const;

/** One source. What is wrong has no effect, and the rest does. */
export function parseSettings(
  text: string,
  source: SettingsSource,
  path?: string,
): HookSettings & { readonly turnsOff: boolean } {
  return new SettingsParser(source, path).parse(text);
}

class SettingsParser {
  private readonly hooks: Hook[] = [];
  private readonly rules: PermissionRule[] = [];
  private readonly problems: SettingsProblem[] = [];
  private lineOf: PlacedJson['lineOf'] = () => 1;

  constructor(
    private readonly source: SettingsSource,
    private readonly path: string | undefined,
  ) {}

  parse(text: string) {
    const { hooks, rules, problems } = this;
    let turnsOff = false;
    if (text.trim() !== '') {
      const json = placedJson(text);
      if (json.ok) {
        this.lineOf = json.value.lineOf;
        turnsOff = this.settings(json.value.value);
      } else this.problem('error', json.error.line, `It is not JSON: ${json.error.what}.`);
    }
    return { hooks, rules, problems, turnsOff };
  }

  private problem(level: SettingsProblem['level'], line: number, what: string): void {
    this.problems.push({ level, source: this.source, ...optional('path', this.path), line, what });
  }

  private error(keys: Keys, what: string): void {
    this.problem('error', this.lineOf(keys), `${nameOf(keys)} ${what}.`);
  }

  private unknown(keys: Keys, object: JsonObject, known: readonly string[]): void {
    for (const key of Object.keys(object)) {
      if (known.includes(key)) continue;
      const where = keys.length === 0 ? '' : ` in ${nameOf(keys)}`;
      const what = `${JSON.stringify(key)}${where} has no effect here; known are ${known.join(', ')}.`;
      this.problem('warning', this.lineOf([...keys, key]), what);
    }
  }

  private settings(value: Json): boolean {
    const given = asObject(value);
    if (given === undefined) {
      this.problem('error', 1, 'The settings must be an object with "hooks" or "permissions".');
      return false;
    }
    this.unknown([], given, ['$schema', ...settingsHelp.settings]);
    if (given.hooks !== undefined) this.events(given.hooks);
    if (given.permissions !== undefined) this.permissions(given.permissions);
    const off = given.disableAllHooks;
    if (off !== undefined && asBoolean(off) === undefined) this.error(['disableAllHooks'], 'must be true or false');
    return off === true;
  }

  private events(value: Json): void {
    const events = asObject(value);
    if (events === undefined) {
      this.error(['hooks'], 'must be an object with a list for each event');
      return;
    }
    for (const [name, groups] of Object.entries(events)) {
      const keys = ['hooks', name];
      if (!isHookEvent(name)) {
        const near = hookEventNames.find((known) => known.toLowerCase() === name.toLowerCase());
        const advice = near === undefined ? `must be one of ${hookEventNames.join(', ')}` : `must be ${near}`;
        this.problem('error', this.lineOf(keys), `The event ${JSON.stringify(name)} is unknown: it ${advice}.`);
      } else if (asArray(groups) === undefined) this.error(keys, 'must be a list of { matcher, hooks }');
      else for (const [at, group] of (asArray(groups) ?? []).entries()) this.group(name, group, [...keys, at]);
    }
  }

  private group(event: HookEventName, value: Json, keys: Keys): void {
    const group = asObject(value);
    const hooks = asArray(group?.hooks);
    if (group === undefined) this.error(keys, 'must be an object with "matcher" and "hooks"');
    else if (hooks === undefined) this.error([...keys, 'hooks'], 'must be a list of hooks');
    else {
      this.unknown(keys, group, settingsHelp.group);
      const matcher = this.matcher(event, group.matcher, [...keys, 'matcher']);
      if (matcher === undefined) return;
      for (const [at, hook] of hooks.entries()) this.hook(event, matcher, hook, [...keys, 'hooks', at]);
    }
  }

  private matcher(event: HookEventName, value: Json | undefined, keys: Keys): string | undefined {
    if (value === undefined) return '';
    const text = asText(value);
    const checked = text === undefined ? undefined : checkMatcher(text);
    if (checked?.ok === true) {
      if (hookEvents[event].matcher === undefined && checked.value !== '' && checked.value !== '*') {
        const what = `${nameOf(keys)} has no effect: every hook of ${event} runs.`;
        this.problem('warning', this.lineOf(keys), what);
      }
      return checked.value;
    }
    this.error(keys, checked === undefined ? 'must be a string' : checked.error);
    return undefined;
  }

  private hook(event: HookEventName, matcher: string, value: Json, keys: Keys): void {
    const given = asObject(value);
    if (given === undefined) {
      this.error(keys, 'must be an object with "type"');
      return;
    }
    const handler = this.handler(given, keys);
    const limitMs = this.limit(given.timeout, [...keys, 'timeout']);
    const condition = this.condition(given.if, [...keys, 'if']);
    if (handler === undefined || limitMs === undefined || condition === undefined) return;
    this.unknown(keys, given, ['type', ...settingsHelp.kinds[handler.type]]);
    const [, , group, , at] = keys;
    this.hooks.push({
      id: `${this.path ?? this.source}:${event}.${group}.${at}`,
      event,
      matcher,
      ...(condition === '' ? {} : { condition }),
      handler,
      limitMs,
      source: this.source,
      ...optional('path', this.path),
      line: this.lineOf(keys),
    });
  }

  private handler(given: JsonObject, keys: Keys): HookHandler | undefined {
    const type = KINDS.find((kind) => kind === given.type);
    switch (type) {
      case 'command': {
        const command = this.words(given.command, [...keys, 'command']);
        return command === undefined ? undefined : { type, command };
      }
      case 'prompt':
      case 'agent': {
        const prompt = this.words(given.prompt, [...keys, 'prompt']);
        return prompt === undefined ? undefined : { type, prompt };
      }
      case 'http': {
        const url = this.words(given.url, [...keys, 'url']);
        if (url === undefined) return undefined;
        if (!/^https?:\/\/\S+$/.test(url)) {
          this.error([...keys, 'url'], 'must start with http:// or https://');
          return undefined;
        }
        return { type, url, ...optional('reply', this.reply(given.reply, [...keys, 'reply'])) };
      }
      case undefined:
        this.error([...keys, 'type'], `must be one of ${KINDS.join(', ')}`);
        return undefined;
    }
  }

  private words(value: Json | undefined, keys: Keys): string | undefined {
    const text = asText(value);
    if (text !== undefined && text.trim() !== '' && text.length <= MAX_TEXT) return text;
    this.error(keys, `must be a text of 1 to ${MAX_TEXT} characters`);
    return undefined;
  }

  private limit(value: Json | undefined, keys: Keys): number | undefined {
    if (value === undefined) return HOOK_LIMIT_MS;
    const seconds = asNumber(value);
    if (seconds === undefined || seconds <= 0) {
      this.error(keys, 'must be a number of seconds above 0');
      return undefined;
    }
    if (seconds * 1000 <= HOOK_LIMIT_MS) return seconds * 1000;
    const what = `${nameOf(keys)} is ${seconds} seconds; the limit is ${HOOK_LIMIT_MS / 1000}.`;
    this.problem('warning', this.lineOf(keys), what);
    return HOOK_LIMIT_MS;
  }

  /** '' if there is none. */
  private condition(value: Json | undefined, keys: Keys): string | undefined {
    if (value === undefined) return '';
    const text = asText(value);
    const rule = text === undefined ? undefined : parseRule(text);
    if (rule?.ok === true) return text;
    this.error(keys, rule === undefined ? 'must be a string' : rule.error);
    return undefined;
  }

  private reply(value: Json | undefined, keys: Keys): ScriptedReply | undefined {
    if (value === undefined) return undefined;
    const given = asObject(value);
    const status = given?.status === undefined ? 200 : asNumber(given.status);
    if (given === undefined || status === undefined || status < 100 || status > 599) {
      this.error(keys, 'must be an object with "status", from 100 to 599, and "body"');
      return undefined;
    }
    this.unknown(keys, given, ['status', 'body']);
    const { body = '' } = given;
    return { status, body: asText(body) ?? JSON.stringify(body) };
  }

  private permissions(value: Json): void {
    const given = asObject(value);
    if (given === undefined) {
      this.error(['permissions'], 'must be an object with "allow", "ask" or "deny"');
      return;
    }
    this.unknown(['permissions'], given, settingsHelp.permissions);
    for (const effect of settingsHelp.permissions) {
      const keys = ['permissions', effect];
      const rules = given[effect];
      if (rules === undefined) continue;
      if (asArray(rules) === undefined) this.error(keys, 'must be a list of rules');
      for (const [at, each] of (asArray(rules) ?? []).entries()) {
        const text = asText(each);
        const rule = text === undefined ? undefined : parseRule(text);
        if (text === undefined || rule === undefined) this.error([...keys, at], 'must be a string');
        else if (rule.ok) this.rules.push({ effect, text, source: this.source, ...rule.value });
        else this.error([...keys, at], rule.error);
      }
    }
  }
}

type Keys = readonly (string | number)[];

/** `hooks.PreToolUse[0].matcher` */
function nameOf(keys: Keys): string {
  return keys.map((key, at) => (typeof key === 'number' ? `[${key}]` : `${at === 0 ? '' : '.'}${key}`)).join('');
}

export { settingsPlaces };
