import type { WarningKind } from '../../transcript/transcript';
import type { ImportEnv } from '../read/importer';

/** Collects what was skipped or noticed. */
export class Report {
  private readonly told = new Set<string>();

  constructor(private readonly env: ImportEnv) {}

  warn(kind: WarningKind, line: number, what: string): void {
    this.env.warn(kind, line, what);
  }

  /** For notes that should not be repeated at every line. */
  once(line: number, what: string): void {
    if (this.told.has(what)) return;
    this.told.add(what);
    this.env.warn('noticed', line, what);
  }
}
