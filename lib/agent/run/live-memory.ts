import { optional } from '../../base/optional';
import { dreamRuleOf, extractionOf, recallingOf } from '../../layers/bound-layer';
import type { ContextMessage } from '../../layers/shape/context';
import type { ExtractionRule, RecallRule } from '../../layers/shape/layer';
import type { DreamRule } from '../../memory/dreaming/dream-gates';
import { extractionText } from '../../memory/extraction/extraction-request';
import {
  type CursorDecision,
  type CursorEvent,
  nextCursor,
  startOfSession,
} from '../../memory/extraction/message-cursor';
import { isIndexName } from '../../memory/files/memory-path';
import { candidatesIn, manifestText } from '../../memory/recall/manifest';
import { candidatesFor, type Recalled, type RecallSession, startOfRecall } from '../../memory/recall/recall-session';
import type { Policy } from '../../policies/shape/policy';
import type { Message, MessageId, Transcript, Usage } from '../../transcript/transcript';
import type { Entry, EntryOf, FileChange } from '../journal/entry';
import type { BesideNeed, Need } from '../journal/need';
import { agentMemoryNamed, isMemoryPath, MEMORY_ROOT, memoryFolderIn } from '../tools/memory-files';
import type { Workspace } from '../tools/workspace';
import { fullPath } from '../tools/workspace-path';
import type { LiveDream } from './live-dreams';
import { LiveDreams } from './live-dreams';
import { MemorySelection } from './memory-selection';
import { MemoryTask, type TaskChange, type TaskParent } from './memory-task';

/** Documentation of a tool is of no use while it is used. */
const TOOLS_LATELY = 10;

export interface MemoryRule {
  readonly extraction: ExtractionRule | undefined;
  readonly recalling: RecallRule | undefined;
  readonly dream: DreamRule | undefined;
}

/** Of the layers that are on. */
export function memoryRuleOf({ layers }: Pick<Policy, 'layers'>): MemoryRule {
  const on = layers.filter(({ isOn }) => isOn);
  return {
    extraction: on.map((row) => extractionOf(row)).find((rule) => rule !== undefined),
    recalling: on.map((row) => recallingOf(row)).find((rule) => rule !== undefined),
    dream: on.map((row) => dreamRuleOf(row)).find((rule) => rule !== undefined),
  };
}

/** For a request beside the turns; without a price, nothing is counted. */
export interface Paid {
  readonly model: string | undefined;
  readonly dollars: number | undefined;
}

interface BeforeWrites {
  readonly changes: readonly TaskChange[];
  /** By full paths. */
  readonly modified: ReadonlyMap<string, number>;
}

export interface BesideUsage {
  readonly model: string;
  readonly usage: Usage;
  /** Missing if prices are unknown. */
  readonly dollars?: number;
}

/** The end of a turn: a task that starts later begins with it all the same. */
interface EndedTurn {
  readonly call: number;
  readonly parent: TaskParent;
}

interface MemoryRecord {
  readonly messages: readonly Message[];
  readonly children: Transcript[];
  memoryIsRecorded?: true;
}

/** What becomes of memories in a run: which are chosen at a prompt, and which are saved after a turn. */
export class LiveMemory {
  readonly tasks: MemoryTask[] = [];
  /** [D] */
  readonly dreams: LiveDreams;
  /** For the latest prompt, if there was something to choose from. */
  selection: MemorySelection | undefined;
  private selecting: readonly MemorySelection[] = [];
  /** What answered choices cost. */
  private readonly answered: BesideUsage[] = [];
  /** [A7] At the end of the latest turn. */
  decision: CursorDecision | undefined;
  private cursor = startOfSession;
  /** By folder, since files of two agents may have one name; the bytes are those of the session. */
  private readonly shown = new Map<string, RecallSession>();
  private shownBytes = 0;
  private compactions = 0;
  private toolsLately: readonly string[] = [];
  /** Of the turn in progress: an extraction that starts meanwhile was not given them. */
  private turn: { messages: string[]; hasWritten: boolean } = { messages: [], hasWritten: false };
  private ended: EndedTurn | undefined;
  private readonly recalledIds = new Set<MessageId>();

  constructor(
    private readonly files: Workspace,
    private readonly rule: () => MemoryRule,
    /** Of the run: tasks and selections are its children. */
    private readonly record: MemoryRecord,
    /** [D2] What the session is called in the lock. */
    holder: string,
  ) {
    this.dreams = new LiveDreams({ files, rule: () => rule().dream, holder, record });
  }

  /** [R1] The policy has memories recalled. */
  get recalls(): boolean {
    return this.rule().recalling !== undefined;
  }

  /** Messages of user and assistant. */
  said({ id, parts }: Message): void {
    this.turn.messages.push(id);
    const called = parts.flatMap((part) => (part.kind === 'tool-call' ? [part.name] : []));
    if (called.length > 0) this.toolsLately = [...this.toolsLately, ...called].slice(-TOOLS_LATELY);
  }

  /** [A7] Way one: the agent saved something itself. */
  wrote(files: readonly FileChange[]): void {
    if (files.some(({ path }) => isMemoryPath(path))) this.turn.hasWritten = true;
  }

  /** [R1] Whether there is something to choose from for this prompt. */
  prompted({ id, parts, timeMs = 0 }: Message, model: string, compactions: number): MemorySelection | undefined {
    const { recalling: rule } = this.rule();
    this.selection = undefined;
    if (compactions !== this.compactions) this.forgetShown();
    this.compactions = compactions;
    if (rule === undefined) return undefined;
    this.record.memoryIsRecorded = true;
    const prompt = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n');
    const folder = agentMemoryNamed(prompt, this.files) ?? memoryFolderIn(this.files);
    const before = this.shownOf(folder.root);
    const candidates = candidatesFor(before, folder, rule.candidates);
    if (candidates.length === 0) return undefined;
    const all = [...folder.files.keys()].filter((file) => !isIndexName(file));
    const shownBefore = all.filter((file) => before.shown.has(file));
    this.selection = new MemorySelection({
      timeMs,
      prompt: id,
      root: folder.root,
      ask: { prompt, candidates, tools: this.toolsLately, most: rule.mostMemories },
      shownBefore,
      notLookedAt: Math.max(0, all.length - candidatesIn(folder, rule.candidates).length),
      rule,
      bytesBefore: before.bytes,
      model,
    });
    this.selecting = [...this.selecting, this.selection];
    return this.selection;
  }

  private shownOf(root: string): RecallSession {
    return { ...(this.shown.get(root) ?? startOfRecall), bytes: this.shownBytes };
  }

  /** [R3] A compaction removed it from the context. */
  private forgetShown(): void {
    this.shown.clear();
    this.shownBytes = 0;
  }

  /** [R3] What is to be shown. */
  chosen(entry: EntryOf<'recalled'>): { readonly selection: MemorySelection; readonly recalled: readonly Recalled[] } {
    const selection = this.selecting.find(({ start }) => start.prompt === entry.prompt);
    if (selection === undefined) throw new Error(`The run chooses no memories for "${entry.prompt}"`);
    this.selecting = this.selecting.filter((each) => each !== selection);
    const { root } = selection.start;
    const outcome = selection.take(entry, this.shownOf(root), memoryFolderIn(this.files, root));
    this.shown.set(root, outcome.session);
    this.shownBytes = outcome.session.bytes;
    const { usage, dollars } = selection;
    if (usage !== undefined)
      this.answered.push({ model: selection.start.model, usage, ...optional('dollars', dollars) });
    const child = selection.transcript(entry);
    if (child !== undefined) this.record.children.push(child);
    return { selection, recalled: outcome.recalled };
  }

  /** [A8] A reply without tool calls. */
  turnEnded(call: number, parent: () => TaskParent, timeMs: number): void {
    const { extraction } = this.rule();
    const { messages, hasWritten } = this.turn;
    this.turn = { messages: [], hasWritten: false };
    if (extraction === undefined) {
      // Turned on later, it starts with what is there then.
      this.cursor = startOfSession;
      this.ended = undefined;
      this.decision = undefined;
      return;
    }
    this.record.memoryIsRecorded = true;
    this.ended = { call, parent: parent() };
    const there = this.ended.parent.context.map(({ message }): string => message.id);
    const inTurn = new Set(messages);
    const isFirst = this.cursor === startOfSession;
    const before = isFirst ? there.filter((id) => this.wasSaid(id) && !inTurn.has(id)) : [];
    for (const id of [...before, ...messages]) this.take({ type: 'message', id });
    const isThere = new Set(there);
    const kept = this.cursor.messages.filter((id) => isThere.has(id));
    if (kept.length < this.cursor.messages.length) this.take({ type: 'compacted', kept });
    if (hasWritten) this.take({ type: 'wrote' });
    this.take({ type: 'turn-ended' });
    this.decision = this.cursor.decision;
    this.startTask(timeMs);
  }

  private wasSaid(id: string): boolean {
    const kind = this.ended?.parent.context.find(({ message }) => message.id === id)?.message.kind;
    return kind === 'prompt' || kind === 'reply' || kind === 'tool-results';
  }

  private take(event: CursorEvent): void {
    const { extraction } = this.rule();
    this.cursor = nextCursor(this.cursor, event, {
      isOn: extraction !== undefined,
      everyTurns: extraction?.everyTurns ?? 1,
    });
  }

  private startTask(timeMs: number): void {
    const { decision } = this.cursor;
    const { ended } = this;
    const { extraction } = this.rule();
    if (decision?.type !== 'run' || ended === undefined || extraction === undefined) return;
    const folder = memoryFolderIn(this.files);
    const there = new Set(ended.parent.context.map(({ message }): string => message.id));
    const newMessages = Math.max(1, decision.ids.filter((id) => there.has(id)).length);
    const manifest = manifestText(candidatesIn(folder, Number.POSITIVE_INFINITY));
    const task = new MemoryTask({
      kind: 'extraction',
      id: `memory-${this.tasks.length + 1}`,
      call: ended.call,
      timeMs,
      parent: ended.parent,
      ids: decision.ids,
      newMessages,
      isFallback: decision.isFallback,
      instruction: extractionText({
        root: MEMORY_ROOT,
        newMessages,
        manifest,
        most: extraction.mostRequests,
        left: this.promptsAmong(decision.ids.filter((id) => !there.has(id))),
      }),
      mostRequests: extraction.mostRequests,
    });
    this.tasks.push(task);
    this.record.children.push(task.transcript);
  }

  /** [J2] Of every choice and every task so far: its requests are no calls of the run. */
  get usages(): readonly BesideUsage[] {
    const dreams = this.dreams.all.flatMap(({ task }) => task ?? []);
    const ofTasks = [...this.tasks, ...dreams].flatMap(({ modelId: model, usage, dollars }) =>
      usage === undefined ? [] : [{ model, usage, ...optional('dollars', dollars) }],
    );
    return [...this.answered, ...ofTasks];
  }

  /** Of the tasks, after the first of each. */
  get furtherRequests(): number {
    const dreams = this.dreams.all.flatMap(({ task }) => task ?? []);
    return [...this.tasks, ...dreams].reduce((sum, { steps }) => sum + Math.max(0, steps.length - 1), 0);
  }

  /** [A8] What a compaction removed from the context before it was looked at. */
  private promptsAmong(ids: readonly string[]): readonly string[] {
    if (ids.length === 0) return [];
    const wanted = new Set(ids);
    return this.record.messages.flatMap(({ id, kind, parts }) =>
      wanted.has(id) && kind === 'prompt'
        ? [parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n')]
        : [],
    );
  }

  /** What the files were that a task is about to write. */
  beforeWrites(entry: Entry): BeforeWrites {
    if (entry.type !== 'task-results') return { changes: [], modified: new Map() };
    const modified = entry.files.map(({ path }) => [fullPath(path), this.files.modifiedMs(path)] as const);
    return { changes: this.changesOf(entry.files), modified: new Map(modified) };
  }

  /** [J2] Of an extraction, or of a dream. Returns what was paid. */
  goOn(
    entry: EntryOf<'task-reply'> | EntryOf<'task-results'> | EntryOf<'task-ended'>,
    { changes, modified }: BeforeWrites,
  ): Paid | undefined {
    const dream = this.dreams.named(entry.task);
    if (dream !== undefined) {
      if (entry.type === 'task-reply') return { model: dream.task?.modelId, dollars: dream.reply(entry) };
      if (entry.type === 'task-results') dream.results(entry, changes, modified);
      else dream.end(entry);
      return undefined;
    }
    const task = this.taskNamed(entry.task);
    const dollars = entry.type === 'task-reply' ? task.reply(entry) : undefined;
    if (entry.type === 'task-results') task.results(entry, changes);
    if (entry.type === 'task-ended') task.end(entry.isStopped ? 'stopped' : 'failed', entry.timeMs, entry.why);
    this.went(task, entry.timeMs);
    return { model: task.modelId, dollars };
  }

  dreamNamed(id: string): LiveDream {
    const dream = this.dreams.named(id);
    if (dream === undefined) throw new Error(`The run has no dream "${id}"`);
    return dream;
  }

  private taskNamed(id: string): MemoryTask {
    const task = this.tasks.find(({ start }) => start.id === id);
    if (task === undefined) throw new Error(`The run has no task "${id}"`);
    return task;
  }

  /** What these files were before. */
  private changesOf(files: readonly FileChange[]): readonly TaskChange[] {
    return files.map(({ path, text }) => ({
      path: fullPath(path),
      before: this.files.read(path) ?? null,
      after: text,
    }));
  }

  /** Something was done in a task: it may have ended, and another may start right after it. */
  private went(task: MemoryTask, timeMs: number): void {
    if (task.state === 'running') return;
    this.take({ type: 'finished', isOk: task.state === 'done' });
    this.startTask(timeMs);
  }

  /** What goes on beside the turns, by id. */
  get open(): readonly string[] {
    const running = this.tasks.flatMap(({ state, start }) => (state === 'running' ? [start.id] : []));
    const late = this.selecting.flatMap(({ state, id }) => (state === 'late' ? [id] : []));
    return [...late, ...running, ...this.dreams.open];
  }

  /** Undefined once it has ended. */
  needOf(id: string): BesideNeed | undefined {
    const selection = this.selecting.find((each) => each.id === id);
    if (selection !== undefined) return selection.state === 'late' ? { id, ...recallNeed(selection) } : undefined;
    return (this.tasks.find(({ start }) => start.id === id) ?? this.dreams.named(id))?.need;
  }

  recalledAs(id: MessageId): void {
    this.recalledIds.add(id);
  }

  /** Tokens of what was recalled, as far as it is still in the context. */
  recalledTokens(context: readonly ContextMessage[]): number {
    if (this.recalledIds.size === 0) return 0;
    return context.reduce((sum, { message, tokens }) => sum + (this.recalledIds.has(message.id) ? tokens : 0), 0);
  }

  /** [R3] What was shown of the project's memory since the session began, or was compacted for the last time. */
  shownSince(compactions: number): RecallSession {
    return compactions === this.compactions ? this.shownOf(MEMORY_ROOT) : startOfRecall;
  }
}

export function recallNeed({ request, start }: MemorySelection): Extract<Need, { readonly type: 'recall' }> {
  const { prompt, ask, rule } = start;
  return { type: 'recall', request, prompt, ask, waitMs: rule.waitMs };
}
