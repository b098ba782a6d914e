import { mountOf, WORKSPACE_ROOT, workspacePath } from '../../tools/workspace-path';

/** `a.txt`, "a.txt" or a bare word with a dot or a slash; `(?:…)`, without groups of its own. */
export const PATH =
  '(?:`[^`\\n]{1,300}`|"[^"\\n]{1,300}"|\'[^\'\\n]{1,300}\'|“[^”\\n]{1,300}”|[\\w\\p{L}\\p{M}\\p{N}@+.*~/\\-]{1,300})';

/** Undefined if it is not the name of one file or folder in the workspace that a shell takes as it is. */
export function pathFrom(words: string | undefined): string | undefined {
  if (words === undefined) return undefined;
  const isQuoted = /^[`"'“]/.test(words);
  const name = isQuoted ? words.slice(1, -1).trim() : words.replace(/(?<![.!?])[.!?]+$/, '');
  if (!isQuoted && !/[./]/.test(name) && !BARE.test(name)) return undefined;
  if (/['*?[\]{}\\$`"]/.test(name)) return undefined;
  const path = workspacePath(name);
  if (!path.ok || path.value === '' || mountOf(path.value) !== WORKSPACE_ROOT) return undefined;
  return path.value;
}

/** Files that are known without an extension. */
const BARE = /^(?:README|LICENSE|LICENCE|CHANGELOG|Makefile|Dockerfile|tally|src|docs|data|tests|lib|test)$/;
