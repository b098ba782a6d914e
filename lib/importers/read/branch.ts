import type { Message } from '../../transcript/transcript';

/** Of a record that names the one before it: together they form a tree. */
export interface Entry {
  readonly parent: Entry | undefined;
  readonly depth: number;
  /** What it added to the context. */
  message: Message | undefined;
  /** Its message is a summary; of what precedes it, only the entries from this one on are kept. */
  compaction: { readonly firstKept: Entry | undefined } | undefined;
}

/** What a jump to another entry does to the context. */
interface Jump {
  readonly dropped: readonly Message[];
  /** They had left the context, and are in it again: each has to be entered. */
  readonly again: readonly Entry[];
}

/** Jumps between far branches cost as much as both are long. No real session comes near. */
const MOST_STEPS = 5_000_000;

/** The path from the root to the latest entry, and what the model sees of it. */
export class Branch {
  private leaf: Entry | undefined;
  private context: Entry[] = [];
  private steps = 0;

  get tip(): Entry | undefined {
    return this.leaf;
  }

  /** In the order in which the model sees them. */
  get entries(): readonly Entry[] {
    return this.context;
  }

  append(): Entry {
    const parent = this.leaf;
    this.leaf = { parent, depth: (parent?.depth ?? 0) + 1, message: undefined, compaction: undefined };
    return this.leaf;
  }

  enter(entry: Entry, message: Message): void {
    entry.message = message;
    this.context.push(entry);
  }

  /** Entries with a message from one on; undefined if it is not on this branch. */
  since(first: Entry | undefined): readonly Entry[] | undefined {
    if (first === undefined) return undefined;
    const found: Entry[] = [];
    for (let entry = this.leaf; entry !== undefined && entry.depth >= first.depth; entry = entry.parent) {
      if (isSaid(entry)) found.push(entry);
      if (entry === first) return found.reverse();
    }
    return undefined;
  }

  /** The entry is a compaction: its summary comes before what it keeps. */
  compact(entry: Entry, summary: Message, kept: readonly Entry[], firstKept: Entry | undefined): void {
    entry.message = summary;
    entry.compaction = { firstKept };
    this.context = [entry, ...kept];
  }

  /** Undefined if it is too far: then the branch goes on as it was. */
  jumpTo(entry: Entry | undefined): Jump | undefined {
    const dropped = this.dropBackTo(entry);
    if (dropped !== undefined) {
      this.leaf = entry;
      return { dropped: messagesOf(dropped), again: [] };
    }
    this.steps += (entry?.depth ?? 0) + (this.leaf?.depth ?? 0);
    if (this.steps > MOST_STEPS) return undefined;
    const target = contextOf(entry);
    let same = 0;
    while (same < target.length && target[same] === this.context[same]) same += 1;
    this.leaf = entry;
    return { dropped: messagesOf(this.context.splice(same)), again: target.slice(same) };
  }

  /** For a way back along the branch, without a compaction on it. */
  private dropBackTo(entry: Entry | undefined): readonly Entry[] | undefined {
    let count = 0;
    let above = this.leaf;
    for (; above !== undefined && above !== entry && above.depth > (entry?.depth ?? 0); above = above.parent) {
      if (above.compaction !== undefined) return undefined;
      if (above.message !== undefined) count += 1;
    }
    if (above !== entry) return undefined;
    return count === 0 ? [] : this.context.splice(-count);
  }
}

function isSaid({ message, compaction }: Entry): boolean {
  return message !== undefined && compaction === undefined;
}

function messagesOf(entries: readonly Entry[]): readonly Message[] {
  return entries.flatMap(({ message }) => message ?? []);
}

function contextOf(leaf: Entry | undefined): readonly Entry[] {
  const path: Entry[] = [];
  for (let entry = leaf; entry !== undefined; entry = entry.parent) path.push(entry);
  path.reverse();
  const last = path.findLastIndex(({ compaction }) => compaction !== undefined);
  const summary = path[last];
  if (summary === undefined) return path.filter(isSaid);
  const first = summary.compaction?.firstKept;
  return [summary, ...path.slice(first === undefined ? last : path.indexOf(first)).filter(isSaid)];
}
