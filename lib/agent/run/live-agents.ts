import type { AgentDefinition } from '../../agents/agent-definition';
import { agentMemoryPrompt } from '../../agents/agent-memory';
import { AGENT_TOOL, agentCall, agentOfType } from '../../agents/agent-tool';
import { agentsIn } from '../../agents/agents-in';
import { deniedForAgent, toolsOf } from '../../agents/allowed-for-agent';
import { FORK_REFUSED, forkDirective } from '../../agents/fork';
import { hookAgent } from '../../agents/hook-agent';
import { messageText, receiversOf, SEND_MESSAGE_TOOL, sentMessage, wordsOf } from '../../agents/send-message';
import { skillsNamed, skillsPrompt } from '../../agents/skills';
import { type AgentEnd, agentSystem, agentTask, endText, reportReminder, startedText } from '../../agents/typed-agent';
import { asObject } from '../../base/json';
import { optional } from '../../base/optional';
import type { ToolCallPart } from '../../transcript/transcript';
import { agentPlaces, filesOf } from '../child/agent-places';
import { modelOfAgent } from '../child/model-of-agent';
import { Worktree } from '../child/worktree';
import type { EntryOf, RunSetup } from '../journal/entry';
import type { BesideNeed } from '../journal/need';
import type { Workspace } from '../tools/workspace';
import { AgentChild, type ChildEntry, type ChildParts, type Inherited } from './agent-child';
import { questionOf } from './hook-agents';
import type { RunSurroundings } from './live-context';
import type { LiveConversation } from './live-conversation';
import type { LiveMail } from './live-mail';
import type { BesideUsage } from './live-memory';
import type { ToolRound } from './tool-round';

/** What answers the calls of tools that concern other agents. */
export interface Delegation {
  begin(round: ToolRound, timeMs: number): void;
  /** The agents that the round waits for, by id; those that ended meanwhile give their results. */
  awaited(round: ToolRound): readonly string[];
}

/** What agents need of the run that starts them. */
export interface AgentsOfRun {
  readonly files: Workspace;
  readonly surroundings: RunSurroundings;
  readonly mail: LiveMail;
  /** As it is now. */
  setup(): RunSetup;
  /** [O5] */
  inherited(calls: readonly ToolCallPart[], isFirst: boolean): Inherited;
  /** The call whose reply starts them. */
  call(): number;
  make(begun: EntryOf<'begun'>, surroundings: RunSurroundings, child: ChildParts): LiveConversation;
  /** It is shown to the agent at the next opportunity. */
  tell(text: string): void;
}

/** For messages, the run itself. */
export const MAIN = 'main';

/** [O4] The agents that a run has started, and the messages among them. */
export class LiveAgents implements Delegation {
  readonly all: AgentChild[] = [];

  constructor(private readonly run: AgentsOfRun) {}

  begin(round: ToolRound, timeMs: number): void {
    let first: AgentChild | undefined;
    for (const call of round.open) {
      if (call.name === SEND_MESSAGE_TOOL) this.send(round, call, MAIN, timeMs);
      if (call.name !== AGENT_TOOL) continue;
      const child = this.start(round, call, first, timeMs);
      if (child === undefined) continue;
      this.all.push(child);
      if (child.isFork) first ??= child;
      if (child.start.isBackground) round.give(call.id, startedText(child.start.name), false);
    }
  }

  awaited(round: ToolRound): readonly string[] {
    const waiting: string[] = [];
    for (const { id } of round.open) {
      const child = this.all.find(({ start }) => start.callId === id);
      if (child === undefined) continue;
      if (child.state === 'running') waiting.push(child.start.id);
      else round.give(id, resultOf(child), child.state === 'failed', child.tookMs);
    }
    return waiting;
  }

  private start(
    round: ToolRound,
    { id: callId, input }: ToolCallPart,
    firstFork: AgentChild | undefined,
    timeMs: number,
  ): AgentChild | undefined {
    const asked = agentCall(input);
    if (!asked.ok) return refuse(round, callId, asked.error);
    const { type, prompt, description, inBackground } = asked.value;
    const tree = filesOf(this.run.files);
    const { agents } = agentsIn(tree, agentPlaces, this.run.setup().own?.sessionAgents);
    const found = type === undefined ? undefined : agentOfType(type, agents);
    if (found?.ok === false) return refuse(round, callId, found.error);
    const definition = found?.value;
    const id = `agent-${this.all.length + 1}`;
    const name = asked.value.name ?? id;
    if (this.all.some(({ start, state }) => start.name === name && state === 'running')) {
      return refuse(round, callId, `Agent was not run: an agent called “${name}” is running already.`);
    }
    const inherited = definition === undefined ? this.run.inherited(round.calls, firstFork === undefined) : undefined;
    const setup = this.setupOf(id, definition);
    const tools = inherited?.frame.tools ?? this.toolsOf(definition);
    const worktree = definition?.isolation === undefined ? undefined : new Worktree(this.run.files, id);
    const child: ChildParts = {
      id,
      parentId: this.run.setup().runId,
      title: description,
      agentType: definition?.name ?? 'fork',
      delegation: new DelegationOfChild(
        (theirs, call, nowMs) => this.send(theirs, call, name, nowMs),
        (call) => this.whyDenied(definition, call),
      ),
      ...optional('hooks', definition?.hooks),
      ...optional('permissionMode', definition?.permissionMode),
      ...optional('effort', definition?.effort),
      ...optional('worktree', worktree),
      ...optional('inherited', inherited),
    };
    const conversation = this.run.make({ type: 'begun', timeMs, setup }, { ...this.run.surroundings, tools }, child);
    const start = {
      id,
      callId,
      call: this.run.call(),
      timeMs,
      name,
      description,
      prompt: definition === undefined ? forkDirective(prompt) : agentTask(definition, prompt),
      isBackground: inBackground || definition?.background === true,
      isFork: inherited !== undefined,
      type: definition?.name,
      color: definition?.color,
    };
    const after = inherited === undefined ? undefined : firstFork;
    return new AgentChild(start, conversation, after, () => this.run.mail.read(name), worktree);
  }

  /** [H2] As a task beside the turn, with the rights of its definition and no more. */
  startHook(asked: EntryOf<'hook-agent'>): AgentChild {
    const { timeMs, task, limitMs, events } = asked;
    const id = `agent-${this.all.length + 1}`;
    const description = `Hook ${events.at(-1)?.event ?? ''}`;
    const setup = this.setupOf(id, hookAgent);
    const child: ChildParts = {
      id,
      parentId: this.run.setup().runId,
      title: description,
      agentType: hookAgent.name,
      delegation: new DelegationOfChild(
        (round, call) => round.give(call.id, this.whyDenied(hookAgent, call) ?? ''),
        (call) => this.whyDenied(hookAgent, call),
      ),
      ...optional('permissionMode', hookAgent.permissionMode),
      isHook: true,
    };
    const around = { ...this.run.surroundings, tools: this.toolsOf(hookAgent) };
    const start = {
      id,
      callId: undefined,
      hook: { of: task, untilMs: timeMs + limitMs },
      call: this.run.call(),
      timeMs,
      name: id,
      description,
      prompt: questionOf(asked),
      isBackground: false,
      isFork: false,
      type: hookAgent.name,
      color: undefined,
    };
    const conversation = this.run.make({ type: 'begun', timeMs, setup }, around, child);
    // Nobody writes to it.
    const agent = new AgentChild(start, conversation, undefined, () => undefined);
    this.all.push(agent);
    return agent;
  }

  /** [H2] Those that answer hooks now: of one agent, or of all and of the run. */
  hooksUnderWay(of?: string): readonly string[] {
    return this.all.flatMap(({ state, start: { id, hook } }) =>
      state === 'running' && hook !== undefined && (of === undefined || hook.of === of) ? [id] : [],
    );
  }

  /** [O2] A tool that its definition does not give it. */
  private whyDenied(definition: AgentDefinition | undefined, { name, input }: ToolCallPart): string | undefined {
    if (definition === undefined) return undefined;
    return deniedForAgent(definition, { name, input: asObject(input) ?? {} }, this.toolNames);
  }

  private get toolNames(): readonly string[] {
    const off = new Set(this.run.setup().own?.toolsOff ?? []);
    return this.run.surroundings.tools.flatMap(({ name }) => (off.has(name) ? [] : [name]));
  }

  /** Its own prompt and model; everything else is its parent's. */
  private setupOf(id: string, definition: AgentDefinition | undefined): RunSetup {
    const parent = this.run.setup();
    const {
      agents: _,
      agentPolicy: policy = parent.policy,
      toolsOff: __,
      task: ___,
      system: ____,
      ...own
    } = parent.own ?? {};
    const setup = { ...parent, policy, runId: id, files: {} };
    if (definition === undefined) return { ...setup, own };
    const tree = filesOf(this.run.files);
    const memory = agentMemoryPrompt(definition, tree, agentPlaces);
    const skills = skillsPrompt(skillsNamed(definition.skills, tree, agentPlaces));
    const environment = definition.isolation === undefined ? ENVIRONMENT : `${ENVIRONMENT} ${OWN_COPY}`;
    const { staticText, dynamicText } = agentSystem(definition, environment, {
      ...optional('memory', memory),
      ...optional('skills', skills),
    });
    return {
      ...setup,
      model: modelOfAgent(definition.model, parent.model),
      limits: { ...parent.limits, ...optional('calls', definition.maxTurns) },
      own: { ...own, system: staticText, instructions: dynamicText },
    };
  }

  private toolsOf(definition: AgentDefinition | undefined) {
    const off = new Set(this.run.setup().own?.toolsOff ?? []);
    const there = this.run.surroundings.tools.filter(({ name }) => !off.has(name));
    if (definition === undefined) return there;
    const allowed = new Set(
      toolsOf(
        definition,
        there.map(({ name }) => name),
      ),
    );
    return there.filter(({ name }) => allowed.has(name));
  }

  /** [O7] */
  private send(round: ToolRound, { id, input }: ToolCallPart, from: string, timeMs: number): void {
    const message = sentMessage(input);
    if (!message.ok) {
      round.give(id, message.error);
      return;
    }
    const { content, summary, to } = message.value;
    const letter = { id: `${id}-${timeMs}`, timeMs, from, summary, text: wordsOf(content) };
    const sent = this.run.mail.sentOut(message.value, letter);
    if (sent !== undefined) {
      round.give(id, sent.ok ? sent.value : sent.error, !sent.ok);
      return;
    }
    const others = this.all
      .filter(({ start }) => start.hook === undefined)
      .map(({ start, state }) => ({ name: start.name, isRunning: state === 'running' }));
    const receivers = receiversOf(to, from, [{ name: MAIN, isRunning: true }, ...others]);
    if (!receivers.ok) {
      round.give(id, receivers.error);
      return;
    }
    const text = messageText(from, message.value);
    for (const { name } of receivers.value) {
      this.run.mail.sent(name, letter);
      if (name === MAIN) this.run.tell(text);
      else this.all.findLast(({ start }) => start.name === name)?.tell(text, timeMs);
    }
    round.give(id, `Queued for ${receivers.value.map(({ name }) => name).join(', ')}.`, false);
  }

  named(id: string): AgentChild | undefined {
    return this.all.find(({ start }) => start.id === id);
  }

  apply(child: AgentChild, entry: ChildEntry): void {
    child.apply(entry);
    if (child.state === 'running' || !child.owesReport) return;
    child.owesReport = false;
    const { name } = child.start;
    this.run.tell(reportReminder(name, endOf(child), answerOf(child), child.why));
  }

  /** What goes on beside the turns, by id. */
  get open(): readonly string[] {
    return this.all.flatMap(({ state, start }) => (state === 'running' ? [start.id] : []));
  }

  needOf(id: string): BesideNeed | undefined {
    return this.named(id)?.need;
  }

  /** [O8] What could be asked about those that have been running for a while. */
  progressNeeds(nowMs: number): readonly BesideNeed[] {
    return this.all.flatMap((child) => child.progressNeed(nowMs) ?? []);
  }

  /** [E2] Their requests are no calls of the run. */
  get usages(): readonly BesideUsage[] {
    return this.all.flatMap(({ usages }) => usages);
  }
}

/** [O5] An agent starts no others. */
class DelegationOfChild implements Delegation {
  constructor(
    private readonly send: (round: ToolRound, call: ToolCallPart, timeMs: number) => void,
    private readonly whyDenied: (call: ToolCallPart) => string | undefined,
  ) {}

  begin(round: ToolRound, timeMs: number): void {
    for (const call of round.open) {
      if (call.name === AGENT_TOOL) round.give(call.id, FORK_REFUSED);
      else if (call.name === SEND_MESSAGE_TOOL) this.send(round, call, timeMs);
      else {
        const why = this.whyDenied(call);
        if (why !== undefined) round.give(call.id, why);
      }
    }
  }

  awaited(): readonly string[] {
    return [];
  }
}

/** Everything about the surroundings that an agent has to know. */
const ENVIRONMENT = 'The workspace is /workspace. Paths in it may be written relative to it.';

/** [O2] */
const OWN_COPY = 'It is a copy of your own: nobody sees your changes there until you are done.';

function refuse(round: ToolRound, callId: string, why: string): undefined {
  round.give(callId, why);
}

function resultOf(child: AgentChild): string {
  return endText(endOf(child), answerOf(child), child.why);
}

/** [O2] With what it left, if it had files of its own. */
function answerOf({ answer, worktree }: AgentChild): string {
  return worktree === undefined ? answer : `${answer}\n\n${worktree.text}`.trim();
}

function endOf({ state, isAtLimit }: AgentChild): AgentEnd {
  if (isAtLimit) return 'limit';
  return state === 'running' ? 'stopped' : state;
}
