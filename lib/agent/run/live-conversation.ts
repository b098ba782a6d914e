import { assertNever } from '../../base/assert-never';
import { optional } from '../../base/optional';
import { midSizeModel } from '../../economics/side-model';
import type { ContextMessage } from '../../layers/shape/context';
import type { Ask, HookAsk } from '../../layers/shape/layer';
import type { SessionNote } from '../../layers/shape/memory';
import type { OwnAsk } from '../../layers/shape/own';
import { notOwn } from '../../layers/shape/written-asks';
import type { EarlierPolicy } from '../../policies/shape/earlier-policy';
import type { Policy } from '../../policies/shape/policy';
import type { Thresholds } from '../../policies/shape/thresholds';
import type { Simulation, Thrash } from '../../simulator/pipeline/simulation';
import type { ReplayedCall } from '../../simulator/replay/replay-lookup';
import type { Message, ToolCallPart, Transcript } from '../../transcript/transcript';
import type { ModelRequest } from '../journal/chat-model';
import type { Entry, EntryOf, ModelChoice, OwnSetup, RunLimits } from '../journal/entry';
import { modelIdOf } from '../journal/model-id';
import type { BesideNeed, HookEvent, Need, Question, StopReason } from '../journal/need';
import { forkRequest, turnRequest } from '../model/request-body';
import { LiveTeam } from '../project/live-team';
import type { CallUsage, ForkUsage, LiveUsage } from '../record/live-usage';
import type { PromptAssembly } from '../system/prompt-assembly';
import { Workspace } from '../tools/workspace';
import type { AgentChild, ChildEntry, ChildParts } from './agent-child';
import type { BesideNote } from './beside-note';
import { firingOf, withFiring } from './hook-agents';
import { HookFlow } from './hook-flow';
import { type AgentsOfRun, type Delegation, LiveAgents, MAIN } from './live-agents';
import { type BeginningChange, LiveContext, type RunSurroundings } from './live-context';
import { LiveHooks } from './live-hooks';
import { LiveMail } from './live-mail';
import { LiveMemory, memoryRuleOf, type Paid, recallNeed } from './live-memory';
import { LiveNote } from './live-note';
import { type AfterHooks, BETWEEN_STEPS, type Phase, type Then, type Work } from './run-phase';
import { ToldLater } from './told-later';
import { ToolRound } from './tool-round';
import { NOTHING_SPENT, reachedInAll, type Spent, together } from './whole-run';

const STOPPED_ADVICE = 'Send a prompt to go on, or change the hook in the Hooks tab.';
const NO_MEMORY = { extraction: undefined, recalling: undefined, dream: undefined };

/** How often the provider may reject the same call, each time after something was done about it. */
const MAX_REFUSALS = 3;

/**
 * A run of an agent: what its entries, one after another, make of it. It does nothing by itself. What it needs next is in
 * `need`; whoever drives it does that, and comes back with the entry. The context is prepared before every call by the same
 * pipeline as in a replay.
 *
 *   prompt ─▶ prepare ─▶ reply ─▶ after response ─▶ results ─▶ prepare ─▶ …          fork: whenever a layer asks
 */
export class LiveConversation {
  limits: RunLimits;
  own: OwnSetup;
  /** What was sent without an answer that is a part of the run. */
  unheard: Spent = NOTHING_SPENT;
  /** As its entries left them. */
  readonly files: Workspace;
  memory: LiveMemory;
  private live: LiveContext;
  private readonly toldLater = new ToldLater();
  /** [N2] [J2] */
  private readonly noteBeside = new LiveNote();
  private phase: Phase = { type: 'prompt' };
  private afterCommand: Phase = { type: 'prompt' };
  private refusals = 0;
  /** [G4] The user was told once, and continues at their own risk. */
  private toldThrash: Thrash | undefined;
  private toCall: readonly ToolCallPart[] = [];
  /** Of the latest reply. */
  private round = new ToolRound([]);
  private prompted: Message | undefined;
  readonly hooks: LiveHooks;
  private readonly hookFlow: HookFlow;
  /** [O4] Those that it started. */
  readonly agents: LiveAgents;
  private readonly delegation: Delegation;
  /** [O9] */
  readonly mail: LiveMail;
  /** [U2] Of the team that the workspace belongs to, if it does. */
  readonly team: LiveTeam;
  private repliedMs = 0;
  private made: ModelRequest | undefined;
  constructor(
    private readonly begun: EntryOf<'begun'>,
    private readonly surroundings: RunSurroundings,
    /** Of an agent that another one started: it works on the same files. */
    private readonly child?: ChildParts & {
      readonly files: Workspace;
      readonly parentHooks: LiveHooks;
      reachedInAll(): StopReason | undefined;
    },
  ) {
    this.limits = begun.setup.limits;
    this.own = begun.setup.own ?? {};
    this.files = child?.files ?? Workspace.of(begun.setup.files, begun.timeMs, begun.setup.modified);
    const { runId, project } = begun.setup;
    const agent = child && {
      id: child.id,
      type: child.agentType,
      parent: child.parentHooks,
      ...optional('hooks', child.hooks),
      ...optional('mode', child.permissionMode),
      ...optional('isHook', child.isHook),
    };
    const session = project?.session ?? 1;
    this.hooks = new LiveHooks(this.files, { runId, session, ...optional('agent', agent) });
    this.hookFlow = new HookFlow(this.hooks);
    this.live = new LiveContext(begun, surroundings, this.files, this.hooks, child);
    this.memory = this.freshMemory();
    this.team = new LiveTeam(this.files, begun.setup.team);
    this.mail = new LiveMail(this.files, session, (text) => this.toldLater.tellOfSessions(text));
    this.agents = new LiveAgents(this.ofAgents);
    this.delegation = child?.delegation ?? this.agents;
  }

  static of([first, ...others]: readonly Entry[], surroundings: RunSurroundings): LiveConversation {
    if (first?.type !== 'begun') throw new Error('The first entry of a run is its beginning');
    const run = new LiveConversation(first, surroundings);
    for (const entry of others) run.apply(entry);
    return run;
  }

  get need(): Need {
    const { phase } = this;
    switch (phase.type) {
      case 'prompt':
      case 'hooks':
      case 'permission':
      case 'agents':
      case 'results':
      case 'help':
        return phase;
      case 'reply':
        this.made ??= turnRequest(this.context, this.live.frame);
        return { type: 'reply', request: this.made };
      case 'recall':
        return recallNeed(phase.selection);
      case 'hook-agent':
        return phase.need;
      case 'fork':
        this.made ??= forkRequest(phase.ask, this.live.frame);
        return { type: 'fork', request: this.made };
      default:
        return assertNever(phase);
    }
  }

  apply(entry: Entry): void {
    this.made = undefined;
    const before = this.memory.beforeWrites(entry);
    if (this.child === undefined) this.takeFiles(entry);
    switch (entry.type) {
      case 'begun':
        throw new Error('A run begins once');
      case 'prompt':
        this.expect(entry, 'prompt', 'reply', 'help');
        this.prompt(entry);
        return;
      case 'woken':
        this.expect(entry, 'prompt');
        this.showTold(entry.timeMs);
        this.prepare(entry.timeMs);
        return;
      case 'reply':
        this.expect(entry, 'reply');
        this.reply(entry);
        return;
      case 'refused':
        this.expect(entry, 'reply');
        this.refused(entry);
        return;
      case 'results':
        this.results(entry);
        return;
      case 'forked':
        if (entry.task === undefined) this.forked(entry);
        else if (!this.goOnWithAgent(entry.task, entry)) {
          this.noteBeside.answered(entry, entry.task, this.live);
          this.takeNote();
        }
        return;
      case 'command':
        this.expect(entry, 'prompt', 'reply', 'help');
        // The next request will differ, and the obstacle may be gone.
        this.afterCommand = this.phase;
        this.live.begin(entry.timeMs);
        this.drive(this.live.pipeline.command(this.live.facts, entry.command), 'command');
        return;
      case 'policy':
        this.expect(entry, ...BETWEEN_STEPS);
        this.live.changePolicy(entry.policy);
        this.lookAgain(entry.timeMs);
        return;
      case 'model':
        this.expect(entry, ...BETWEEN_STEPS);
        this.live.changeModel(entry.model);
        this.lookAgain(entry.timeMs);
        return;
      case 'limits':
        this.limits = entry.limits;
        this.live.book.spent = { calls: 0, dollars: 0 };
        if (this.phase.type === 'help') this.prepare(entry.timeMs);
        return;
      case 'own-setup':
        this.setUp(entry.own);
        return;
      case 'sections':
        this.expect(entry, ...BETWEEN_STEPS);
        this.chooseSections(entry);
        return;
      case 'approved':
        return;
      case 'problem':
        this.live.record.addEvent('api-error', entry.what, entry.timeMs);
        this.hooks.note([{ event: 'StopFailure', error: 'unknown', details: entry.what }]);
        this.tellNow(entry.timeMs);
        this.stopAtLimit();
        return;
      case 'stopped':
        this.live.record.addEvent('interrupt', 'Stopped by the user', entry.timeMs);
        this.stopAtLimit();
        return;
      case 'spent':
        this.unheard = together(this.unheard, entry);
        if (entry.because === 'failed') this.live.book.spendUnheard(entry.dollars);
        else this.stopAtLimit();
        return;
      case 'files':
        if (entry.undoes !== undefined) this.memory.dreams.named(entry.undoes)?.undone();
        this.noteFiles();
        this.tellNow(entry.timeMs);
        return;
      case 'recalled':
        this.recalled(entry);
        return;
      case 'recall-late':
        this.expect(entry, 'recall');
        if (this.phase.type === 'recall') this.phase.selection.state = 'late';
        this.prepare(entry.timeMs);
        return;
      case 'task-reply':
      case 'task-results':
      case 'task-ended':
        if (!this.goOnWithAgent(entry.task, entry)) this.paidBeside(this.memory.goOn(entry, before));
        return;
      case 'task-refused':
      case 'task-progress':
        if (!this.goOnWithAgent(entry.task, entry)) throw new Error(`The run has no agent "${entry.task}"`);
        return;
      case 'hooked':
        if (entry.task === undefined || !this.goOnWithAgent(entry.task, entry)) this.hooked(entry);
        return;
      case 'hook-agent':
        this.asking(entry.task).waitForHook(entry, this.agents.startHook(entry));
        return;
      case 'permitted':
        if (entry.task === undefined || !this.goOnWithAgent(entry.task, entry)) this.permitted(entry);
        return;
      case 'team':
        this.team.take(entry);
        this.noteFiles();
        this.tellNow(entry.timeMs);
        return;
      case 'mail':
        this.mail.take(entry);
        return;
      case 'hook-settings':
        this.hooks.setUp(entry);
        this.tellNow(entry.timeMs);
        return;
      case 'dream':
        this.askForDream(entry.timeMs);
        return;
      case 'dream-looked':
        this.memory.dreamNamed(entry.task).look(entry);
        return;
      case 'dream-wrote':
        this.memory.dreamNamed(entry.task).wrote(entry.timeMs);
        return;
      case 'waited':
        this.expect(entry, ...BETWEEN_STEPS);
        this.waited(entry);
        return;
      default:
        assertNever(entry);
    }
  }

  private expect(entry: Entry, ...types: readonly Phase['type'][]): void {
    const { phase } = this;
    if (phase.type === 'hooks' && typeof phase.then === 'object' && 'back' in phase.then) {
      // Nothing waits for them, and an older run has not told them here: they are told later.
      this.hooks.queue(phase.events);
      this.phase = phase.then.back;
    }
    if (types.includes(this.phase.type)) return;
    throw new Error(`"${entry.type}" does not fit a run that needs "${this.phase.type}"`);
  }

  /** Whether anything was sent or said: from then on, every request must start like the first one. */
  get hasStarted(): boolean {
    const isSent = this.transcript.messages.length > 0 || this.calls.length > 0 || this.forks.length > 0;
    return isSent || this.memory.dreams.all.length > 0;
  }

  /** [D1] Whether `/dream` can begin one. */
  get canDream(): boolean {
    return this.memory.dreams.canStart(this.phase.type === 'prompt');
  }

  private askForDream(timeMs: number): void {
    const { live, memory } = this;
    const isBetweenTurns = this.phase.type === 'prompt';
    if (isBetweenTurns && !this.hasStarted && memory.dreams.rule !== undefined) live.startSession(timeMs);
    memory.dreams.asked(timeMs, isBetweenTurns ? live.asParent : undefined);
  }

  private setUp(own: OwnSetup): void {
    if (this.hasStarted || this.phase.type !== 'prompt') {
      this.own = { ...this.own, ...optional('toolsOff', own.toolsOff) };
      return;
    }
    this.own = own;
    this.setUpAgain();
  }

  private setUpAgain(): void {
    const { policy, model } = this.live;
    const setup = { ...this.begun.setup, policy, model, own: this.own, sections: this.live.assembly.choices };
    this.live = new LiveContext({ ...this.begun, setup }, this.surroundings, this.files, this.hooks, this.child);
    this.memory = this.freshMemory();
  }

  /** What is sent first depends on the files until the session begins; later it stays as it was sent. */
  private noteFiles(): void {
    if (!this.hasStarted && this.phase.type === 'prompt') this.setUpAgain();
  }

  /** [Y3] What layers did for the pending call was done with what it would have sent, and stays. */
  private chooseSections({ sections, timeMs }: EntryOf<'sections'>): void {
    const { live, hasStarted } = this;
    const wasPrepared = this.phase.type === 'reply' && live.hasActedForNext;
    live.choose(sections, timeMs, hasStarted, wasPrepared);
    if (hasStarted && !wasPrepared) this.lookAgain(timeMs);
  }

  /** What layers did for the pending call was done at its time, and stays. */
  private waited({ timeMs, ms }: EntryOf<'waited'>): void {
    if (!this.live.hasActedForNext) this.lookAgain(timeMs + ms);
  }

  private prompt(entry: EntryOf<'prompt'>): void {
    const { live } = this;
    live.book.spent = { calls: 0, dollars: 0 };
    if (!this.hasStarted) live.startSession(entry.timeMs);
    this.askHooks(this.hookFlow.atPrompt(entry, live), 'prompt', entry.timeMs);
  }

  private enterPrompt(entry: EntryOf<'prompt'>): void {
    const { live } = this;
    this.showTold(entry.timeMs);
    const held = live.messages.prompt(entry);
    live.enter(held);
    live.attachToPrompt(entry.timeMs);
    this.memory.said(held.message);
    this.prompted = held.message;
  }

  /** [R1] */
  private recallFor(prompt: Message, timeMs: number): void {
    const { live } = this;
    const selection = this.memory.prompted(prompt, midSizeModel(modelIdOf(live.model)), live.compactions);
    if (selection === undefined) this.prepare(timeMs);
    else this.phase = { type: 'recall', selection };
  }

  /** [H1] */
  private askHooks(events: readonly HookEvent[], then: AfterHooks, timeMs: number): void {
    const isOf = (name: 'work' | 'back') => typeof then === 'object' && name in then;
    const told = isOf('back') ? ({ isTold: true } as const) : {};
    if (events.length > 0) this.phase = { type: 'hooks', events, isOfLayer: isOf('work'), ...told, then };
    else this.afterHooks(then, timeMs);
  }

  /** [H1] What changed while the run does nothing, or why it ended: hooks hear it then, once the session has begun. */
  private tellNow(timeMs: number): void {
    const { phase } = this;
    if (!this.hookFlow.hasBegun || (phase.type !== 'prompt' && phase.type !== 'reply')) return;
    const events = this.hooks.takeQueued();
    if (events.length > 0) this.askHooks(events, { back: phase }, timeMs);
  }

  private hooked(entry: EntryOf<'hooked'>): void {
    const { phase } = this;
    if (phase.type !== 'hooks') throw new Error(`"hooked" does not fit a run that needs "${phase.type}"`);
    const isAdded = this.hookFlow.heard(entry, phase.then, this.live, (prompt) => this.enterPrompt(prompt));
    if (isAdded) this.afterHooks(phase.then, entry.timeMs);
    else this.phase = { type: 'prompt' };
  }

  private afterHooks(then: AfterHooks, timeMs: number): void {
    if (typeof then === 'object' && 'back' in then) {
      this.phase = then.back;
      return;
    }
    if (typeof then === 'object') {
      const said = this.hooks.takeCompaction();
      this.goOn(then.work, then.work.next({ type: 'hooks', said }), then.then);
      return;
    }
    switch (then) {
      case 'prompt':
        this.hookFlow.enter((prompt) => this.enterPrompt(prompt));
        if (this.prompted === undefined) throw new Error('There is a prompt before its hooks');
        this.recallFor(this.prompted, timeMs);
        return;
      case 'round':
        this.goOnWithRound(timeMs);
        return;
      case 'results':
        this.prepare(timeMs);
        return;
      case 'turn-end':
        if (this.hooks.takeGoesOn()) this.prepare(timeMs);
        else this.endTurn();
        return;
      default:
        assertNever(then);
    }
  }

  private permitted(entry: EntryOf<'permitted'>): void {
    this.expect(entry, 'permission');
    const call = this.round.calls.find(({ id }) => id === entry.callId);
    if (call === undefined) throw new Error(`Nobody was asked about the call "${entry.callId}"`);
    this.round.answer(entry);
    this.hooks.permitted(call, entry);
    this.goOnWithRound(entry.timeMs);
  }

  /** [H1] [O4] As far as it goes without the host. */
  private goOnWithRound(timeMs: number): void {
    const next = this.round.next(this.hooks, this.delegation, timeMs);
    if (next.type === 'hooks') this.askHooks(next.events, 'round', timeMs);
    else this.phase = next;
  }

  /** [O4] Whether it is one. */
  private goOnWithAgent(id: string, entry: ChildEntry): boolean {
    const child = this.agents.named(id);
    if (child === undefined) return false;
    const before = child.dollars;
    this.agents.apply(child, entry);
    this.live.book.spendBeside(modelIdOf(child.run.model), child.dollars - before);
    this.hookAnswered(child);
    if (this.phase.type === 'agents') this.goOnWithRound(entry.timeMs);
    return true;
  }

  /** [H2] The run, or an agent that it started. */
  private asking(task: string | undefined): LiveConversation {
    const found = task === undefined ? this : this.agents.named(task)?.run;
    if (found === undefined) throw new Error(`The run has no agent "${task}"`);
    return found;
  }

  private waitForHook(asked: EntryOf<'hook-agent'>, agent: AgentChild): void {
    const { phase } = this;
    if (phase.type !== 'hooks') throw new Error(`"hook-agent" does not fit a run that needs "${phase.type}"`);
    const { isOfLayer, isTold } = phase;
    const need = { type: 'hook-agent', id: agent.start.id, isOfLayer, ...optional('isTold', isTold) } as const;
    this.phase = { type: 'hook-agent', need, asked, agent, hooks: phase };
  }

  /** [H2] Its answer is one of those that its hooks give; the others follow. */
  private hookAnswered(agent: AgentChild): void {
    if (agent.start.hook === undefined || agent.state === 'running') return;
    const asking = this.asking(agent.start.hook.of);
    const { phase } = asking;
    if (phase.type !== 'hook-agent' || phase.agent !== agent) return;
    asking.phase = { ...phase.hooks, heard: withFiring(phase.asked.events, firingOf(phase.asked, agent)) };
  }

  private takeFiles(entry: Entry): void {
    if (!('files' in entry) || entry.type === 'recalled') return;
    const { files = [] } = entry;
    const before = new Map(files.map(({ path }) => [path, this.files.read(path)]));
    this.files.apply(files, entry.timeMs);
    if (entry.type === 'results') this.hooks.noteFolders(entry.results);
    this.hooks.noteFiles(files, entry.type === 'files' || entry.type === 'team', (path) => before.get(path));
    this.team.changed(files);
  }

  private showTold(timeMs: number): void {
    this.toldLater.show(this.live, this.memory, timeMs);
    if (this.child === undefined) this.mail.read(MAIN);
  }

  /** It is shown to the agent with the next results, or with the next prompt. */
  tell(text: string): void {
    this.toldLater.tell(text);
  }

  /** Something was told that the agent has not seen. */
  get hasNews(): boolean {
    return this.toldLater.hasNews;
  }

  private get ofAgents(): AgentsOfRun {
    return {
      files: this.files,
      surroundings: this.surroundings,
      mail: this.mail,
      setup: () => {
        const { policy, model } = this.live;
        const sections = this.live.assembly.choices;
        return { ...this.begun.setup, policy, model, limits: this.limits, own: this.own, sections };
      },
      inherited: (calls, isFirst) => this.live.inheritedBy(calls, isFirst),
      call: () => this.live.facts.call,
      make: (begun, surroundings, child) => {
        const made = new LiveConversation(begun, surroundings, {
          ...child,
          files: child.worktree?.files ?? this.files,
          parentHooks: this.hooks,
          reachedInAll: () => this.reachedInAll(),
        });
        this.live.record.transcript.children.push(made.transcript);
        return made;
      },
      tell: (text) => this.tell(text),
    };
  }

  private recalled(entry: EntryOf<'recalled'>): void {
    const { phase } = this;
    const { selection, recalled } = this.memory.chosen(entry);
    this.live.book.spendBeside(selection.start.model, selection.dollars);
    this.toldLater.recalled(selection, recalled);
    if (phase.type !== 'recall' || phase.selection !== selection) return;
    this.showTold(entry.timeMs);
    this.prepare(entry.timeMs);
  }

  private paidBeside(paid: Paid | undefined): void {
    if (paid !== undefined) this.live.book.spendBeside(paid.model, paid.dollars);
  }

  private freshMemory(): LiveMemory {
    const rule = () => (this.child === undefined ? memoryRuleOf(this.live.policy) : NO_MEMORY);
    return new LiveMemory(
      this.files,
      rule,
      this.live.record.transcript,
      `session-${this.begun.setup.project?.session ?? 1}`,
    );
  }

  private prepare(timeMs: number): void {
    const reached = this.reachedLimit();
    if (reached !== undefined) {
      this.stopFor(reached);
      return;
    }
    const stopped = this.hooks.takeStops();
    if (stopped !== undefined) {
      this.stopFor({ type: 'problem', what: `A hook stopped the run: ${stopped}`, advice: STOPPED_ADVICE });
      return;
    }
    const { live } = this;
    live.lookAtSections(timeMs);
    live.beginPreparing(timeMs);
    this.refusals = 0;
    const work = live.pipeline.prepare(live.facts);
    if (work === undefined) this.follow('call');
    else this.drive(work, 'call');
  }

  private prepared(): void {
    this.live.notePrepared();
    const { pipeline, facts } = this.live;
    const { thrash } = pipeline;
    if (!pipeline.fits) this.dies();
    else if (pipeline.isBlocked) {
      this.stopFor({ type: 'blocked', used: pipeline.used, blocking: facts.thresholds.blocking });
    } else if (thrash !== undefined && thrash !== this.toldThrash) {
      this.toldThrash = thrash;
      this.stopFor({ type: 'thrash', message: thrash.message, tokens: thrash.tokens });
    } else this.phase = { type: 'reply' };
  }

  private reply(entry: EntryOf<'reply'>): void {
    this.toCall = this.live.takeReply(entry, (said) => this.memory.said(said));
    this.repliedMs = entry.timeMs;
    const work = this.live.pipeline.afterResponse();
    if (work === undefined) this.follow('end-of-response');
    else this.drive(work, 'end-of-response');
  }

  private refused({ what, gapTokens, timeMs }: EntryOf<'refused'>): void {
    const { record, pipeline, facts } = this.live;
    record.addEvent('api-error', what, timeMs);
    this.refusals += 1;
    if (this.refusals > MAX_REFUSALS) this.dies();
    else this.drive(pipeline.refused(facts, gapTokens), 'retry');
  }

  private results(entry: EntryOf<'results'>): void {
    const { phase, live } = this;
    if (phase.type !== 'results') throw new Error(`"results" do not fit a run that needs "${phase.type}"`);
    const held = live.messages.results(entry, phase.calls);
    live.enter(held);
    live.attachToResults(entry, phase.calls);
    this.memory.said(held.message);
    this.memory.wrote(entry.files);
    this.showTold(entry.timeMs);
    const denied = new Set(this.round.denied.map(({ call }) => call.id));
    const events = this.hooks.afterTools(phase.calls, entry.results, denied);
    this.askHooks([...events, ...this.hookFlow.toldLate(this.live)], 'results', entry.timeMs);
  }

  private forked(entry: EntryOf<'forked'>): void {
    const { phase } = this;
    if (phase.type !== 'fork') throw new Error(`"forked" does not fit a run that needs "${phase.type}"`);
    const { ask, work, then } = phase;
    this.live.takeFork(ask, entry);
    this.goOn(work, work.next(entry.reply), then);
  }

  /** [N2] From the preparation of a call to the work after its response, layers decide with one and the same note. */
  private takeNote(): void {
    const { type } = this.phase;
    if (type !== 'reply' && type !== 'fork' && type !== 'help') this.noteBeside.takeOver(this.live);
  }

  /** [J2] What goes on beside the turns, by id. */
  get open(): readonly string[] {
    return [...this.memory.open, ...this.agents.open, ...this.noteBeside.open];
  }

  /** Undefined once it has ended. */
  besideNeed(id: string): BesideNeed | undefined {
    return this.noteBeside.needOf(id) ?? this.agents.needOf(id) ?? this.memory.needOf(id);
  }

  private drive(work: Work, then: Then): void {
    this.goOn(work, work.next(), then);
  }

  private goOn(work: Work, step: IteratorResult<Ask | HookAsk | OwnAsk, unknown>, then: Then): void {
    if (step.done === true) {
      this.worked(step.value, then);
      return;
    }
    const ask = notOwn(step.value);
    if (ask.type !== 'hooks') this.phase = { type: 'fork', ask, work, then };
    else this.askHooks(this.hooks.aroundCompaction(ask), { work, then }, this.live.facts.nowMs ?? 0);
  }

  private worked(outcome: unknown, then: Then): void {
    if (then === 'retry' && outcome !== true) this.dies();
    else this.follow(then);
  }

  private follow(then: Then): void {
    const { live, hooks } = this;
    const nowMs = live.facts.nowMs ?? 0;
    live.readAnew(nowMs, then !== 'command');
    switch (then) {
      case 'call':
        this.prepared();
        return;
      case 'retry':
        this.live.noteMadeSmaller();
        this.phase = { type: 'reply' };
        return;
      case 'end-of-response':
        this.phase = { type: 'prompt' };
        this.takeNote();
        this.noteBeside.ask(this.live, this.repliedMs);
        if (this.toCall.length === 0) this.askHooks(hooks.atStop(this.lastWords), 'turn-end', this.repliedMs);
        else {
          this.round = new ToolRound(this.toCall);
          this.goOnWithRound(this.repliedMs);
        }
        return;
      case 'command':
        this.phase = this.afterCommand;
        this.takeNote();
        this.lookAgain(this.live.facts.nowMs ?? 0);
        return;
      default:
        assertNever(then);
    }
  }

  /** [A7] */
  private endTurn(): void {
    const { live } = this;
    this.phase = { type: 'prompt' };
    this.memory.turnEnded(live.facts.call, () => live.asParent, this.repliedMs);
    this.memory.dreams.turnEnded(live.facts.call, () => live.asParent, this.repliedMs);
  }

  /** Another policy or model may act differently before the pending call, and so may a command. */
  private lookAgain(timeMs: number): void {
    this.live.begin(timeMs);
    this.live.pipeline.begin(this.live.facts);
    if (this.phase.type === 'reply' || this.phase.type === 'help') this.prepare(timeMs);
  }

  /** Agents stop at the limits of the run that started them. */
  private reachedInAll(): StopReason | undefined {
    return this.child === undefined ? reachedInAll(this, this.limits) : this.child.reachedInAll();
  }

  private reachedLimit(): StopReason | undefined {
    const inAll = this.reachedInAll();
    if (inAll !== undefined) return inAll;
    const { calls, dollars } = this.live.book.spent;
    if (calls >= this.limits.calls) return { type: 'call-limit', calls };
    return dollars >= this.limits.dollars ? { type: 'money-limit', dollars } : undefined;
  }

  /** A call that is sent again and again, and never answered whole, meets the limits, too. */
  private stopAtLimit(): void {
    if (this.phase.type !== 'reply' || this.unheard === NOTHING_SPENT) return;
    const reached = this.reachedLimit();
    if (reached !== undefined) this.stopFor(reached);
  }

  private dies(): void {
    const { pipeline, facts } = this.live;
    this.stopFor({ type: 'dead', size: Math.round(pipeline.size), fits: facts.thresholds.fits });
  }

  private stopFor(why: StopReason): void {
    this.phase = { type: 'help', why };
  }

  /** Of the format of its entries. */
  get version(): number {
    return this.begun.setup.version;
  }

  get policy(): Policy {
    return this.live.policy;
  }

  /** What it was before, if it was changed. */
  get earlier(): readonly EarlierPolicy[] {
    return this.live.earlier;
  }

  get model(): ModelChoice {
    return this.live.model;
  }

  /** [R2] What chooses memories, if the policy has them recalled by another model than the run's own. */
  get selector(): string | undefined {
    const id = modelIdOf(this.live.model);
    const selector = midSizeModel(id);
    return selector === id || !this.memory.recalls ? undefined : selector;
  }

  /** What its model said last. */
  get lastWords(): string {
    const last = this.transcript.messages.findLast(({ kind }) => kind === 'reply');
    return (last?.parts ?? []).flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n\n');
  }

  /** [H1] Questions to the user, of the run and of its agents. */
  get questions(): readonly Question[] {
    const own = this.phase.type === 'permission' ? this.phase.calls : [];
    return [
      ...own,
      ...this.agents.all.flatMap((child) => child.asked.map((call) => ({ ...call, task: child.start.id }))),
    ];
  }

  /** For the latest prepared call. */
  get lastStep(): ReplayedCall | undefined {
    return this.live.lastStep;
  }

  get compactions(): number {
    return this.live.compactions;
  }

  /** It grows with the run: copy it to keep it. */
  get transcript(): Transcript {
    return this.live.record.transcript;
  }

  get context(): readonly ContextMessage[] {
    return this.live.context;
  }

  /** [Y] */
  get assembly(): PromptAssembly {
    return this.live.assembly;
  }

  get beginnings(): readonly BeginningChange[] {
    return this.live.beginnings;
  }

  get calls(): readonly CallUsage[] {
    return this.live.book.calls;
  }

  get forks(): readonly ForkUsage[] {
    return this.live.book.forks;
  }

  /** Since the latest prompt, or since the limits were set. */
  get spent(): LiveUsage['spent'] {
    return this.live.book.spent;
  }

  get note(): SessionNote | undefined {
    return this.live.pipeline.note;
  }

  /** [N2] [J2] Requested beside the turn, and not taken over yet. */
  get besideNote(): BesideNote | undefined {
    return this.noteBeside.beside;
  }

  /** For the current context. */
  get used(): number {
    return this.live.pipeline.used;
  }

  /** Of the current context, by the most exact count. */
  get size(): number {
    return Math.max(0, Math.round(this.live.pipeline.size));
  }

  get thresholds(): Thresholds {
    return this.live.thresholds;
  }

  /** The paths of the files that it began with. */
  get filesAtStart(): readonly string[] {
    return Object.keys(this.begun.setup.files);
  }

  /** What layers did, without a copy of the numbers of every call. */
  get done(): Pick<Simulation, 'changes' | 'failures'> {
    return this.live.book.numbers;
  }

  /** The numbers of the calls so far, and what layers did. */
  result(): Simulation {
    return this.live.result();
  }

  /** [B5] The full text of a result by the path in its stub. */
  storedResult(path: string): string | undefined {
    return path.startsWith('tool-results/') ? this.live.messages.storedResult(path) : undefined;
  }
}
