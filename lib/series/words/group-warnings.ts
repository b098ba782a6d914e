import type { Warning, WarningKind } from '../../transcript/transcript';

export interface WarningGroup {
  readonly kind: WarningKind;
  readonly what: string;
  readonly count: number;
  /** Ascending; without warnings about the whole file. */
  readonly lines: readonly number[];
}

/** Warnings with the same sentence, grouped: a damaged file has thousands of them. */
export function groupWarnings(warnings: readonly Warning[]): readonly WarningGroup[] {
  const groups = new Map<string, { kind: WarningKind; what: string; count: number; lines: number[] }>();
  for (const { kind, what, line } of warnings) {
    const key = `${kind} ${what}`;
    const group = groups.get(key) ?? { kind, what, count: 0, lines: [] };
    groups.set(key, group);
    group.count += 1;
    if (line > 0) group.lines.push(line);
  }
  return [...groups.values()].map((group) => ({ ...group, lines: group.lines.sort((a, b) => a - b) }));
}
