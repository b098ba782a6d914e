import { type DreamGate, type DreamLadder, type DreamRule, dreamRule } from '../../memory/dreaming/dream-gates';
import type { LockFile } from '../../memory/dreaming/dream-lock';
import { dreamText } from '../../memory/dreaming/dream-request';
import { candidatesIn, manifestText } from '../../memory/recall/manifest';
import type { Transcript } from '../../transcript/transcript';
import { MEMORY_ROOT, memoryFolderIn } from '../tools/memory-files';
import type { Workspace } from '../tools/workspace';
import { cheapLadder, LiveDream, LOCK_PATH } from './live-dream';
import { MemoryTask, type TaskParent } from './memory-task';

/** The end of a turn: a dream begins with what it sent. */
interface EndedTurn {
  readonly call: number;
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
    this.consider(timeMs, false);
  }

  /** `/dream` */
  asked(timeMs: number): void {
    this.consider(timeMs, true);
  }

  private consider(timeMs: number, isByCommand: boolean): void {
    const { rule, ended, lastLookMs } = this;
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
            call: ended.call,
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
  get canStart(): boolean {
    return this.rule !== undefined && this.ended !== undefined && this.all.at(-1)?.isOpen !== true;
  }

  named(id: string): LiveDream | undefined {
    return this.all.find(({ start }) => start.id === id);
  }

  get open(): readonly string[] {
    return this.all.flatMap(({ isOpen, start }) => (isOpen ? [start.id] : []));
  }
}
