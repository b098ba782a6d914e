import type { Entry } from '../../agent/journal/entry';
import type { HomeBook, HomeRecord } from '../../agent/project/home-record';
import { type HomeWrite, homeWritesOf, takesBack } from '../../agent/project/home-writes';
import { nextHomeStep, sessionsOn, withdrawal } from '../../agent/project/next-home-step';
import { LOCK_PATH } from '../../agent/run/live-dreams';
import { ok, type Result } from '../../base/result';
import type { StorageFailure } from '../../storage/storage-failure';
import type { VersionBook } from '../../storage/version-book';

export type HomeBookStore = VersionBook<HomeRecord>;

export interface HomeMirrorParts {
  readonly books: HomeBookStore;
  readonly project: string;
  readonly run: string;
  /** So many entries are of another run. */
  readonly copied?: number | undefined;
  /** Whether a session was used, or is open: nobody stands on what an empty one began with. */
  isUsed(run: string): Promise<boolean>;
}

/** [J1] What a run has undone, and what stays, as a later session began with it. */
export interface KeptVersion {
  readonly session: number;
  readonly path: string;
}

type Done = Promise<Result<void, StorageFailure>>;

/**
 * Keeps the book of a project in step with the journal of one of its runs. The journal is first: this adds to the book
 * what it lacks, whatever happened before.
 */
export class HomeMirror {
  /** Of all entries, also those that are cut off, with the numbers of their entries. */
  private writes: HomeWrite[] = [];
  private length = 0;
  /** What the book had when it was read last. Undefined until then. */
  private book: HomeBook | undefined;
  private isMarked = false;
  /** Most entries write nothing there, and need no look at the book. */
  private isInStep = false;
  private kept: readonly KeptVersion[] = [];

  constructor(
    private readonly parts: HomeMirrorParts,
    entries: readonly Entry[],
    cutOff: readonly Entry[] = [],
  ) {
    for (const [place, entry] of [...entries, ...cutOff].entries()) this.note(place, entry);
    this.length = entries.length;
  }

  /** The entry at a place, instead of all from there on. */
  note(place: number, entry: Entry): void {
    const added = homeWritesOf(entry, this.parts.run, place);
    const last = this.writes.at(-1)?.by.entry ?? -1;
    if (last >= place) this.writes = this.writes.filter(({ by }) => by.entry < place);
    if (last >= place || added.length > 0) this.isInStep = false;
    const kept = this.writes.filter((write) => !takesBack(entry, write));
    if (kept.length < this.writes.length) this.isInStep = false;
    this.writes = [...kept, ...added];
    this.length = place + 1;
  }

  /** Only so many entries are valid now. Returns how many were before. */
  cut(length: number): number {
    const before = this.length;
    if (this.isTouchedBy(length)) this.isInStep = false;
    this.length = length;
    return before;
  }

  /** Before the journal changes: otherwise a crash in between would go unnoticed until the run is opened. */
  async mark(isNeeded: boolean): Done {
    if (!isNeeded || this.isMarked) return ok(undefined);
    const marked = await this.parts.books.mark(this.parts.project, this.parts.run);
    this.isMarked = marked.ok;
    return marked;
  }

  /** Whether it has to do with the project that so many entries become valid. */
  isTouchedBy(length: number): boolean {
    const [from, to] = [Math.min(length, this.length), Math.max(length, this.length)];
    return this.writes.some(({ by }) => by.entry >= from && by.entry < to);
  }

  /** In one step: who begins in between must not find half of what an entry wrote. */
  async synchronise(): Done {
    const { books, project } = this.parts;
    while (!this.isInStep) {
      const book = await this.readBook();
      if (!book.ok) return book;
      const { records, kept } = await this.missingIn(book.value);
      const added = records.length === 0 ? ok(true) : await books.add(project, book.value.length, records);
      if (!added.ok) return added;
      // Another tab was first: what is to be added may be different now.
      this.book = added.value ? [...book.value, ...records] : undefined;
      this.isInStep = added.value;
      if (added.value) this.kept = [...this.kept, ...kept];
    }
    return ok(undefined);
  }

  /** Once journal and book agree. A mark that stays by mistake only makes somebody look. */
  async unmark(): Promise<void> {
    if (!this.isMarked) return;
    const { books, project, run } = this.parts;
    this.isMarked = !(await books.unmark(project, run)).ok;
  }

  /** Since this was asked last. */
  takeKept(): readonly KeptVersion[] {
    const { kept } = this;
    this.kept = [];
    return kept;
  }

  private async readBook(): Promise<Result<HomeBook, StorageFailure>> {
    if (this.book !== undefined) return ok(this.book);
    const { books, project, run } = this.parts;
    const read = await books.read(project);
    if (!read.ok) return read;
    this.book = read.value.records;
    this.isMarked ||= read.value.marked.includes(run);
    return ok(this.book);
  }

  private get wanted(): readonly HomeWrite[] {
    const { copied = 1 } = this.parts;
    return this.writes.filter(({ by }) => by.entry >= copied && by.entry < this.length);
  }

  private async missingIn(book: HomeBook) {
    const after = [...book];
    const kept: KeptVersion[] = [];
    for (;;) {
      const step = nextHomeStep(after, this.parts.run, this.wanted);
      if (step === undefined) return { records: after.slice(book.length).filter(isDefined), kept };
      const session = step.type === 'detach' ? await this.sessionOn(step.place, step.write, after) : undefined;
      if (step.type === 'write') after.push(step.write);
      else if (session === undefined) after.push(withdrawal(after, step.place, step.write));
      else {
        after.push({ type: 'kept', of: step.place, by: step.write.by, session });
        if (step.write.type === 'written') kept.push({ session, path: step.write.path });
      }
    }
  }

  /** A later one that began with it. It has its own clock. */
  private async sessionOn(place: number, write: HomeWrite, book: HomeBook): Promise<number | undefined> {
    const { type } = write;
    // [D2] Nobody stands on a lock.
    const isLock = type === 'written' && write.path === LOCK_PATH;
    if (type === 'passed' || isLock) return undefined;
    for (const { session, run } of sessionsOn(book, place, this.parts.run)) {
      if (await this.parts.isUsed(run)) return session;
    }
    return undefined;
  }
}

function isDefined(record: HomeRecord | undefined): record is HomeRecord {
  return record !== undefined;
}
