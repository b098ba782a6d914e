/** What a patch does to the files it names. */
export interface PatchedFile {
  readonly path: string;
  readonly action: 'created' | 'changed' | 'deleted';
}

/** Longer lines are not headers. */
const HEADER = /^(?:\*\*\* (Add|Update|Delete) File: |\*\*\* (Move to): |(\+\+\+) |(---) )([^\n\t\r]{1,1000})/gm;

/** Reads `*** Update File:` patches and unified diffs. */
export function patchFiles(patch: string): PatchedFile[] {
  const files: PatchedFile[] = [];
  let before: string | undefined;
  for (const [, verb, moved, after, old, rest = ''] of patch.matchAll(HEADER)) {
    const path = rest.trim();
    if (verb !== undefined) files.push({ path, action: actionOf(verb) });
    else if (moved !== undefined) files.push(...movedTo(files, path));
    else if (old !== undefined) before = path;
    else if (after !== undefined && before !== undefined) {
      files.push(diffed(before, path));
      before = undefined;
    }
  }
  return files;
}

function actionOf(verb: string): PatchedFile['action'] {
  if (verb === 'Add') return 'created';
  return verb === 'Delete' ? 'deleted' : 'changed';
}

/** The previous file was moved: its old path is deleted, the new one created. */
function movedTo(files: PatchedFile[], path: string): PatchedFile[] {
  const last = files.pop();
  return [
    ...(last === undefined ? [] : [{ path: last.path, action: 'deleted' as const }]),
    { path, action: 'created' },
  ];
}

function diffed(before: string, after: string): PatchedFile {
  if (after === '/dev/null') return { path: withoutPrefix(before), action: 'deleted' };
  return { path: withoutPrefix(after), action: before === '/dev/null' ? 'created' : 'changed' };
}

function withoutPrefix(path: string): string {
  return /^[ab]\//.test(path) ? path.slice(2) : path;
}
