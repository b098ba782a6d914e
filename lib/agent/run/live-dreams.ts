import { assertNever } from '../../base/assert-never';
import {
  type DreamGate,
  type DreamLadder,
  type DreamRule,
  dreamLadder,
  dreamRule,
} from '../../memory/dreaming/dream-gates';
import {
  hasTaken,
  LOCK_NAME,
  type LockFile,
  leftLock,
  restoredLock,
  takenLock,
} from '../../memory/dreaming/dream-lock';
import { dreamText } from '../../memory/dreaming/dream-request';
import type { MemoryFolder } from '../../memory/files/memory-folder';
import { candidatesIn, manifestText } from '../../memory/recall/manifest';
import type { Transcript } from '../../transcript/transcript';
import type { EntryOf, FileChange } from '../journal/entry';
import type { BesideNeed } from '../journal/need';
import { MEMORY_ROOT, memoryFolderIn } from '../tools/memory-files';
import type { Workspace } from '../tools/workspace';
import { MemoryTask, type TaskChange, type TaskParent } from './memory-task';

/** [D2] The lock of the project. */
export const LOCK_PATH = `${MEMORY_ROOT}/${LOCK_NAME}`;

export interface DreamStart {
  readonly id: string;
  /** The call of the turn whose end started it, or after which the user asked for it; undefined before the first turn. */
  readonly call: number | undefined;
  readonly timeMs: number;
  readonly isByCommand: boolean;
  readonly rule: DreamRule;
  /** [D2] The session: a tab has it open, or none. */
  readonly holder: string;
  /** [D1] When sessions were counted before this dream. */
  readonly lastLookMs: number | undefined;
}

/** What was found out about the project. */
interface Looked {
  readonly lock: LockFile | undefined;
  readonly sessions: number;
  /** How much of the book of the project it has seen. */
  readonly place: number;
}

type Phase = 'looking' | 'locking' | 'checking' | 'giving-back' | 'working' | 'leaving' | 'over';

/** [D4] `closed`: a gate was. */
export type DreamState = 'starting' | 'updating' | 'completed' | 'failed' | 'ended' | 'closed';

/**
 * [D1] [D2] A dream, from the look at the project to the lock that it leaves:
 *
 *   looking ─▶ locking ─▶ checking ─▶ working ─▶ leaving ─▶ over
 *      └ a gate is closed    └ another tab was first: giving-back ─▶ over
 */
export class LiveDream {
  /** Once it works. */
  task: MemoryTask | undefined;
  gates: readonly DreamGate[];
  /** Why it failed or was ended. */
  why = '';
  endedMs: number | undefined;
  /** [K1] The memory folder, before it worked and when it ended. */
  folders: { readonly before: MemoryFolder; readonly after: MemoryFolder } | undefined;
  /** Its changes were taken back. */
  isUndone = false;
  private phase: Phase = 'looking';
  private outcome: 'completed' | 'failed' | 'ended' | 'closed' | undefined;
  private looked: Looked | undefined;
  private taken: LockFile | undefined;
  /** Of the tab that was first. */
  private others: LockFile | undefined;
  /** When each file was modified before it wrote there. */
  private readonly modifiedBefore = new Map<string, number>();
  private before: MemoryFolder | undefined;
  private versions = 0;

  constructor(
    readonly start: DreamStart,
    ladder: DreamLadder,
    /** The agent that does the work, begun when the lock is had. */
    private readonly begin: (looked: Looked, timeMs: number) => MemoryTask,
    private readonly folder: () => MemoryFolder,
  ) {
    this.gates = ladder.gates;
  }

  get version(): string {
    return `${this.versions} ${this.task?.version ?? 0}`;
  }

  get isOpen(): boolean {
    return this.phase !== 'over';
  }

  get state(): DreamState {
    if (this.outcome !== undefined) return this.outcome;
    return (this.task?.changes.length ?? 0) > 0 ? 'updating' : 'starting';
  }

  /** What it takes to go on; it waits for the lock as long as it works on it. */
  get need(): BesideNeed | undefined {
    const { id } = this.start;
    switch (this.phase) {
      case 'looking':
        return { id, type: 'dream-look', from: undefined };
      case 'locking':
        return { id, type: 'dream-write', files: [this.lockChange(this.taken)] };
      case 'checking':
        return { id, type: 'dream-look', from: this.looked?.place ?? 0 };
      case 'giving-back':
        return { id, type: 'dream-write', files: [this.lockChange(this.others)], isTakenBack: true };
      case 'working':
        return this.task?.need;
      case 'leaving':
        return { id, type: 'dream-write', files: [this.lockChange(this.taken && leftLock(this.taken))] };
      case 'over':
        return undefined;
      default:
        return assertNever(this.phase);
    }
  }

  /** What is written when it fails, or when the user ends it. */
  get filesAtEnd(): readonly FileChange[] {
    const hasLock = this.phase === 'checking' || this.phase === 'working' || this.phase === 'leaving';
    return hasLock ? [this.lockChange(restoredLock(this.looked?.lock))] : [];
  }

  private lockChange(lock: LockFile | undefined): FileChange {
    if (lock === undefined) return { path: LOCK_PATH, text: null };
    return { path: LOCK_PATH, text: lock.text, modifiedMs: lock.mtimeMs };
  }

  /** [D1] [D2] Of the project, first for the gates, then for the lock. */
  look(entry: EntryOf<'dream-looked'>): void {
    const { start } = this;
    const { timeMs, sessions, place } = entry;
    this.versions += 1;
    if (this.phase === 'checking') {
      const written = entry.written.map(lockOf);
      if (hasTaken(start.holder, written)) {
        this.phase = 'working';
        this.before = this.folder();
        this.task = this.begin(this.looked ?? { lock: undefined, sessions: 0, place: 0 }, timeMs);
        return;
      }
      this.others = written.findLast((lock) => lock !== undefined && lock.text.trim() !== start.holder);
      this.gates = this.gates.map((gate) =>
        gate.id === 'lock' ? { ...gate, state: 'closed', has: 0, ...holderOf(this.others) } : gate,
      );
      this.phase = 'giving-back';
      return;
    }
    const lock = lockOf(entry.lock);
    this.looked = { lock, sessions, place };
    const facts = {
      isOn: true,
      isByCommand: start.isByCommand,
      nowMs: timeMs,
      lock,
      lastLookMs: start.lastLookMs,
    };
    const ladder = dreamLadder(facts, start.rule, { sessions, isAlive: () => entry.isAlive });
    this.gates = ladder.gates;
    if (!ladder.isOpen) {
      this.finish('closed', timeMs);
      return;
    }
    this.taken = takenLock(start.holder, timeMs);
    this.phase = 'locking';
  }

  /** The lock was written. */
  wrote(timeMs: number): void {
    this.versions += 1;
    if (this.phase === 'locking') this.phase = 'checking';
    else if (this.phase === 'giving-back') this.finish('closed', timeMs);
    else if (this.phase === 'leaving') this.finish('completed', timeMs);
    else throw new Error(`A dream that is ${this.phase} writes no lock`);
  }

  reply(entry: EntryOf<'task-reply'>): number | undefined {
    const paid = this.working.reply(entry);
    this.worked();
    return paid;
  }

  results(entry: EntryOf<'task-results'>, changes: readonly TaskChange[], modified: ReadonlyMap<string, number>): void {
    for (const { path } of changes) {
      const before = modified.get(path);
      if (before !== undefined && !this.modifiedBefore.has(path)) this.modifiedBefore.set(path, before);
    }
    this.working.results(entry, changes);
    this.worked();
  }

  private get working(): MemoryTask {
    if (this.task === undefined || this.phase !== 'working') throw new Error(`The dream is ${this.phase}`);
    return this.task;
  }

  /** Its work is done; the lock is left then. */
  private worked(): void {
    if (this.task?.state === 'done') this.phase = 'leaving';
  }

  /** It failed, or the user ended it: with the entry, the lock is as it was before. */
  end({ isStopped, why, timeMs }: EntryOf<'task-ended'>): void {
    this.versions += 1;
    this.why = why;
    if (this.task?.state === 'running') this.task.end(isStopped ? 'stopped' : 'failed', timeMs, why);
    this.finish(isStopped ? 'ended' : 'failed', timeMs);
  }

  private finish(outcome: 'completed' | 'failed' | 'ended' | 'closed', timeMs: number): void {
    this.phase = 'over';
    this.outcome = outcome;
    if (this.before !== undefined) this.folders = { before: this.before, after: this.folder() };
    this.endedMs = timeMs;
  }

  undone(): void {
    this.isUndone = true;
    this.versions += 1;
  }

  /** What takes its changes back. What was changed since by others stays. */
  undoing(textOf: (path: string) => string | undefined): {
    readonly files: readonly FileChange[];
    readonly others: readonly string[];
  } {
    const files: FileChange[] = [];
    const others: string[] = [];
    for (const { path, before, after } of this.task?.changes ?? []) {
      const now = textOf(path) ?? null;
      if (now === before) continue;
      if (now !== after) {
        others.push(path);
        continue;
      }
      const modifiedMs = this.modifiedBefore.get(path);
      files.push({ path, text: before, ...(before === null || modifiedMs === undefined ? {} : { modifiedMs }) });
    }
    return { files, others };
  }
}

function lockOf(given: { readonly text: string; readonly modifiedMs: number } | null): LockFile | undefined {
  return given === null ? undefined : { text: given.text, mtimeMs: given.modifiedMs };
}

function holderOf(lock: LockFile | undefined): { readonly holder?: string } {
  return lock === undefined ? {} : { holder: lock.text.trim() };
}

/** [D1] At the end of a turn, before anybody looks at the project. */
function cheapLadder(
  rule: DreamRule | undefined,
  given: {
    readonly timeMs: number;
    readonly lock: LockFile | undefined;
    readonly lastLookMs: number | undefined;
    readonly isByCommand: boolean;
    readonly usual: DreamRule;
  },
): DreamLadder {
  const { timeMs, lock, lastLookMs, isByCommand, usual } = given;
  return dreamLadder({ isOn: rule !== undefined, isByCommand, nowMs: timeMs, lock, lastLookMs }, rule ?? usual);
}

/** The end of a turn: a dream begins with what it sent. Before the first one, with what it would begin with. */
interface EndedTurn {
  readonly call: number | undefined;
  readonly parent: TaskParent;
}

interface DreamsOf {
  readonly files: Workspace;
  rule(): DreamRule | undefined;
  /** [D2] */
  readonly holder: string;
  readonly record: { readonly children: Transcript[]; memoryIsRecorded?: true };
}

/** [D1] The dreams of a run, and what its gates said last. */
export class LiveDreams {
  readonly all: LiveDream[] = [];
  /** At the end of the latest turn, or when the user asked. */
  ladder: DreamLadder | undefined;
  private askedMs: number | undefined;
  private ended: EndedTurn | undefined;
  private lastLookMs: number | undefined;

  constructor(private readonly of: DreamsOf) {}

  get rule(): DreamRule | undefined {
    return this.of.rule();
  }

  /** [D1] */
  turnEnded(call: number, parent: () => TaskParent, timeMs: number): void {
    const { rule } = this;
    // Without the layer nothing is kept: a context may be large.
    this.ended = rule === undefined ? undefined : { call, parent: parent() };
    this.consider(timeMs, this.ended, false);
  }

  /** `/dream`. `parent`: what the next turn would begin with, if none is going on. */
  asked(timeMs: number, parent: TaskParent | undefined): void {
    this.consider(timeMs, this.ended ?? (parent && { call: undefined, parent }), true);
  }

  private consider(timeMs: number, ended: EndedTurn | undefined, isByCommand: boolean): void {
    const { rule, lastLookMs } = this;
    if (this.all.at(-1)?.isOpen === true) return;
    this.askedMs = timeMs;
    this.ladder = cheapLadder(rule, { timeMs, lock: this.lock, lastLookMs, isByCommand, usual: dreamRule });
    if (!this.ladder.wantsLook || rule === undefined || ended === undefined) return;
    this.lastLookMs = timeMs;
    const id = `dream-${this.all.length + 1}`;
    const { holder } = this.of;
    const start = { id, call: ended.call, timeMs, isByCommand, rule, holder, lastLookMs };
    this.all.push(
      new LiveDream(
        start,
        this.ladder,
        ({ lock, sessions }, nowMs) => {
          const task = new MemoryTask({
            kind: 'dream',
            id,
            call: ended.call ?? 0,
            timeMs: nowMs,
            parent: ended.parent,
            ids: [],
            newMessages: 0,
            isFallback: false,
            instruction: dreamText({
              root: MEMORY_ROOT,
              manifest: manifestText(candidatesIn(memoryFolderIn(this.of.files), Number.POSITIVE_INFINITY)),
              nowMs,
              ...(lock === undefined ? {} : { lastMs: lock.mtimeMs }),
              sessions,
              most: rule.mostRequests,
              index: rule,
            }),
            mostRequests: rule.mostRequests,
          });
          this.of.record.children.push(task.transcript);
          this.of.record.memoryIsRecorded = true;
          return task;
        },
        () => memoryFolderIn(this.of.files),
      ),
    );
  }

  /** [D2] As the run knows it: another session may have dreamt since. */
  private get lock(): LockFile | undefined {
    const { files } = this.of;
    const text = files.read(LOCK_PATH);
    return text === undefined ? undefined : { text, mtimeMs: files.modifiedMs(LOCK_PATH) };
  }

  /** [D1] Of the latest dream, or of the latest look at the gates; before the first one, as of now. */
  gatesAt(
    nowMs: number,
    usual: DreamRule,
  ): { readonly gates: readonly DreamGate[]; readonly askedMs: number | undefined } {
    const last = this.all.at(-1);
    const { ladder, askedMs } = this;
    if (last !== undefined && last.start.timeMs === askedMs) return { gates: last.gates, askedMs };
    if (ladder !== undefined && (ladder.closedBy === 'on') === (this.rule === undefined)) {
      return { gates: ladder.gates, askedMs };
    }
    const given = { timeMs: nowMs, lock: this.lock, lastLookMs: this.lastLookMs, isByCommand: false, usual };
    return { gates: cheapLadder(this.rule, given).gates, askedMs: undefined };
  }

  /** Whether `/dream` can begin one. */
  canStart(isBetweenTurns: boolean): boolean {
    if (this.rule === undefined || this.all.at(-1)?.isOpen === true) return false;
    return isBetweenTurns || this.ended !== undefined;
  }

  named(id: string): LiveDream | undefined {
    return this.all.find(({ start }) => start.id === id);
  }

  get open(): readonly string[] {
    return this.all.flatMap(({ isOpen, start }) => (isOpen ? [start.id] : []));
  }
}
