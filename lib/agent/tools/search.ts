import type { ShellRun } from './shell';

export const SEARCH_TIME_LIMIT_MS = 10_000;

/** The argument for the search location. A name that starts with a hyphen would be taken for an option. */
export function folderOrFile(path: string): string[] {
  if (path === '') return [];
  return [path.startsWith('/') ? path : `./${path}`];
}

/** Finding nothing is not a failure. */
export function searchFailed({ exitCode, stderr }: ShellRun): boolean {
  return exitCode > 1 || (exitCode === 1 && stderr !== '');
}

const MAX_PATTERNS = 50;

/** This `rg` does not support braces: `*.{awk,sh}` becomes `*.awk` and `*.sh`. */
export function globArguments(pattern: string): string[] {
  const patterns = [pattern];
  for (let at = 0; at < patterns.length && patterns.length < MAX_PATTERNS; ) {
    const [all = '', inner = ''] = /\{([^{},]*,[^{}]*)\}/.exec(patterns[at] ?? '') ?? [];
    if (all === '') at += 1;
    else
      patterns.push(
        ...patterns.splice(at, 1).flatMap((each) => inner.split(',').map((one) => each.replace(all, () => one))),
      );
  }
  // Its `**/` does not match files in the folder itself.
  const all = patterns.flatMap((each) => (each.startsWith('**/') ? [each, each.slice('**/'.length)] : [each]));
  return all.flatMap((each) => ['-g', each]);
}
