import type { Sight } from './sight';

/** A mistake that the model knows when it sees it. */
interface Fault {
  /** The lines, as they are in a program. */
  readonly where: RegExp;
  readonly why: string;
  /** The same lines without it, from the groups of the pattern. */
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
    why: 'the minus sign stays with the units, so that the cents of a negative amount are added.',
    mended: (indent = '', cents = '') =>
      [
        `${indent}if (count > 1) cents = ${cents}`,
        `${indent}if (text ~ /^-/) cents = -cents`,
        `${indent}return units * 100 + cents`,
      ].join('\n'),
  },
];

/** In the texts of these files, as far as they are in sight. */
export function faultInSight({ files }: Sight, paths: readonly string[]): FoundFault | undefined {
  for (const path of paths) {
    const text = files.get(path)?.text ?? '';
    for (const { where, why, mended } of faults) {
      const [lines, ...groups] = where.exec(text) ?? [];
      if (lines !== undefined) return { path, lines, why, mended: mended(...groups) };
    }
  }
  return undefined;
}

/** What is not wrong by any test, and worth a note when a file is reviewed. */
const weaknesses: readonly (readonly [RegExp, string])[] = [
  [/\/ limits\[/, 'A limit of 0 is divided by.'],
  [/parts\[3\] <= 31/, 'The 31st of February is taken for a date.'],
  [/quoted = !quoted/, 'A quote inside of a memo cannot be written.'],
];

export function weaknessesIn(text: string): readonly string[] {
  return weaknesses.flatMap(([where, what]) => (where.test(text) ? [what] : []));
}
