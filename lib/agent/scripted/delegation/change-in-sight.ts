import type { VisibleContext } from '../sight/sight';

/** One file of a change. */
export interface ChangedFile {
  readonly path: string;
  readonly isNew: boolean;
  readonly added: readonly AddedLine[];
  readonly removed: number;
}

export interface AddedLine {
  /** In the changed file, from 1. */
  readonly line: number;
  readonly text: string;
}

export function isDiff(path: string): boolean {
  return /\.(?:diff|patch)$/.test(path);
}

/** The change that is in sight: in a file, as diff writes it. */
export function changeInSight({
  files,
}: Pick<VisibleContext, 'files'>): { readonly path: string; readonly files: readonly ChangedFile[] } | undefined {
  for (const [path, { text }] of files) {
    const changed = isDiff(path) ? changedFiles(text) : [];
    if (changed.length > 0) return { path, files: changed };
  }
  return undefined;
}

export function changedFiles(diff: string): readonly ChangedFile[] {
  return diff.split(/^(?=--- )/m).flatMap((part) => {
    const [, before = '', after] = /^--- (\S+)(?!\S)[^\n]*\n\+\+\+ (\S+)/.exec(part) ?? [];
    if (after === undefined) return [];
    const path = (after === '/dev/null' ? before : after).replace(/^[ab]\//, '');
    return [{ path, isNew: before === '/dev/null', ...linesOf(part) }];
  });
}

function linesOf(part: string): Pick<ChangedFile, 'added' | 'removed'> {
  const added: AddedLine[] = [];
  let removed = 0;
  let line = 0;
  for (const text of part.split('\n').slice(2)) {
    const [, start] = /^@@ -\d+(?:,\d+)? \+(\d+)/.exec(text) ?? [];
    if (start !== undefined) {
      line = Number(start);
      continue;
    }
    if (text.startsWith('-')) removed += 1;
    if (text.startsWith('+')) added.push({ line, text: text.slice(1) });
    if (text.startsWith('+') || text.startsWith(' ')) line += 1;
  }
  return { added, removed };
}
