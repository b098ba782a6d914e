import { matchesStars } from '../base/matches-stars';

const MOST_ALTERNATIVES = 256;

/** Whether a pattern of a rule means a file, by its path below the root. Without a slash it means files in any folder. */
export function matchesPath(pattern: string, path: string): boolean {
  const names = path.split('/');
  const below = pattern.replace(/^\.?\//, '');
  if (below === '') return false;
  return alternatives(below).some((each) => {
    const anywhere = each.includes('/') ? each : `**/${each}`;
    return matchesNames((anywhere.endsWith('/') ? `${anywhere}**` : anywhere).split('/'), names);
  });
}

/** `a.{ts,tsx}` means `a.ts` and `a.tsx`. A pattern with too many of them is taken as it is written. */
function alternatives(pattern: string): readonly string[] {
  let all = [''];
  for (const piece of pattern.split(/(\{[^{}]*\})/)) {
    const isChoice = piece.startsWith('{') && piece.endsWith('}') && piece.includes(',');
    const choices = isChoice ? piece.slice(1, -1).split(',') : [piece];
    if (all.length * choices.length > MOST_ALTERNATIVES) return [pattern];
    all = all.flatMap((start) => choices.map((choice) => start + choice));
  }
  return all;
}

/** A table instead of backtracking: a pattern of many stars must not take forever. */
function matchesNames(pattern: readonly string[], names: readonly string[]): boolean {
  let reached = new Uint8Array(names.length + 1);
  reached[0] = 1;
  for (const part of pattern) {
    const next = new Uint8Array(names.length + 1);
    for (let at = 0; at <= names.length; at++) {
      if (part === '**') next[at] = reached[at] === 1 || (at > 0 && next[at - 1] === 1) ? 1 : 0;
      else if (at > 0 && reached[at - 1] === 1 && matchesStars(part, names[at - 1] ?? '', '?')) next[at] = 1;
    }
    reached = next;
  }
  return reached[names.length] === 1;
}
