import type { AgentPermissionMode } from '../../agents/agent-definition';
import type { JsonObject } from '../../base/json';
import { optional } from '../../base/optional';
import { costOf } from '../../economics/cost';
import { modelFor } from '../../economics/model-table';
import { effectOfEvent, effectOfFiring, type HookEffect } from '../../hooks/hook-effect';
import { inputOf, isHookEvent, type HookEvent as KnownEvent, matchedBy } from '../../hooks/hook-events';
import { type HookSettings, hookSettings, type SettingsTree } from '../../hooks/hook-settings';
import { hooksFor } from '../../hooks/hooks-for';
import { alwaysRules, type Permission, permissionFor, underMode } from '../../hooks/permissions';
import { type SettingsSource, settingsPlaces, sourceOfPath } from '../../hooks/settings-source';
import type { CompactionHooks, HookAsk, HookedTrigger } from '../../layers/shape/layer';
import { hookResultName } from '../../simulator/pipeline/hook-results';
import type { HooksAround } from '../../simulator/pipeline/pipeline-setup';
import { builtInCalibration } from '../../tokens/calibrated';
import type { MessageId, RecordedHook, ToolCallPart, Usage } from '../../transcript/transcript';
import type { EntryOf, FileChange, HookFiring, ToolResult } from '../journal/entry';
import type { AskedCall, HookEvent } from '../journal/need';
import type { Workspace } from '../tools/workspace';
import { fullPath, HOME, WORKSPACE_ROOT } from '../tools/workspace-path';

interface BesideUsage {
  readonly model: string;
  readonly usage: Usage;
  /** Missing if prices are unknown. */
  readonly dollars?: number;
}

/** One hook that ran, and what came of it. */
export interface LoggedHook {
  readonly timeMs: number;
  /** So many calls came before it. */
  readonly call: number;
  readonly event: string;
  readonly input: JsonObject;
  readonly firing: HookFiring;
  readonly effect: HookEffect;
  /** Of what it added to the context. */
  readonly tokens: number;
}

/** What a hook adds to the context. */
export interface HookText {
  readonly event: string;
  readonly text: string;
  /** It was added, and has so many tokens. */
  entered(tokens: number, message: MessageId): void;
}

interface HooksOwner {
  readonly runId: string;
  /** 1 for the first of a project. */
  readonly session: number;
  /** Of an agent that another one started, whose session settings and permissions it shares. */
  readonly agent?: {
    readonly id: string;
    readonly type: string;
    readonly parent: LiveHooks;
    /** [O2] Of its definition. */
    readonly hooks?: JsonObject;
    readonly mode?: AgentPermissionMode;
    /** [H2] It answers a hook: none is told of what it does. */
    readonly isHook?: true;
  };
}

/** To try a hook on. */
const MAX_RECENT = 60;

type Answer = EntryOf<'permitted'>['answer'];

/** [H1] What hooks and permissions make of a run. Settings are files, so they follow from its entries. */
export class LiveHooks implements HooksAround {
  /** In order. */
  log: readonly LoggedHook[] = [];
  /** [H3] As the user typed them. */
  session = '';
  /** [H1] Rules that the user allowed until the session ends. */
  granted: readonly string[] = [];
  /** Why the last prompt was not added. */
  blockedPrompt: string | undefined;
  private known: { readonly key: string; readonly settings: HookSettings } | undefined;
  private queued: readonly HookEvent[] = [];
  private recent: readonly HookEvent[] = [];
  /** By call, before it. */
  private readonly decided = new Map<string, HookEffect>();
  private readonly answered = new Map<string, HookEffect>();
  private stops: string | undefined;
  private goesOn = false;
  private isStopActive = false;
  private compaction: CompactionHooks | undefined;

  constructor(
    private readonly files: Workspace,
    private readonly owner: HooksOwner,
  ) {}

  /** [H2] [H3] */
  get settings(): HookSettings {
    const { session, granted } = this.owner.agent?.parent ?? this;
    const texts = this.settingsTexts();
    const key = JSON.stringify([...texts, session, granted]);
    if (this.known?.key !== key) {
      const tree: SettingsTree = { read: (path) => texts.get(path), list: () => [...texts.keys()] };
      this.known = {
        key,
        settings: hookSettings(tree, {
          ...(session === '' ? {} : { text: session }),
          granted,
          ...optional('ofAgent', this.owner.agent?.hooks),
        }),
      };
    }
    return this.known.settings;
  }

  /** Of settings that there are. */
  get paths(): readonly { readonly source: SettingsSource; readonly path: string }[] {
    return [...this.settingsTexts().keys()].flatMap((path) => {
      const source = sourceOfPath(path);
      return source === undefined ? [] : [{ source, path }];
    });
  }

  /** The latest event like this that hooks were told of, or would have been. */
  lastOf(isLike: (event: HookEvent) => boolean): HookEvent | undefined {
    return this.recent.findLast(isLike);
  }

  private settingsTexts(): ReadonlyMap<string, string> {
    const paths = Object.values(settingsPlaces).flatMap(({ path }) => (path === undefined ? [] : [path]));
    const plugins = this.files.below(`${HOME}/.claude/plugins`).filter((path) => sourceOfPath(path) === 'plugin');
    return new Map(
      [...paths, ...plugins.sort()].flatMap((path) => {
        const text = this.files.read(path);
        return text === undefined ? [] : [[path, text] as const];
      }),
    );
  }

  /** Before the first request. */
  atStart(): readonly HookEvent[] {
    const { agent, session } = this.owner;
    if (agent !== undefined) {
      return this.told([{ event: 'SubagentStart', agentId: agent.id, agentType: agent.type }]);
    }
    // The session before this one ends where this one begins.
    if (session <= 1) return this.told([{ event: 'SessionStart', source: 'startup' }]);
    return this.told([
      { event: 'SessionEnd', reason: 'clear' },
      { event: 'SessionStart', source: 'clear' },
    ]);
  }

  atPrompt(prompt: string): readonly HookEvent[] {
    this.isStopActive = false;
    this.blockedPrompt = undefined;
    return this.owner.agent === undefined ? this.told([{ event: 'UserPromptSubmit', prompt }]) : [];
  }

  beforeTools(calls: readonly ToolCallPart[]): readonly HookEvent[] {
    return this.told(calls.map((call) => ({ event: 'PreToolUse', ...toolOf(call) })));
  }

  /** Of those that the user would be asked about. */
  beforeAsking(calls: readonly ToolCallPart[]): readonly HookEvent[] {
    const asked = calls.filter((call) => this.question(call, undefined) !== undefined);
    return this.told(asked.map((call) => ({ event: 'PermissionRequest', ...toolOf(call) })));
  }

  /** Of those that a rule, a hook or the user denied. */
  afterDenials(denied: readonly { readonly call: ToolCallPart; readonly why: string }[]): readonly HookEvent[] {
    const others = denied.filter(({ call }) => this.decided.get(call.id)?.blocks === undefined);
    return this.told(others.map(({ call, why }) => ({ event: 'PermissionDenied', ...toolOf(call), reason: why })));
  }

  /** Of those that ran. */
  afterTools(
    calls: readonly ToolCallPart[],
    results: readonly ToolResult[],
    denied: ReadonlySet<string>,
  ): readonly HookEvent[] {
    const byId = new Map(results.map((result) => [result.callId, result]));
    return this.told(
      calls.flatMap((call): KnownEvent[] => {
        const result = byId.get(call.id);
        if (result === undefined || denied.has(call.id)) return [];
        const tool = toolOf({ ...call, input: this.inputFor(call) });
        return result.isError
          ? [{ event: 'PostToolUseFailure', ...tool, error: result.text }]
          : [{ event: 'PostToolUse', ...tool, response: result.text }];
      }),
    );
  }

  /** The agent would end its turn. */
  atStop(lastMessage: string): readonly HookEvent[] {
    const { agent } = this.owner;
    const facts = { isActive: this.isStopActive, lastMessage };
    if (agent === undefined) return this.told([{ event: 'Stop', ...facts }]);
    return this.told([{ event: 'SubagentStop', agentId: agent.id, agentType: agent.type, ...facts }]);
  }

  /** If the user has to be asked. */
  question(call: ToolCallPart, answer: Answer | undefined): AskedCall | undefined {
    if (answer !== undefined || this.answered.get(call.id)?.permission !== undefined) return undefined;
    const decided = this.decided.get(call.id);
    const { effect, rule } = this.permissionOf(call);
    if (effect === 'ask') return { call, because: because(rule) };
    const why = decided?.why === undefined || decided.why === '' ? 'a hook' : `a hook: ${decided.why}`;
    return decided?.permission === 'ask' ? { call, because: why } : undefined;
  }

  /** [H4] */
  asks(trigger: HookedTrigger, when: HookAsk['when']): boolean {
    const { recent } = this;
    const ask = { type: 'hooks', trigger } as const;
    const events =
      when === 'before'
        ? this.aroundCompaction({ ...ask, when, focus: '' })
        : this.aroundCompaction({ ...ask, when, summary: '' });
    // It has not happened yet.
    if (events.length > 0) this.recent = recent;
    return events.length > 0;
  }

  /** [H4] They are asked each time. */
  said(): undefined {}

  aroundCompaction(ask: HookAsk): readonly HookEvent[] {
    const { trigger } = ask;
    if (ask.when === 'before') return this.told([{ event: 'PreCompact', trigger, instructions: ask.focus }]);
    const start = this.owner.agent === undefined ? [{ event: 'SessionStart', source: 'compact' } as const] : [];
    return this.told([...start, { event: 'PostCompact', trigger, summary: ask.summary }]);
  }

  /** [H4] It becomes a part of what the compaction makes. */
  printed(texts: readonly HookText[], call: number): void {
    if (texts.length === 0) return;
    this.compaction = { results: texts.map(({ text }) => text) };
    texts.forEach(({ text, entered }, index) => {
      const tokens = builtInCalibration.partTokens({ kind: 'text', text }, true);
      entered(Math.round(tokens), `made-${call}-${hookResultName(index + 1)}` as MessageId);
    });
  }

  /** [H4] What they said about the compaction that is about to be made. */
  takeCompaction(): CompactionHooks {
    const { compaction = {} } = this;
    this.compaction = undefined;
    return compaction;
  }

  /** What nobody waits for: it is told at the next opportunity. */
  note(events: readonly KnownEvent[]): void {
    this.queue(this.told(events));
  }

  /** Files that somebody else than the agent changed, and settings that anyone changed. */
  noteFiles(
    changes: readonly FileChange[],
    isFromOutside: boolean,
    before: (path: string) => string | undefined,
  ): void {
    const events = changes.flatMap(({ path, text }): KnownEvent[] => {
      const source = sourceOfPath(path);
      if (source !== undefined)
        return [{ event: 'ConfigChange', source: CONFIG_SOURCES[source], path: fullPath(path) }];
      const change = text === null ? 'unlink' : before(path) === undefined ? 'add' : 'change';
      return isFromOutside ? [{ event: 'FileChanged', path: fullPath(path), change }] : [];
    });
    this.note(events);
  }

  /** The next command starts in the workspace again. */
  noteFolders(results: readonly ToolResult[]): void {
    const ends = results.flatMap(({ endedIn }) => endedIn ?? []);
    this.note(ends.map((to) => ({ event: 'CwdChanged', from: WORKSPACE_ROOT, to })));
  }

  queue(events: readonly HookEvent[]): void {
    this.queued = [...this.queued, ...events];
  }

  takeQueued(): readonly HookEvent[] {
    const { queued } = this;
    this.queued = [];
    return queued;
  }

  /** Only events that some hook is about. */
  private told(events: readonly KnownEvent[]): readonly HookEvent[] {
    if (this.owner.agent?.isHook === true) return [];
    const { hooks } = this.settings;
    const { runId } = this.owner;
    const session = { sessionId: runId, transcriptPath: `${HOME}/.claude/${runId}.jsonl`, cwd: WORKSPACE_ROOT };
    const all = events.map((event): HookEvent => {
      const input = inputOf(event, session);
      return { event: event.event, ...('callId' in event ? { callId: event.callId } : {}), input };
    });
    this.recent = [...this.recent, ...all].slice(-MAX_RECENT);
    return hooks.length === 0 ? [] : all.filter((event) => hooksFor(event, hooks).length > 0);
  }

  /** What hooks said. Returns what is added for the agent, each as a message of its own. */
  take(
    { events, timeMs }: EntryOf<'hooked'>,
    {
      call,
      at,
      record,
    }: { readonly call: number; readonly at: number; record(hook: RecordedHook): (message: MessageId) => void },
  ): readonly HookText[] {
    const texts: HookText[] = [];
    for (const { event, callId, input, firings } of events) {
      this.hear(event, callId, effectOfEvent(event, firings));
      for (const firing of firings) {
        if (!isHookEvent(event)) continue;
        const effect = effectOfFiring(event, firing);
        const place = this.log.length;
        this.log = [...this.log, { timeMs, call, event, input, firing, effect, tokens: 0 }];
        const recorded = record(recordedHook(event, input, firing, effect, { at, timeMs }));
        for (const said of textsOf(event, effect)) {
          texts.push({
            event,
            text: `<system-reminder>\n${titleOf(event, input)}: ${said}\n</system-reminder>`,
            entered: (tokens, id) => {
              this.log = this.log.map((each, index) =>
                index === place ? { ...each, tokens: each.tokens + tokens } : each,
              );
              recorded(id);
            },
          });
        }
      }
    }
    return texts;
  }

  private hear(event: string, callId: string | undefined, effect: HookEffect): void {
    this.stops ??= effect.stops;
    switch (event) {
      case 'PreToolUse':
        if (callId !== undefined) this.decided.set(callId, effect);
        return;
      case 'PermissionRequest':
      case 'PermissionDenied':
        if (callId !== undefined) this.answered.set(callId, { ...this.answered.get(callId), ...effect });
        return;
      case 'UserPromptSubmit':
        this.blockedPrompt ??= effect.blocks;
        return;
      case 'Stop':
      case 'SubagentStop':
        this.goesOn = effect.blocks !== undefined;
        this.isStopActive = this.goesOn;
        return;
      case 'PreCompact':
        this.compaction = {
          ...optional('instructions', effect.summary),
          ...optional('blocks', effect.blocks),
        };
        return;
      default:
        return;
    }
  }

  /** Of prompt and agent hooks. */
  get usages(): readonly BesideUsage[] {
    return this.log.flatMap(({ firing: { model, usages = [] } }) =>
      model === undefined
        ? []
        : usages.map((usage) => ({ model, usage, ...optional('dollars', costOf(usage, modelFor(model))) })),
    );
  }

  /** A hook does not let the turn end. */
  takeGoesOn(): boolean {
    const { goesOn } = this;
    this.goesOn = false;
    return goesOn;
  }

  /** A hook stops the run, for this reason. */
  takeStops(): string | undefined {
    const { stops } = this;
    this.stops = undefined;
    return stops;
  }

  /** Why the call must not run: a hook blocked it, a rule or the user denied it. */
  whyDenied(call: ToolCallPart, answer: Answer | undefined): string | undefined {
    const blocks = this.decided.get(call.id)?.blocks;
    if (blocks !== undefined) return `A hook blocked this call: ${blocks}`;
    const { effect, rule } = this.permissionOf(call);
    if (effect === 'deny') return `This call is denied by ${because(rule)}. Work without it, or say that you cannot.`;
    const requested = this.answered.get(call.id);
    if (requested?.permission === 'deny')
      return `A hook denied this call: ${requested.blocks ?? 'No reason was given.'}`;
    return answer === 'no' ? 'The user denied this call. Work without it, or ask what to do instead.' : undefined;
  }

  /** The model may try again what was denied. */
  mayRetry(call: ToolCallPart): boolean {
    return this.answered.get(call.id)?.retries === true;
  }

  /** What the tool gets: hooks may change it. */
  inputFor(call: ToolCallPart): ToolCallPart['input'] {
    return this.answered.get(call.id)?.input ?? this.decided.get(call.id)?.input ?? call.input;
  }

  /** As hooks left it. */
  permissionOf(call: ToolCallPart): Permission {
    const asked = { tool: call.name, input: this.inputFor(call) };
    return underMode(permissionFor(asked, this.settings.rules), asked.tool, this.owner.agent?.mode);
  }

  /** The user's answer: `always` is a rule from now on. */
  permitted(call: ToolCallPart, { answer }: EntryOf<'permitted'>): void {
    if (answer !== 'always') return;
    const owner = this.owner.agent?.parent ?? this;
    const rules = alwaysRules({ tool: call.name, input: this.inputFor(call) });
    owner.granted = [...new Set([...owner.granted, ...rules])];
  }

  /** [H3] The settings of this session. */
  setUp({ text }: EntryOf<'hook-settings'>): void {
    this.session = text;
    this.note([{ event: 'ConfigChange', source: 'session', path: '' }]);
  }
}

const CONFIG_SOURCES = {
  user: 'user_settings',
  project: 'project_settings',
  local: 'local_settings',
  managed: 'policy_settings',
  plugin: 'plugin',
} as const;

function toolOf({ name, input, id }: ToolCallPart) {
  return { tool: name, input, callId: id };
}

function because(rule: Permission['rule']): string {
  return rule === undefined ? 'the settings' : `the rule ${rule.text} (${rule.source})`;
}

/** What goes to the model: also why it may not stop. */
function textsOf(event: string, { context, blocks }: HookEffect): readonly string[] {
  const isStop = event === 'Stop' || event === 'SubagentStop';
  return isStop && blocks !== undefined ? [...context, blocks] : context;
}

function titleOf(event: string, input: JsonObject): string {
  const about = isHookEvent(event) ? matchedBy(event, input) : undefined;
  return `Hook ${about === undefined ? event : `${event}:${about}`}`;
}

function recordedHook(
  event: string,
  input: JsonObject,
  { runs, exit, tookMs }: HookFiring,
  { blocks, summary }: HookEffect,
  place: { readonly at: number; readonly timeMs: number },
): RecordedHook {
  const about = isHookEvent(event) ? matchedBy(event, input) : undefined;
  return {
    event,
    name: about === undefined ? event : `${event}:${about}`,
    command: runs,
    ...place,
    tookMs,
    ...(exit === null ? {} : { exit }),
    ...optional('blocks', blocks),
    ...optional('summary', summary),
    line: 0,
  };
}
