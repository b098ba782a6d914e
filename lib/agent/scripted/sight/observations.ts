import { weaknessesIn } from './faults';
import { namesDefinedIn } from './names-defined-in';

/** Observations about a file from its text and from searches. Each round looks for something else. */
export function observations(path: string, text: string, seen: string, round: number): readonly string[] {
  const lines = text.split('\n');
  const names = namesDefinedIn(text);
  const places = seen.split('\n').filter((line) => /^[\w./-]+:\d+:/.test(line)).length;
  const isOpen = /\b(?:TODO|FIXME|XXX)\b/.test(text);
  const eyes: readonly (() => string)[] = [
    () => `${lines.length} lines${names.length === 0 ? '' : `, defines ${names.slice(0, 8).join(', ')}`}.`,
    () => `The longest line has ${Math.max(...lines.map((line) => line.length))} characters.`,
    () =>
      `${lines.filter((line) => /^\s*(?:#|\/\/)/.test(line)).length} of ${lines.length} lines are comments or headings.`,
    () => `${new Set(text.match(/[A-Za-z_]{4,}/g) ?? []).size} distinct words.`,
  ];
  return [
    `${path}: ${eyes[(round - 1) % eyes.length]?.() ?? ''}`,
    `It is mentioned in ${places} other places.`,
    ...weaknessesIn(text),
    ...(isOpen ? ['It contains an open TODO.'] : []),
  ];
}
