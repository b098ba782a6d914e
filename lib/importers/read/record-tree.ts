import type { Message } from '../../transcript/transcript';
import { Branch, type Entry } from './branch';
import type { ImportEnv } from './importer';
import type { TranscriptDraft } from './transcript-draft';

/**
 * Records that name the one before them. The branch with the last one is the live one; one that continues another than
 * the last is a rewind.
 */
export class RecordTree {
  private readonly branch = new Branch();
  private readonly byId = new Map<string, Entry>();

  constructor(
    private readonly draft: TranscriptDraft,
    private readonly env: ImportEnv,
  ) {}

  find(id: string): Entry | undefined {
    return this.byId.get(id);
  }

  /** `null` for a root; undefined to continue the last record. */
  place(id: string | undefined, parentId: string | null | undefined, line: number): Entry {
    const before = parentId === undefined || parentId === null ? undefined : this.byId.get(parentId);
    if (typeof parentId === 'string' && before === undefined) {
      this.env.warn(
        'guessed',
        line,
        'A record continues one that is not in the file: it is taken to continue the last one',
      );
    } else if (parentId !== undefined && before !== this.branch.tip) this.jumpTo(before, line);
    const entry = this.branch.append();
    if (id !== undefined) this.byId.set(id, entry);
    return entry;
  }

  enter(entry: Entry, message: Message): void {
    this.branch.enter(entry, message);
  }

  /** Entries with a message from one on; undefined if it is not on the live branch. */
  since(first: Entry | undefined): readonly Entry[] | undefined {
    return this.branch.since(first);
  }

  /** What the model sees, in order. */
  get context(): readonly Entry[] {
    return this.branch.entries;
  }

  compact(entry: Entry, summary: Message, kept: readonly Entry[], firstKept: Entry | undefined): void {
    this.branch.compact(entry, summary, kept, firstKept);
  }

  /** The user went to another record, mostly back. Messages of a branch that was left are in the context once more. */
  private jumpTo(entry: Entry | undefined, line: number): void {
    const jump = this.branch.jumpTo(entry);
    if (jump === undefined) {
      this.env.warn('skipped', line, 'A change to another branch, after very many of them');
      return;
    }
    const { dropped, again } = jump;
    if (dropped.length > 0) {
      this.draft.boundaries.push({
        kind: 'rewind',
        at: this.draft.messages.length,
        trigger: 'manual',
        droppedMessageIds: dropped.map(({ id }) => id),
        line,
      });
    }
    for (const entered of again) {
      if (entered.message === undefined) continue;
      const { role, kind, parts, timeMs } = entered.message;
      this.branch.enter(entered, this.draft.addMessage({ role, kind, parts, timeMs, line }));
    }
  }
}
