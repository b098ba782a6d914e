import type { Warning, WarningKind } from '../../transcript/transcript';

const MAX_OF_ONE_SENTENCE = 1000;
const MAX_SENTENCES = 1000;
const MAX_WARNINGS = 10_000;

/**
 * Collects warnings; of a repeated sentence it keeps the first thousand and counts the rest. Some sentences quote names
 * from the file, so a file can cause any number of different ones: those too are only kept up to a limit and then
 * counted.
 */
export class WarningList {
  private readonly kept: Warning[] = [];
  private readonly told = new Map<string, { readonly warning: Warning; count: number; kept: number }>();
  private readonly untold = new Map<WarningKind, number>();

  add(kind: WarningKind, line: number, what: string): void {
    const key = `${kind} ${what}`;
    const told = this.told.get(key) ?? { warning: { kind, line, what }, count: 0, kept: 0 };
    if (told.count === 0) {
      if (this.told.size >= MAX_SENTENCES) {
        this.untold.set(kind, (this.untold.get(kind) ?? 0) + 1);
        return;
      }
      this.told.set(key, told);
    }
    told.count += 1;
    if (told.kept >= MAX_OF_ONE_SENTENCE || this.kept.length >= MAX_WARNINGS) return;
    told.kept += 1;
    this.kept.push({ kind, line, what });
  }

  /** In order of lines. */
  all(): Warning[] {
    const further = [...this.told.values()]
      .filter(({ count, kept }) => count > kept)
      .map(({ warning: { kind, what }, count, kept }) => ({
        kind,
        line: 0,
        what: `${count - kept} more: ${what}`,
      }));
    const others = [...this.untold].map(([kind, count]) => ({ kind, line: 0, what: `${count} other warnings` }));
    return [...this.kept, ...further, ...others].sort((a, b) => a.line - b.line);
  }
}
