import type { Warning, WarningKind } from '../transcript/transcript';

const MOST_OF_ONE_KIND = 1000;

/** Collects warnings; of a sentence that comes again and again it keeps the first thousand and counts the others. */
export class WarningList {
  private readonly kept: Warning[] = [];
  private readonly counts = new Map<string, { readonly warning: Warning; count: number }>();

  add(kind: WarningKind, line: number, what: string): void {
    const key = `${kind} ${what}`;
    const seen = this.counts.get(key);
    if (seen === undefined) this.counts.set(key, { warning: { kind, line, what }, count: 1 });
    else seen.count += 1;
    if ((seen?.count ?? 1) <= MOST_OF_ONE_KIND) this.kept.push({ kind, line, what });
  }

  /** In order of the lines. */
  all(): Warning[] {
    const further = [...this.counts.values()]
      .filter(({ count }) => count > MOST_OF_ONE_KIND)
      .map(({ warning, count }) => ({
        ...warning,
        line: 0,
        what: `${count - MOST_OF_ONE_KIND} more times: ${warning.what}`,
      }));
    return [...this.kept, ...further].sort((a, b) => a.line - b.line);
  }
}
