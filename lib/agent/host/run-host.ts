import { type Failure, Refusal } from '../../base/failure';
import { fail, ok, type Result } from '../../base/result';
import { isSameValue } from '../../base/same-value';
import type { ModelRequest } from '../journal/chat-model';
import type { Entry, EntryOf } from '../journal/entry';
import type { BesideNeed, Need } from '../journal/need';
import type { NewEntry, OwnEntry } from '../journal/new-entry';
import { keepNewest } from '../run/keep-newest';
import type { RunSurroundings } from '../run/live-context';
import { LiveConversation } from '../run/live-conversation';
import { recallId } from '../run/memory-selection';
import { waitingFits } from '../run/waiting-fits';
import { NOTHING_SPENT, type Spent, spentBeyond, spentInAll, together } from '../run/whole-run';
import type { TriedHook } from '../view/hooks-view';
import type { RunStatus, RunView } from '../view/run-view';
import type { ToSend } from '../view/to-send';
import { AgentRun } from './agent-run';
import { BesideWork } from './beside-work';
import { chooseMemories, executeBeside } from './execute-beside';
import { type ExecutionParts, emptyProgress, executeNeed } from './execute-need';
import { PaidCalls } from './paid-calls';
import { further, isTold, type Reach, reaches, reachOf, restingStatus } from './reach';
import { tryHook } from './try-hook';
import { UnheardRequests } from './unheard-requests';

type AgentsNeed = Extract<Need, { readonly type: 'agents' | 'hook-agent' }>;

/** Where the entries of one run are stored. */
export interface RunJournal {
  append(place: number, entry: Entry): Promise<Result<void, Failure>>;
  /** Keeps only the first entries; the others can still be restored. */
  cut(length: number): Promise<Result<void, Failure>>;
}

export interface HostParts extends ExecutionParts {
  readonly journal: RunJournal;
  readonly surroundings: RunSurroundings;
  nowMs(): number;
  /** Asked after each step: whether the run waits there until it is continued. */
  pausesAt?(state: AgentRun): boolean;
  /** Called on every change, very often. */
  onChange(): void;
  /** Where paid calls go. If given, the first one to each provider and model waits until the user has allowed it. */
  provider?(model: string): string;
}

/** A run as it is shown, whoever drives it. */
export interface HostedRun {
  readonly state: AgentRun;
  readonly status: RunStatus;
  readonly role: RunView['role'];
  readonly waiting: readonly OwnEntry[];
  readonly requests: ReadonlyMap<number, ModelRequest>;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** What was spent on what is undone, and can be redone. */
  readonly undone: Spent;
  /** [J2] Whether a task or a selection is being worked on. */
  isUnderWay(id: string): boolean;
}

/**
 * Drives a run: executes what it needs, and stores the entry before the next step begins. User input in the meantime
 * waits until it fits.
 */
export class RunHost implements HostedRun {
  readonly role = 'runs';
  state: AgentRun;
  status: RunStatus = { type: 'idle' };
  /** The latest prepared turns. */
  readonly requests = new Map<number, ModelRequest>();
  private waitingEntries: readonly OwnEntry[] = [];
  /** Prompts for when the agent has finished, one after another. */
  private laterPrompts: readonly string[] = [];
  /** Number of entries in the journal. Less than the total if it could not be written. */
  private saved: number;
  private reach: Reach = 'entries';
  private driving: Promise<void> | undefined;
  private stopping = new AbortController();
  private gaveWayAtMs = 0;
  /** [J2] */
  private readonly beside: BesideWork;
  /** One after another: turns and tasks write to the same journal. */
  private saving: Promise<unknown> = Promise.resolve();
  private readonly parts: HostParts;
  /** What it answers is stored nowhere. */
  private readonly tryingModel: HostParts['model'];
  private readonly paid: PaidCalls;
  private readonly unheard = new UnheardRequests();
  undone = NOTHING_SPENT;
  /** Why it is stored nowhere any more. */
  deleted: Failure | undefined;
  /** A call that waits to be allowed, and how far the run continues then. */
  private isPaused = false;
  private watching: ReturnType<typeof setTimeout> | undefined;
  /** Whoever waits for agents looks at what the user has said. */
  private wake: () => void = () => undefined;
  private unapproved: { readonly toSend: ToSend; readonly reach: Reach } | undefined;

  constructor(
    given: HostParts,
    entries: readonly Entry[],
    /** What was undone, and can be redone. */
    private cutOff: readonly Entry[] = [],
  ) {
    const parts = {
      ...given,
      model: (...[choice, place]: Parameters<HostParts['model']>) =>
        this.unheard.counted(given.model(choice, place), choice, true),
    };
    this.parts = parts;
    this.tryingModel = (choice, place) => this.unheard.counted(given.model(choice, place), choice, false);
    this.state = AgentRun.of(entries, parts.surroundings);
    if (cutOff.length > 0) {
      const all = LiveConversation.of([...entries, ...cutOff], parts.surroundings);
      this.undone = spentBeyond(spentInAll(all), spentInAll(this.state.run));
    }
    this.beside = new BesideWork({
      open: () => [...this.state.run.open, ...this.progressNeeds.map(({ id }) => id)],
      needOf: (id) => this.state.run.besideNeed(id) ?? this.progressNeeds.find((need) => need.id === id),
      execute: (need, signal) =>
        executeBeside(need, this.state, {
          ...this.parts,
          nowMs: () => this.nowMs,
          mayAsk: () => this.paid.mayBeMade(this.state.run.model),
          signal,
        }),
      write: (entry) => this.write(entry),
      failed: (error) => this.recover(error),
      onChange: () => this.rested(),
    });
    this.saved = entries.length;
    this.paid = new PaidCalls(parts.provider, [...entries, ...cutOff]);
    this.rest();
  }

  get waiting(): readonly OwnEntry[] {
    return [...this.waitingEntries, ...this.laterPrompts.map((text) => ({ type: 'prompt', text }) as const)];
  }

  get isResting(): boolean {
    return this.driving === undefined;
  }

  get canUndo(): boolean {
    return this.state.entries.some(isStep);
  }

  get canRedo(): boolean {
    return this.cutOff.length > 0;
  }

  /** The clock of the run: the host's, and the time that the user let pass. */
  private get nowMs(): number {
    return this.parts.nowMs() + this.state.passedMs;
  }

  private get isSaved(): boolean {
    return this.saved === this.state.entries.length;
  }

  /** What was stored is gone: nothing more is asked or written, and what is on its way is stopped. */
  async giveUp(why: Failure): Promise<void> {
    this.deleted = why;
    this.waitingEntries = [];
    this.laterPrompts = [];
    await this.halt();
    this.rest();
  }

  /** It is stored again. What was on its way waits for the user. */
  async takeUp(): Promise<void> {
    this.deleted = undefined;
    await this.drive('entries');
  }

  /** Handled immediately, or before the next call. A prompt starts the run, a command is only executed. */
  async enter(entry: OwnEntry): Promise<void> {
    if (this.deleted !== undefined) return;
    this.waitingEntries = [...this.waitingEntries, entry];
    this.wake();
    this.parts.onChange();
    await this.drive(reachOf(entry));
  }

  /** A prompt for when the agent has finished everything else. */
  async enterLater(text: string): Promise<void> {
    if (this.deleted !== undefined) return;
    this.laterPrompts = [...this.laterPrompts, text];
    this.parts.onChange();
    // A run that waits at a moment is continued by the user alone.
    if (!this.isPaused) await this.drive('turns');
  }

  /** Continues what was interrupted, also after a limit was reached. */
  async goOn(): Promise<void> {
    if (this.driving === undefined && this.status.type === 'help') {
      await this.enter({ type: 'limits', limits: this.state.run.limits });
    }
    await this.drive('turns');
  }

  /** The user allows what was shown. */
  async approve(): Promise<void> {
    // A choice made meanwhile is stored first, and then the call waits again.
    await this.driving;
    if (this.unapproved === undefined) return;
    const { toSend, reach } = this.unapproved;
    this.waitingEntries = [this.paid.approval(toSend), ...this.waitingEntries];
    await this.drive(reach);
  }

  /** By the user, immediately: the turn, and what goes on beside it. The journal has what was in progress, as far as it got. */
  async stop(): Promise<void> {
    await this.halt();
    for (const id of this.state.run.open) await this.endTask(id);
    await this.denyQuestions();
  }

  /** [H1] Who stops the run allows nothing: the calls are answered, and the run rests. */
  private async denyQuestions(): Promise<void> {
    if (this.state.run.need.type !== 'permission') return;
    for (let { need } = this.state.run; need.type === 'permission'; { need } = this.state.run) {
      const [first] = need.calls;
      const denial = { type: 'permitted', callId: first?.call.id ?? '', answer: 'no' } as const;
      if (first === undefined || !(await this.write(denial))) break;
    }
    await this.write({ type: 'stopped' });
    this.rested();
  }

  /** What was in progress is not ended: it goes on with the run. */
  async halt(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.watching);
    this.watching = undefined;
    await this.beside.stop();
    await this.driving;
    // What the end of a turn has started meanwhile.
    await this.beside.stop();
    // What can be redone stays so.
    if (this.cutOff.length === 0) await this.writeSpent();
    await this.saving;
  }

  /** [J2] Ends one task, or the note that is being written, alone. */
  async endTask(id: string): Promise<void> {
    // Before anything else can start it again.
    const stopped = this.beside.stop([id]);
    const { memory, agents } = this.state.run;
    const isDream = memory.dreams.named(id)?.isOpen === true;
    const isTask =
      isDream || [...memory.tasks, ...agents.all].some(({ start, state }) => start.id === id && state === 'running');
    const note = this.state.run.besideNote;
    if (isTask) await this.write({ type: 'task-ended', task: id, isStopped: true, why: 'Stopped by the user.' });
    else if (note?.isOpen === true && note.start.id === id) {
      const tookMs = Math.max(0, this.nowMs - note.start.timeMs);
      await this.write({ type: 'forked', task: id, reply: { type: 'aborted' }, tookMs });
    }
    await stopped;
    for (const hook of this.state.run.agents.hooksUnderWay(id)) await this.endTask(hook);
    this.rested();
  }

  /** [D4] Takes back what a dream wrote. Returns what others have changed since, and stays. */
  async undoDream(id: string): Promise<readonly string[]> {
    const dream = this.state.run.memory.dreams.named(id);
    if (dream === undefined || dream.isOpen || dream.isUndone) return [];
    const { files, others } = dream.undoing((path) => this.state.workspace.read(path));
    if (files.length > 0) await this.enter({ type: 'files', files: [...files], undoes: id });
    return others;
  }

  /** [H] Nothing of it is stored. */
  tryHook(id: string, signal: AbortSignal): Promise<TriedHook> {
    return tryHook(id, this.state, {
      ...this.parts,
      model: this.tryingModel,
      nowMs: () => this.nowMs,
      mayAsk: () => this.paid.mayBeMade(this.state.run.model),
      signal,
    });
  }

  isUnderWay(id: string): boolean {
    return this.beside.isUnderWay(id);
  }

  /** Undoes the last prompt, or the last passing of time if that was later, and everything after it. */
  async undo(): Promise<Result<void, Failure>> {
    await this.halt();
    const at = this.state.entries.findLastIndex(isStep);
    return at === -1 ? ok(undefined) : this.cutTo(at);
  }

  /** Redoes everything up to the next undone step. */
  async redo(): Promise<Result<void, Failure>> {
    await this.halt();
    const next = this.cutOff.findIndex((entry, place) => place > 0 && isStep(entry));
    return this.cutTo(this.state.entries.length + (next === -1 ? this.cutOff.length : next));
  }

  private async cutTo(wanted: number): Promise<Result<void, Failure>> {
    if (this.deleted !== undefined) return fail(this.deleted);
    // What was never stored cannot be restored from the journal.
    const all = [...this.state.entries.slice(0, this.saved), ...this.cutOff];
    const length = Math.min(wanted, all.length);
    const cut = await this.parts.journal.cut(length);
    if (!cut.ok) return cut;
    const spent = together(spentInAll(this.state.run), this.undone);
    this.state = AgentRun.of(all.slice(0, length), this.parts.surroundings);
    this.cutOff = all.slice(length);
    this.undone = spentBeyond(spent, spentInAll(this.state.run));
    this.requests.clear();
    this.unapproved = undefined;
    this.saved = length;
    this.waitingEntries = [];
    this.laterPrompts = [];
    this.rest();
    return cut;
  }

  private async drive(reach: Reach): Promise<void> {
    if (this.deleted !== undefined) return;
    this.reach = further(this.reach, reach);
    this.driving ??= this.steps().finally(() => {
      this.driving = undefined;
      this.reach = 'entries';
      this.rest();
    });
    await this.driving;
    // Input that arrived between the last check and the end. Input that outlasts a stop waits for the user.
    const [next] = this.waitingEntries;
    if (next === undefined || this.driving !== undefined || this.stopping.signal.aborted) return;
    if (this.isSaved && waitingFits(next.type, this.state.run.need.type)) await this.drive(reachOf(next));
  }

  private async steps(): Promise<void> {
    this.stopping = new AbortController();
    const held = this.unapproved?.reach;
    this.unapproved = undefined;
    this.isPaused = false;
    // Storing comes first, and takes a moment.
    if (this.reach === 'turns') this.show({ type: 'asking', call: this.state.run.calls.length, ...emptyProgress });
    else this.parts.onChange();
    const { signal } = this.stopping;
    // What a reload or a full store interrupted.
    if (this.reach === 'turns' && this.isSaved) this.beside.start();
    // Of an entry after which the tab ended.
    if (this.cutOff.length === 0) this.writeMailboxes();
    let hasEnded = false;
    try {
      for (;;) {
        if (!(await this.save()) || !(await this.takeWaiting(signal))) return;
        if (signal.aborted) {
          await this.write({ type: 'stopped' });
          return;
        }
        if (this.state.run.need.type === 'results' && !(await this.takeMail())) return;
        if (signal.aborted) continue;
        const { need } = this.state.run;
        if (need.type === 'agents' || need.type === 'hook-agent') {
          if (!reaches(this.reach, need) || !(await this.waitForAgents(need, signal))) return;
          continue;
        }
        // The limits know of it before anything else is asked.
        if (this.undone.calls > 0 && 'request' in need && reaches(this.reach, need)) {
          if (!(await this.writeSpent())) return;
          continue;
        }
        const entry = await this.meet(need, signal, held);
        if (entry === undefined || !(await this.write(entry))) return;
        if (this.reach === 'turns' && !signal.aborted) {
          this.beside.start();
          this.watchProgress();
        }
        hasEnded ||= entry.type === 'stopped' || entry.type === 'problem';
        if (hasEnded && !isTold(this.state.run.need)) return;
        if (this.parts.pausesAt?.(this.state) === true) {
          this.isPaused = true;
          return;
        }
        await this.giveWay();
      }
    } catch (error) {
      await this.recover(error);
    }
  }

  /** Executes what the run needs. Undefined if that is up to the user, or not possible now. */
  private async meet(
    need: Exclude<Need, AgentsNeed>,
    signal: AbortSignal,
    held: Reach | undefined,
  ): Promise<NewEntry | undefined> {
    if (need.type === 'prompt' && this.reach === 'turns') {
      const goesOn = this.laterPrompts.length > 0 || this.state.run.hasNews;
      return goesOn && (await this.takeMail()) ? this.takeLater() : undefined;
    }
    if (need.type === 'prompt' || need.type === 'help' || need.type === 'permission') return undefined;
    if ('request' in need && !this.paid.mayBeMade(this.state.run.model)) {
      // A choice while a call waits to be allowed does not withdraw the call.
      const reach = this.reach === 'entries' ? (held ?? 'entries') : this.reach;
      if (reaches(reach, need)) this.unapproved = { toSend: this.paid.toSend(need.request, this.state), reach };
      return undefined;
    }
    if (!reaches(this.reach, need)) return undefined;
    if (need.type === 'recall') return this.chooseMemories(need, signal);
    if (need.type === 'reply') keepNewest(this.requests, this.state.run.calls.length, need.request);
    return executeNeed(need, this.state, {
      ...this.parts,
      nowMs: () => this.nowMs,
      mayAsk: () => this.paid.mayBeMade(this.state.run.model),
      signal,
      show: (status) => this.show(status),
    });
  }

  /** [O4] Until they have ended, or the user has said something. False if they wait for the user, or could not go on. */
  private async waitForAgents(need: AgentsNeed, signal: AbortSignal): Promise<boolean> {
    this.beside.start();
    this.watchProgress();
    const ids = need.type === 'agents' ? need.ids : [need.id];
    this.show({ type: 'agents', ids });
    const entered = new Promise<void>((resolve) => {
      this.wake = resolve;
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    const awaited = () => [...ids, ...this.state.run.agents.hooksUnderWay()];
    await Promise.race([this.beside.idle(awaited), entered]);
    const now = this.state.run.need;
    return signal.aborted || now !== need || this.waitingEntries.some(({ type }) => waitingFits(type, now.type));
  }

  /** [O8] By the clock: an agent may take long over one reply. */
  private get progressNeeds(): readonly BesideNeed[] {
    return this.state.run.agents.progressNeeds(this.nowMs);
  }

  private watchProgress(): void {
    if (this.watching !== undefined || this.state.run.agents.open.length === 0) return;
    this.watching = setTimeout(() => {
      this.watching = undefined;
      if (this.stopping.signal.aborted || this.beside.isIdle) return;
      this.beside.start();
      this.watchProgress();
    }, LOOK_AT_PROGRESS_EVERY_MS);
  }

  /** [R1] The turn waits no longer than it is told; what comes later goes on beside it. */
  private async chooseMemories(need: Extract<Need, { type: 'recall' }>, signal: AbortSignal): Promise<NewEntry> {
    const stopping = new AbortController();
    const stop = () => stopping.abort();
    signal.addEventListener('abort', stop, { once: true });
    this.show({ type: 'recalling' });
    const meeting = { ...this.parts, nowMs: () => this.nowMs, signal: stopping.signal };
    const entry = chooseMemories(need, this.state, meeting);
    const first = await Promise.race([entry, later(need.waitMs)]);
    signal.removeEventListener('abort', stop);
    if (signal.aborted) return { type: 'stopped' };
    if (first !== 'late') return first ?? { type: 'stopped' };
    this.beside.takeOver(recallId(need.prompt), { stopping, entry });
    return { type: 'recall-late' };
  }

  /** Whether paid calls of the model were allowed. */
  get isApproved(): boolean {
    return this.paid.mayBeMade(this.state.run.model);
  }

  private takeLater(): NewEntry | undefined {
    const [text, ...others] = this.laterPrompts;
    this.laterPrompts = others;
    if (text !== undefined) return { type: 'prompt', text };
    return this.state.run.hasNews ? { type: 'woken' } : undefined;
  }

  /** Whether everything that fits now was handled and stored. */
  private async takeWaiting(signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted) {
      const [next] = this.waitingEntries;
      if (next === undefined || !waitingFits(next.type, this.state.run.need.type)) break;
      if (next.type === 'prompt' && !(await this.takeMail())) return false;
      // The user may have said more meanwhile.
      this.waitingEntries = this.waitingEntries.filter((each) => each !== next);
      if (!(await this.write(next))) return false;
      // [D1] It goes on beside the turns, whether or not one does.
      if (next.type === 'dream') this.beside.start();
    }
    return true;
  }

  /** Handled first, so that input is shown and not lost if the store is full. */
  private async write(given: NewEntry): Promise<boolean> {
    const entry = given.type === 'task-ended' ? { ...given, ...this.leftAtEnd(given.task) } : given;
    this.applySpent();
    this.state.apply({ ...entry, timeMs: this.nowMs });
    if (entry.type === 'approved') this.paid.allow(entry);
    this.cutOff = [];
    this.writeMailboxes();
    this.parts.onChange();
    return this.save();
  }

  /** Before the next entry: what it cuts off, and what was sent in vain. */
  private applySpent(): void {
    const { undone } = this;
    this.undone = NOTHING_SPENT;
    if (undone.calls > 0) this.state.apply({ type: 'spent', because: 'undone', ...undone, timeMs: this.nowMs });
    const failed = this.unheard.take();
    if (failed !== undefined) this.state.apply({ type: 'spent', because: 'failed', ...failed, timeMs: this.nowMs });
  }

  /** Alone. Whether it was stored. */
  private async writeSpent(): Promise<boolean> {
    if (this.undone.calls === 0 && this.unheard.isEmpty) return true;
    this.applySpent();
    this.cutOff = [];
    this.parts.onChange();
    return this.save();
  }

  /** [O9] What the entry has sent and read, with the same step: nobody else writes in between. */
  private writeMailboxes(): void {
    const files = this.state.run.mail.unwritten();
    if (files.length > 0) this.state.apply({ type: 'mail', letters: [], files: [...files], timeMs: this.nowMs });
  }

  /** [O9] What other sessions have sent. What cannot be read holds nothing up. Whether it was stored. */
  private async takeMail(): Promise<boolean> {
    const { project } = this.parts;
    if (project === undefined) return true;
    try {
      const lists = this.state.run.own.agents !== undefined;
      const [all, others] = [await project.letters(), lists ? await project.sessions() : undefined];
      const { mail } = this.state.run;
      const letters = mail.newIn(all);
      const sessions = others === undefined || isSameValue(others, mail.sessions) ? undefined : others;
      if (letters.length === 0 && sessions === undefined) return true;
      const files = mail.unwritten(letters);
      return await this.write({
        type: 'mail',
        letters: [...letters],
        files: [...files],
        ...(sessions && { sessions: [...sessions] }),
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return this.write({ type: 'problem', what: error.what, advice: error.advice });
    }
  }

  /** [D2] A dream that fails or is ended leaves the lock as it was before. */
  private leftAtEnd(task: string): Pick<EntryOf<'task-ended'>, 'files'> {
    const files = this.state.run.memory.dreams.named(task)?.filesAtEnd ?? [];
    return files.length === 0 ? {} : { files: [...files] };
  }

  private save(): Promise<boolean> {
    const saved = this.saving.then(() => this.saveNow());
    this.saving = saved.catch(() => undefined);
    return saved;
  }

  private async saveNow(): Promise<boolean> {
    if (this.deleted !== undefined) return false;
    for (const entry of this.state.entries.slice(this.saved)) {
      const written = await this.parts.journal.append(this.saved, entry);
      if (!written.ok) {
        this.status = { type: 'unsaved', ...written.error };
        return false;
      }
      this.saved += 1;
    }
    return true;
  }

  /** A bug: the stored entries are intact, but the state after the latest entry may not be. */
  private async recover(error: unknown): Promise<void> {
    this.state = AgentRun.of(this.state.entries.slice(0, this.saved), this.parts.surroundings);
    await this.write({
      type: 'problem',
      what: `Internal error in Highwater: ${error instanceof Error ? error.message : String(error)}`,
      advice: 'Nothing stored was lost. Continue, or undo the last prompt and rephrase it.',
    });
  }

  /** Something beside the turns has ended, or was stopped. */
  private rested(): void {
    if (this.driving !== undefined) {
      this.parts.onChange();
      return;
    }
    this.rest();
    // [O4] The agent hears at once of what it started, unless the user stopped it.
    const { run } = this.state;
    const isWoken = run.hasNews && run.need.type === 'prompt' && !this.stopping.signal.aborted && this.isSaved;
    if (isWoken && !this.isPaused) void this.drive('turns');
  }

  private rest(): void {
    const { need } = this.state.run;
    if (this.deleted !== undefined) this.status = { type: 'deleted', ...this.deleted };
    else if (this.isSaved) {
      const { unapproved } = this;
      const left = this.state.run.open.some((id) => !this.beside.isUnderWay(id));
      const resting = need.type === 'prompt' && left ? ({ type: 'resting' } as const) : restingStatus(need);
      const { questions } = this.state.run;
      if (unapproved !== undefined) this.status = { type: 'confirm', toSend: unapproved.toSend };
      else this.status = questions.length > 0 ? { type: 'asks', questions } : resting;
    }
    if (need.type === 'help') this.state.log.addHelp(need.why, this.nowMs);
    this.parts.onChange();
  }

  private show(status: RunStatus): void {
    this.status = status;
    this.parts.onChange();
  }

  /** Yields, so that user input reaches a run that never waits for anything. */
  private async giveWay(): Promise<void> {
    const nowMs = this.parts.nowMs();
    if (nowMs - this.gaveWayAtMs < GIVE_WAY_EVERY_MS) return;
    await new Promise((resolve) => setTimeout(resolve));
    this.gaveWayAtMs = this.parts.nowMs();
  }
}

function later(ms: number): Promise<'late'> {
  return new Promise((resolve) => setTimeout(() => resolve('late'), ms));
}

const GIVE_WAY_EVERY_MS = 20;
const LOOK_AT_PROGRESS_EVERY_MS = 5_000;

/** What the user did that can be undone alone. */
function isStep({ type }: Entry): boolean {
  return type === 'prompt' || type === 'waited';
}
