import type { Workspace } from '../tools/workspace';
import { fullPath } from '../tools/workspace-path';
import { withoutTags } from './user-context';

interface Seen {
  /** As the agent knows it. */
  readonly text: string;
  readonly modifiedMs: number;
}

/** A file that differs from what the agent read. */
export interface ChangedFile {
  readonly path: string;
  /** The reminder. */
  readonly text: string;
}

const MOST_LINES = 40;
const LONGEST_LINE = 300;

/** [Y6] What the agent read of the files, to tell it when somebody else changes them. */
export class SeenFiles {
  private seen = new Map<string, Seen>();

  constructor(private readonly files: Workspace) {}

  get paths(): readonly string[] {
    return [...this.seen.keys()];
  }

  /** After its tools ran: what it knows, and what it changed itself, also by the shell. */
  update(known: readonly string[], changedByItself: readonly string[]): void {
    const own = new Set(changedByItself);
    const before = this.seen;
    this.seen = new Map();
    for (const path of known) {
      const earlier = before.get(path);
      const text = this.files.read(path);
      if (earlier !== undefined && !own.has(path)) this.seen.set(path, earlier);
      else if (text !== undefined) this.seen.set(path, { text, modifiedMs: this.files.modifiedMs(path) });
    }
  }

  /** It read these again, so it knows them as they are. */
  read(paths: readonly string[]): void {
    for (const path of paths) {
      const text = this.files.read(path);
      if (text !== undefined) this.seen.set(path, { text, modifiedMs: this.files.modifiedMs(path) });
    }
  }

  /** [F6] After a compaction it no longer knows the others. */
  keep(paths: ReadonlySet<string>): void {
    for (const path of this.seen.keys()) if (!paths.has(path)) this.seen.delete(path);
  }

  /** Changed by others since then. Each change is reported once. */
  takeChanged(): readonly ChangedFile[] {
    const changed: ChangedFile[] = [];
    for (const [path, { text, modifiedMs }] of [...this.seen].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const now = this.files.read(path);
      if (now === undefined) {
        this.seen.delete(path);
        changed.push({ path, text: reminder(`${fullPath(path)} was deleted, and not by you.`) });
        continue;
      }
      const nowMs = this.files.modifiedMs(path);
      // The time alone shows nothing: a file may have been changed and changed back.
      if (nowMs === modifiedMs || now === text) continue;
      this.seen.set(path, { text: now, modifiedMs: nowMs });
      changed.push({ path, text: reminder(changeText(path, text, now)) });
    }
    return changed;
  }
}

function changeText(path: string, before: string, now: string): string {
  const old = before.split('\n');
  const lines = now.split('\n');
  let start = 0;
  while (start < lines.length && start < old.length && lines[start] === old[start]) start += 1;
  let same = 0;
  const most = Math.min(lines.length, old.length) - start;
  while (same < most && lines.at(-1 - same) === old.at(-1 - same)) same += 1;
  const changed = lines.slice(start, lines.length - same);
  const shown = changed.slice(0, MOST_LINES).map((line, index) => `${start + index + 1}\t${cut(line)}`);
  const rest = changed.length - shown.length;
  const what =
    changed.length === 0
      ? `Lines were removed behind line ${start}.`
      : `${old.length - same - start} lines were replaced; it now has:`;
  return [
    `${fullPath(path)} was changed since you read it, and not by you. Take that as intended, and read it again before you edit it. ${what}`,
    ...shown,
    ...(rest > 0 ? [`[${rest.toLocaleString('en')} more lines]`] : []),
  ].join('\n');
}

function cut(line: string): string {
  const text = withoutTags(line);
  return text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE).toWellFormed()} …` : text;
}

function reminder(text: string): string {
  return `<system-reminder>\n${text}\n</system-reminder>`;
}
