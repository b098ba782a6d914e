import { fail, ok, type Result } from '../base/result';

/** The absolute path that an include means, or why it is refused. */
export function pathOfInclude(target: string, including: string, top: string, home: string): Result<string> {
  if (target.includes('\0')) return fail('its path contains a NUL character');
  if (target.length > LONGEST) return fail('its path is too long');
  if (/^(?:\\\\|\/\/)/.test(target)) return fail('it is on a network drive');
  if (target.includes('\\') || /^[a-z]:/i.test(target)) return fail('its path must be written with slashes');
  if (!isText(target)) return fail('it is not a text file');
  if (target.startsWith('~/')) return ok(normalPath(`${home}/${target.slice(2)}`));
  if (target.startsWith('/')) return ok(normalPath(target));
  const path = normalPath(`${folderOf(including)}/${target}`);
  return isWithin(path, top) ? ok(path) : fail(`it is outside ${top}`);
}

const LONGEST = 1_000;

const TEXT_FILES = new Set(
  (
    'md mdx txt text rst adoc org json jsonc json5 yaml yml toml ini cfg conf env properties xml html css scss less svg csv ' +
    'js jsx mjs cjs ts tsx mts cts py rb go rs java kt kts scala swift c h cc cpp hpp cs php pl lua r jl ex exs erl hs ml ' +
    'clj dart sh bash zsh fish ps1 bat sql graphql proto tf vue svelte astro gradle cmake diff patch log'
  ).split(' '),
);

/** By its extension, as the agent cannot look into every file first. */
export function isText(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot !== -1 && TEXT_FILES.has(name.slice(dot + 1).toLowerCase());
}

export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

export function isWithin(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

/** Without `.` and `..`; what would lead above the top stays there. */
export function normalPath(path: string): string {
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return `/${names.join('/')}`;
}
