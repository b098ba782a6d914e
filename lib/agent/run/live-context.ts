import type { AgentDefinition } from '../../agents/agent-definition';
import { agentList, agentListReminder } from '../../agents/agent-list';
import { agentsIn } from '../../agents/agents-in';
import { FORK_PLACEHOLDER } from '../../agents/fork';
import { asObject, asText } from '../../base/json';
import { optional } from '../../base/optional';
import { isSameValue } from '../../base/same-value';
import type { Model } from '../../economics/model';
import { modelFor } from '../../economics/model-table';
import type { SentBeginningFacts } from '../../economics/prompt-cache';
import { extractionOf } from '../../layers/bound-layer';
import type { ContextMessage } from '../../layers/shape/context';
import type { Ask } from '../../layers/shape/layer';
import { contextMessage } from '../../layers/shape/made-message';
import type { EarlierPolicy } from '../../policies/shape/earlier-policy';
import { eraOf, type Policy, policyThresholds } from '../../policies/shape/policy';
import type { Thresholds } from '../../policies/shape/thresholds';
import type { CallFacts } from '../../simulator/pipeline/call-facts';
import { Pipeline } from '../../simulator/pipeline/pipeline';
import type { PipelineListener } from '../../simulator/pipeline/pipeline-listener';
import type { HooksAround } from '../../simulator/pipeline/pipeline-setup';
import type {
  SimulatedChange,
  SimulatedFailure,
  SimulatedNote,
  Simulation,
  ThresholdStep,
} from '../../simulator/pipeline/simulation';
import type { Verdict } from '../../simulator/pipeline/verdict';
import { sentBeginningOf } from '../../simulator/recorded/sent-beginning';
import { thresholdSteps } from '../../simulator/recorded/threshold-steps';
import type { ReplayedCall } from '../../simulator/replay/replay-lookup';
import { systemWeightOf } from '../../tokens/anchored';
import { builtInCalibration } from '../../tokens/calibrated';
import type { MessageCounter } from '../../tokens/counters';
import { roughMessage } from '../../tokens/rough';
import type { CallId, Message, MessageId, Part, ToolCallPart, ToolDefinition } from '../../transcript/transcript';
import { agentPlaces, filesOf } from '../child/agent-places';
import { agentTools } from '../child/agent-tools';
import { type EntryOf, emptyToolState, type ModelChoice, type OwnSetup, type SectionChoices } from '../journal/entry';
import { modelIdOf } from '../journal/model-id';
import type { RunFrame } from '../journal/run-frame';
import { LiveMessages } from '../record/live-messages';
import { LiveTranscript } from '../record/live-transcript';
import { LiveUsage, type RequestFacts } from '../record/live-usage';
import { type AssemblyMoment, type Attachment, PromptAssembly, type SentBeginning } from '../system/prompt-assembly';
import type { Section } from '../system/sections/section';
import type { Workspace } from '../tools/workspace';
import { workspacePath } from '../tools/workspace-path';
import { afterCompaction } from './after-compaction';
import type { ChildParts, Inherited } from './agent-child';
import type { TaskParent } from './memory-task';

/** The same for every run of this version. */
export interface RunSurroundings {
  /** [Y1] */
  readonly system: readonly Section[];
  readonly tools: readonly ToolDefinition[];
}

/** [Y3] Why what precedes the messages differs from one call on. */
export interface BeginningChange {
  /** The first call that sends it. */
  readonly call: number;
  readonly timeMs: number;
  readonly because: 'compaction' | 'each call' | 'choice';
  /** The bytes of the static block differ. */
  readonly isStatic: boolean;
}

/** The context of a run under its policy and for its model, with its record and its numbers. */
export class LiveContext implements PipelineListener {
  policy: Policy;
  model: ModelChoice;
  pipeline: Pipeline;
  /** Of the call that is prepared, or was last. */
  facts: CallFacts;
  /** For the latest prepared call. */
  lastStep: ReplayedCall | undefined;
  /** How often the agent lost the content it had read. */
  compactions = 0;
  readonly book: LiveUsage;
  readonly record: LiveTranscript;
  readonly messages: LiveMessages;
  readonly assembly: PromptAssembly;
  /** [Y3] After the session began. */
  readonly beginnings: BeginningChange[] = [];
  private beginning: SentBeginning;
  private systemTokens = 0;
  private sentFacts: SentBeginningFacts = { staticTokens: 0, staticPart: '', whole: '' };
  /** As they were sent last. */
  private tools: readonly ToolDefinition[];
  private readonly usualTools: readonly ToolDefinition[];
  private readonly listing: OwnSetup['agents'];
  private readonly sessionAgents: OwnSetup['sessionAgents'];
  /** [O3] The list that the agent was given last. */
  private knownAgents: string | undefined;
  /** [O5] The first message of a fork's own. */
  private forkedAt: MessageId | undefined;
  private rereadAfter = 0;
  /** A separate counter, so that its cache goes with the run. */
  private readonly counter: MessageCounter = {
    messageTokens: (message) => builtInCalibration.messageTokens(message),
    partTokens: (part) => builtInCalibration.partTokens(part),
  };
  /** [G3] What the run was under before its policy was changed. */
  earlier: readonly EarlierPolicy[] = [];
  private changesBeforePolicy = 0;
  private steps: readonly ThresholdStep[] = [];
  private verdicts: Verdict[] = [];
  private before: readonly ContextMessage[] = [];

  constructor(
    { setup, timeMs }: EntryOf<'begun'>,
    surroundings: RunSurroundings,
    private readonly files: Workspace,
    hooks: HooksAround,
    /** Of an agent that another one started. */
    private readonly child?: ChildParts,
  ) {
    const { policy, model, runId, own = {}, sections: choices, version } = setup;
    const off = new Set(own.toolsOff ?? []);
    this.usualTools = surroundings.tools.filter(({ name }) => !off.has(name));
    this.listing = own.agents;
    this.sessionAgents = own.sessionAgents;
    this.tools = this.toolsNow;
    const { tools } = this;
    this.policy = policy;
    this.model = model;
    this.assembly = new PromptAssembly({
      sections: surroundings.system,
      own,
      choices,
      files,
      isOld: version < 3,
      inherited: child?.inherited?.beginning,
    });
    const { windowTokens: contextWindow } = this.modelFacts;
    const own_ = child === undefined ? { runId } : { runId: child.id, idPrefix: `${child.id}-` };
    this.record = new LiveTranscript({ ...own_, system: [], tools, contextWindow });
    if (child !== undefined) this.record.isChildOf(child.parentId, child.id, child.title);
    this.book = new LiveUsage(this.record);
    this.messages = new LiveMessages(this.record);
    this.assembly.start(this.momentAt(0, timeMs));
    this.beginning = this.assembly.sent;
    this.weighBeginning();
    this.record.changeSystem({ from: 0, ...this.recordedSystem });
    const { counter } = this;
    const common = { asker: child === undefined ? 'main' : 'sub-agent', pinned: new Set<MessageId>() };
    const cannotDeleteAtServer = model.type === 'api';
    this.pipeline = new Pipeline({ ...common, policy, counter, cannotDeleteAtServer, hooks }, this);
    this.facts = this.factsAt(timeMs);
    this.pipeline.begin(this.facts);
    if (child?.inherited !== undefined) this.inherit(child.inherited);
  }

  /** [O5] What the parent sent, as it sent it, and placeholders for what it waits for. */
  private inherit({ context, calls, sent, frame, timeMs }: Inherited): void {
    const { record, messages, pipeline, book } = this;
    const seed = () => book.seed({ ...this.requestFacts, pipeline, facts: { ...this.facts, nowMs: timeMs } });
    for (const [id, reply] of frame.replies) messages.replies.set(id, reply);
    context.forEach(({ message, parts }, at) => {
      const { callId: _, ...copy } = message;
      const copied = { ...copy, line: at + 1, parts: parts.map(({ part }) => part) };
      const reach = parts.some(({ part }) => part.kind === 'tool-call') ? at + 1 : at;
      record.add(copied);
      // Weighed as its own record is: the parent's may have been weighed as part of something else.
      const weighed = parts.map((held, place) => ({
        ...held,
        tokens: builtInCalibration.partTokens(held.part, place === 0),
      }));
      this.enter(contextMessage(copied, weighed, { at, reach }));
      if (at + 1 === sent) seed();
    });
    const results = calls.map(({ id: callId }) => ({ callId, text: FORK_PLACEHOLDER, isError: false, tookMs: 0 }));
    this.enter(messages.results({ type: 'results', timeMs, results, files: [], desk: emptyToolState }, calls));
    if (sent > context.length) seed();
    this.forkedAt = record.next.id;
  }

  /** [O3] In the description of a tool, the list of agents is read anew before each call. */
  private get toolsNow(): readonly ToolDefinition[] {
    if (this.listing === undefined || this.child !== undefined) return this.usualTools;
    return [...this.usualTools, ...agentTools(this.agents, this.listing)];
  }

  private get agents(): readonly AgentDefinition[] {
    return agentsIn(filesOf(this.files), agentPlaces, this.sessionAgents).agents;
  }

  /** [O3] A reminder of its own, when the list is new or has changed. */
  private attachAgents(timeMs: number): void {
    if (this.listing !== 'in-message' || this.child !== undefined) return;
    const { agents } = this;
    const text = agentListReminder(agents, this.knownAgents);
    this.knownAgents = agentList(agents);
    if (text !== undefined) this.enter(this.messages.injected(text, timeMs, { kind: 'agents' }));
  }

  /** From the next call on. */
  changePolicy(policy: Policy): void {
    const until = this.nextCall;
    const acted = this.hasActedBefore(until);
    // Under a policy that was replaced before its first call, nothing was done.
    if (acted || until > (this.earlier.at(-1)?.until ?? 0)) {
      const replaced = { until, policy: this.policy };
      this.earlier = [...this.earlier, acted ? { ...replaced, actedBefore: true } : replaced];
    }
    this.changesBeforePolicy = this.book.numbers.changes.length;
    this.policy = policy;
    this.pipeline = this.pipeline.under({ policy });
  }

  changeModel(model: ModelChoice): void {
    this.model = model;
    this.pipeline = this.pipeline.under({ cannotDeleteAtServer: model.type === 'api' });
    this.record.transcript.contextWindow = this.modelFacts.windowTokens;
  }

  /** What is known about the next call, before anything is done for it. */
  begin(timeMs: number): void {
    this.facts = this.factsAt(timeMs);
    this.book.numbers.makeRoomFor(this.nextCall);
  }

  /** [Y3] The session begins with the first prompt: on its day, and with the files as they are then. */
  startSession(timeMs: number): void {
    this.assembly.start(this.momentAt(0, timeMs));
    this.takeBeginning(undefined, timeMs);
    this.recordLoads();
  }

  /** [Y3] Before each call, and after the user's choices. */
  lookAtSections(timeMs: number): void {
    this.assembly.computeVolatile(this.momentAt(this.nextCall, timeMs));
    this.takeBeginning('each call', timeMs);
  }

  choose(choices: SectionChoices, timeMs: number, hasStarted: boolean, wasPrepared: boolean): void {
    this.assembly.choose(choices, this.momentAt(this.nextCall, timeMs));
    this.takeBeginning(hasStarted ? 'choice' : undefined, timeMs, wasPrepared);
  }

  /** [Y5] After a full compaction, whoever brought it about: what the session began with is read anew. */
  readAnew(timeMs: number, wasPrepared: boolean): void {
    if (this.rereadAfter === this.compactions) return;
    this.rereadAfter = this.compactions;
    const seen = Object.fromEntries(this.assembly.seenPaths.map((path) => [path, '']));
    const still = afterCompaction({ todos: [], seen }, this.context).seen;
    this.assembly.compacted(this.momentAt(this.nextCall, timeMs), new Set(Object.keys(still)));
    this.knownAgents = undefined;
    this.takeBeginning('compaction', timeMs, wasPrepared);
    this.recordLoads();
  }

  /** [Y6] Messages of their own, behind what was entered last. */
  attachToPrompt(timeMs: number): void {
    this.attach(this.assembly.ofPrompt(this.momentAt(this.nextCall, timeMs)), timeMs);
    this.attachAgents(timeMs);
  }

  /** [Y6] [I3] */
  attachToResults({ results, files, desk, timeMs }: EntryOf<'results'>, calls: readonly ToolCallPart[]): void {
    const failed = new Set(results.flatMap(({ callId, isError }) => (isError ? [callId] : [])));
    const read = calls.flatMap((call) => (failed.has(call.id) ? [] : readBy(call)));
    const known = Object.keys(desk.seen);
    const changed = files.map(({ path }) => path);
    const moment = this.momentAt(this.nextCall, timeMs);
    this.attach(this.assembly.ofResults({ read, changed, known }, moment), timeMs);
    this.attachAgents(timeMs);
    this.recordLoads();
  }

  private attach(attachments: readonly Attachment[], timeMs: number): void {
    for (const { text, origin } of attachments) this.enter(this.messages.injected(text, timeMs, origin));
  }

  private recordedLoads = 0;

  /** [I3] */
  private recordLoads(): void {
    const { loads } = this.assembly;
    for (const { path, level, reason, timeMs } of loads.slice(this.recordedLoads)) {
      this.record.addEvent('notice', `InstructionsLoaded: ${path} (${level}, ${reason})`, timeMs);
    }
    this.recordedLoads = loads.length;
  }

  private takeBeginning(because: BeginningChange['because'] | undefined, timeMs: number, isAfterWork = false): void {
    const before = this.beginning;
    const toolsBefore = this.tools;
    this.beginning = this.assembly.sent;
    this.tools = this.toolsNow;
    const hasOtherTools = !isSameValue(toolsBefore, this.tools);
    if (!hasOtherTools && isSameValue(before, this.beginning)) return;
    this.weighBeginning();
    const from = this.nextCall;
    const change = { from, ...this.recordedSystem };
    this.record.changeSystem(isAfterWork ? { ...change, isAfterWork } : change);
    this.facts = { ...this.facts, systemTokens: this.systemTokens };
    this.pipeline.begin(this.facts);
    if (because === undefined) return;
    const isStatic = hasOtherTools || !isSameValue(staticOf(before), staticOf(this.beginning));
    this.beginnings.push({ call: from, timeMs, because, isStatic });
  }

  private weighBeginning(): void {
    const { tools, recordedSystem } = this;
    this.systemTokens = systemWeightOf({ system: recordedSystem.system, tools }, builtInCalibration);
    this.sentFacts = sentBeginningOf({ ...recordedSystem, tools }, builtInCalibration);
  }

  /** What precedes the messages, as it is recorded. */
  private get recordedSystem() {
    const { parts, staticParts, userContext } = this.beginning;
    const system: readonly Part[] = userContext === undefined ? parts : [...parts, { kind: 'text', text: userContext }];
    return { system, staticParts, ...(this.listing === 'in-tool' ? { tools: this.tools } : {}) };
  }

  private momentAt(call: number, nowMs: number): AssemblyMoment {
    const rows = this.child === undefined ? this.policy.layers : [];
    const saving = rows.flatMap((row) => (row.isOn ? (extractionOf(row) ?? []) : []));
    return { call, nowMs, model: modelIdOf(this.model), index: saving[0]?.index };
  }

  /** The call is prepared from here on: what was judged and what there was before are of this call. */
  beginPreparing(timeMs: number): void {
    this.begin(timeMs);
    this.verdicts = [];
    this.before = [...this.context];
  }

  /** Its numbers, and the step that shows it. */
  notePrepared(): void {
    const { pipeline, facts, book, before, verdicts } = this;
    const { call, thresholds, systemTokens } = facts;
    book.numbers.columns.threshold[call] = thresholds.auto;
    if (!isSameValue(this.steps.at(-1)?.thresholds, thresholds)) {
      this.steps = [...this.steps, { from: call, thresholds }];
    }
    book.numbers.columns.counted[call] = pipeline.compared;
    const { ledger, countedTerms: counted } = pipeline;
    this.lastStep = {
      call,
      before,
      after: [...ledger.messages],
      verdicts: [...verdicts],
      counted,
      unchanged: ledger.unchanged,
      systemTokens,
      isDead: !pipeline.fits,
    };
  }

  /** [X2] What is sent now is not what was rejected. */
  noteMadeSmaller(): void {
    if (this.lastStep === undefined) return;
    const { messages, unchanged } = this.pipeline.ledger;
    this.lastStep = { ...this.lastStep, after: [...messages], verdicts: [...this.verdicts], unchanged };
  }

  /** A prompt, or results. */
  enter(held: ContextMessage): void {
    this.pipeline.enter(held, roughMessage(held.message));
  }

  /** Returns the tools that the reply calls. */
  takeReply(entry: EntryOf<'reply'>, onSaid: (message: Message) => void): readonly ToolCallPart[] {
    const id = `call-${this.facts.call + 1}` as CallId;
    const held = this.messages.reply(entry, id);
    const { parts } = held.message;
    const { used, output, reasoning } = this.book.call(entry.reply, { id, tokens: held.tokens }, this.requestFacts);
    const isSaid = parts.length > 0;
    this.pipeline.sent(used, output, isSaid ? held : undefined, reasoning);
    if (isSaid) {
      this.messages.addReply(held, entry, modelIdOf(this.model));
      onSaid(held.message);
    }
    return parts.filter((part) => part.kind === 'tool-call');
  }

  takeFork(ask: Ask, entry: EntryOf<'forked'>, facts: RequestFacts = this.requestFacts): void {
    this.book.fork(ask, entry, facts);
  }

  /** [J2] For a request that is sent now, and answered later. */
  besideFacts({ context: { messages } }: Ask): RequestFacts {
    const { requestFacts } = this;
    return { ...requestFacts, cachedTokens: this.book.cachedTokensOf(messages, requestFacts) };
  }

  get context(): readonly ContextMessage[] {
    return this.pipeline.ledger.messages;
  }

  get thresholds(): Thresholds {
    const { windowTokens: window, maxOutputTokens, vendor } = this.modelFacts;
    const model = { window, maxOutputTokens: vendor === 'unknown' ? undefined : maxOutputTokens };
    return policyThresholds(this.policy, eraOf(this.policy, undefined).thresholds, model);
  }

  /** What requests are built from, besides the context. */
  get frame(): RunFrame {
    const { policy, model, messages } = this;
    const { parts: system, staticParts, userContext } = this.beginning;
    const own = {
      ...optional('userContext', userContext),
      ...optional('forkedAt', this.forkedAt),
      ...optional('effort', this.child?.effort),
    };
    const sent = { system, staticParts, tools: this.tools, ...own };
    return { policy, model, replies: messages.replies, recorded: this.record.byId, ...sent };
  }

  /** [O5] What a fork begins with. `sent`: so many of its messages were sent before it. */
  inheritedBy(calls: readonly ToolCallPart[], isFirst: boolean): Inherited {
    const { frame, beginning, facts } = this;
    const context = [...this.context];
    // The first reads what its parent sent; the others read what the first one sent, too.
    const sent = isFirst ? context.length - 1 : context.length + 1;
    return { context, calls, sent, beginning, frame, timeMs: facts.nowMs ?? 0 };
  }

  /** [J3] For a task: what the latest call sent, and its reply. */
  get asParent(): TaskParent {
    const { frame, systemTokens, book } = this;
    const context = [...this.context];
    const { windowTokens: contextWindow } = this.modelFacts;
    const cachedTokens = book.cachedTokensOf(context, this.requestFacts);
    return { context, frame, contextWindow, systemTokens, cachedTokens };
  }

  /** The numbers of the calls so far, and what layers did. */
  result(): Simulation {
    const { thrash } = this.pipeline;
    const { thresholds, policy } = this;
    const header = {
      policy: policy.id,
      mode: 'free' as const,
      thresholds,
      ...optional('steps', thresholdSteps(this.steps)),
      ...optional('thrash', thrash),
    };
    return this.book.numbers.result(header, this.nextCall);
  }

  changed(change: SimulatedChange): void {
    this.book.numbers.changed(change);
    if (change.turn === 'gate') this.compactions += 1;
    this.record.addChange(change, this.context, this.facts.nowMs ?? 0);
  }

  failed(failure: SimulatedFailure): void {
    this.book.numbers.failed(failure);
  }

  noted(note: SimulatedNote): void {
    this.book.numbers.noted(note);
  }

  judged = (verdict: Verdict): void => {
    this.verdicts.push(verdict);
  };

  /** The current policy. What the user ran is not its work. */
  private hasActedBefore(next: number): boolean {
    return this.book.numbers.changes
      .slice(this.changesBeforePolicy)
      .some(({ call, turn, trigger }) => call === next && turn !== 'after-response' && trigger !== 'manual');
  }

  /** Whether a layer did anything for the next call, or tried to. */
  get hasActedForNext(): boolean {
    const { changes, failures, notes } = this.book.numbers;
    const next = this.nextCall;
    return [...changes, ...failures, ...notes].some(({ call }) => call === next);
  }

  private get nextCall(): number {
    return this.record.transcript.calls.length;
  }

  private get modelFacts(): Model {
    return modelFor(modelIdOf(this.model));
  }

  private get requestFacts(): RequestFacts {
    const { pipeline, facts, model } = this;
    return { pipeline, facts, model: modelIdOf(model), beginning: this.sentFacts };
  }

  private factsAt(nowMs: number): CallFacts {
    return {
      call: this.nextCall,
      thresholds: this.thresholds,
      systemTokens: this.systemTokens,
      nowMs,
      measured: undefined,
      wasTaken: false,
      transcript: this.record.transcript,
      recorded: this.record.byId,
    };
  }
}

function staticOf({ parts, staticParts }: SentBeginning): readonly Part[] {
  return parts.slice(0, staticParts);
}

function readBy({ name, input }: ToolCallPart): readonly string[] {
  const given = name === 'Read' ? asText(asObject(input)?.file_path) : undefined;
  const path = given === undefined ? undefined : workspacePath(given);
  return path?.ok === true ? [path.value] : [];
}
