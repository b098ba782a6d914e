import type { SessionEntry } from './session-entry';

export type ListItem = { readonly type: 'session'; readonly entry: SessionEntry } | SessionGroup;

/** Sessions of one file, or recorded in one folder. */
export interface SessionGroup {
  readonly type: 'group';
  readonly key: string;
  readonly of: 'file' | 'project';
  /** The last name of the path. */
  readonly name: string;
  readonly path: string;
  readonly entries: readonly SessionEntry[];
}

/** Of a long file, one row says enough until someone looks for one of its sessions. */
const LONG_FILE = 10;

/** Groups stand where the first of their sessions would. A session without others of its kind needs no group. */
export function listItems(entries: readonly SessionEntry[]): readonly ListItem[] {
  const groups = new Map<string, [SessionEntry, ...SessionEntry[]]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  return [...groups].map(([key, members]): ListItem => {
    const [first] = members;
    if (members.length === 1) return { type: 'session', entry: first };
    const of = isOneOfFile(first) ? 'file' : 'project';
    const path = (of === 'file' ? first.fileName : first.workingDirectory) ?? '';
    return { type: 'group', key, of, name: lastName(path), path, entries: members };
  });
}

function keyOf(entry: SessionEntry): string {
  const { id, origin, fileName, workingDirectory } = entry;
  if (origin !== 'sample' && isOneOfFile(entry) && fileName !== undefined) return `file ${fileName}`;
  if (origin !== 'sample' && workingDirectory !== undefined) return `project ${workingDirectory}`;
  return `session ${id}`;
}

function isOneOfFile({ fileSessions }: SessionEntry): boolean {
  return fileSessions !== undefined && fileSessions > 1;
}

export function isUsuallyOpen({ of, entries }: SessionGroup): boolean {
  return of === 'project' || entries.length <= LONG_FILE;
}

/** `/home/me/shop/` → `shop` */
export function lastName(path: string): string {
  return path.split(/[\\/]/).findLast((name) => name !== '') ?? path;
}
