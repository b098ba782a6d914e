import type { Entry } from '../../agent/journal/entry';
import type { HomeRecord } from '../../agent/project/home-record';
import { type HomeWrite, homeWritesOf } from '../../agent/project/home-writes';
import { type HomeStep, nextHomeStep, sessionsOn, withdrawal } from '../../agent/project/next-home-step';
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
  private writes: readonly HomeWrite[] = [];
  private length = 0;
  /** What the book had when it was read last. Undefined until then. */
  private book: (HomeRecord | undefined)[] | undefined;
  private isMarked = false;
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
    const earlier = this.writes.filter(({ by }) => by.entry < place);
    this.writes = [...earlier, ...homeWritesOf(entry, this.parts.run, place)];
    this.length = place + 1;
  }

  /** Only so many entries are valid now. Returns how many were before. */
  cut(length: number): number {
    const before = this.length;
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

  async synchronise(): Done {
    const { books, project, run } = this.parts;
    for (;;) {
      const book = await this.readBook();
      if (!book.ok) return book;
      const step = nextHomeStep(book.value, run, this.wanted);
      if (step === undefined) return ok(undefined);
      const { record, kept } = await this.recordOf(step, book.value);
      const added = await books.add(project, book.value.length, record);
      if (!added.ok) return added;
      if (!added.value) {
        // Another tab was first: what is to be added may be different now.
        this.book = undefined;
        continue;
      }
      this.book?.push(record);
      if (kept !== undefined) this.kept = [...this.kept, kept];
    }
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

  private async readBook(): Promise<Result<(HomeRecord | undefined)[], StorageFailure>> {
    if (this.book !== undefined) return ok(this.book);
    const { books, project, run } = this.parts;
    const read = await books.read(project);
    if (!read.ok) return read;
    this.book = [...read.value.records];
    this.isMarked ||= read.value.marked.includes(run);
    return ok(this.book);
  }

  private get wanted(): readonly HomeWrite[] {
    const { copied = 1 } = this.parts;
    return this.writes.filter(({ by }) => by.entry >= copied && by.entry < this.length);
  }

  private async recordOf(
    step: HomeStep,
    book: readonly (HomeRecord | undefined)[],
  ): Promise<{ readonly record: HomeRecord; readonly kept?: KeptVersion }> {
    if (step.type === 'write') return { record: step.write };
    const { place, write } = step;
    if (write.type === 'written') {
      for (const { session, run } of sessionsOn(book, place, this.parts.run)) {
        if (!(await this.parts.isUsed(run))) continue;
        return { record: { type: 'kept', of: place, by: write.by, session }, kept: { session, path: write.path } };
      }
    }
    return { record: withdrawal(book, place, write) };
  }
}
