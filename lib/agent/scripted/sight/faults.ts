import type { VisibleContext } from './sight';

/** A bug that the model recognises. */
interface Fault {
  /** The lines in the program. */
  readonly where: RegExp;
  readonly why: string;
  /** The fixed lines, from the groups of the pattern. */
  readonly mended: (...groups: readonly string[]) => string;
}

export interface FoundFault {
  readonly path: string;
  readonly lines: string;
  readonly why: string;
  readonly mended: string;
}

const faults: readonly Fault[] = [
  {
    where: /^([ \t]*)if \(count > 1\) cents = (.*)\n\s*return units \* 100 \+ cents$/m,
    why: 'the minus sign only applies to the units, so the cents of a negative amount are added instead of subtracted.',
    mended: (indent = '', cents = '') =>
      [
        `${indent}if (count > 1) cents = ${cents}`,
        `${indent}if (text ~ /^-/) cents = -cents`,
        `${indent}return units * 100 + cents`,
      ].join('\n'),
  },
];

/** In the visible texts of these files. */
export function faultInSight({ files }: VisibleContext, paths: readonly string[]): FoundFault | undefined {
  for (const path of paths) {
    const text = files.get(path)?.text ?? '';
    for (const { where, why, mended } of faults) {
      const [lines, ...groups] = where.exec(text) ?? [];
      if (lines !== undefined) return { path, lines, why, mended: mended(...groups) };
    }
  }
  return undefined;
}

/** Not covered by any test, but worth a note in a review. */
const weaknesses: readonly (readonly [RegExp, string])[] = [
  [/\/ limits\[/, 'It may divide by zero when a limit is 0.'],
  [/parts\[3\] <= 31/, 'It may accept 31 February as a date.'],
  [/quoted = !quoted/, 'It may not allow a quotation mark in a text.'],
];

export function weaknessesIn(text: string): readonly string[] {
  return weaknesses.flatMap(([where, what]) => (where.test(text) ? [what] : []));
}
