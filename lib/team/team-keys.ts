import { fail, type Result } from '../base/result';
import { memoryName } from '../memory/files/memory-path';

/** The name of a file of the team, below its folder: nothing that leads elsewhere, from whoever it comes. */
export function teamKey(given: string): Result<string> {
  const name = memoryName(given, '/');
  if (!name.ok) return name;
  if (name.value !== given) return fail(`the name must be written as ${JSON.stringify(name.value.slice(0, 200))}`);
  // A file could be a folder, too.
  if (
    given
      .split('/')
      .slice(0, -1)
      .some((step) => /\.md$/i.test(step))
  )
    return fail('a folder must not end in .md');
  return /\p{Cc}/u.test(given) || !given.isWellFormed() ? fail('the name contains invalid characters') : name;
}

/** What a team is called on a server. */
export function isTeamId(given: string): boolean {
  return /^[a-z0-9][a-z0-9._~/-]{0,199}$/.test(given) && !given.includes('..');
}

/** Who asks, for the server. */
export function isMemberName(given: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,39}$/.test(given);
}
