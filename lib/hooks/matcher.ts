import { fail, ok, type Result } from '../base/result';

/** [H2] A name, names joined by `|`, or `*`. */
export function checkMatcher(matcher: string): Result<string> {
  if (matcher === '' || matcher === '*') return ok(matcher);
  const names = matcher.split('|');
  if (names.some((name) => name.trim() === '')) return fail('has an empty name beside “|”');
  return names.every((name) => /^[\w .:/-]+$/.test(name))
    ? ok(matcher)
    : fail('must be a name, names joined by |, or *');
}

/** `value` is undefined where an event has nothing to compare with: then every hook runs. */
export function matches(matcher: string, value: string | undefined): boolean {
  if (matcher === '' || matcher === '*' || value === undefined) return true;
  return matcher.split('|').some((name) => name.trim() === value);
}
