import { asText, type JsonObject } from '../../base/json';
import { wellFormed } from '../../base/well-formed';
import type { Report } from './report';

const MAX_TYPES = 50;
const LONGEST_TYPE = 60;

/** Counts the records of unknown types, so that each type is reported once. */
export class UnknownTypes {
  private readonly found = new Map<string, { readonly line: number; count: number }>();

  constructor(private readonly silent: ReadonlySet<string>) {}

  add(record: JsonObject, line: number): void {
    const type = asText(record.type) ?? 'not a string';
    if (this.silent.has(type)) return;
    const name = this.nameFor(type);
    const known = this.found.get(name);
    if (known === undefined) this.found.set(name, { line, count: 1 });
    else known.count += 1;
  }

  tell(report: Report): void {
    for (const [name, { line, count }] of this.found) {
      report.warn('skipped', line, `${count} ${count === 1 ? 'record' : 'records'} ${name}`);
    }
  }

  private nameFor(type: string): string {
    const name = `of unknown type "${wellFormed(type.slice(0, LONGEST_TYPE))}"`;
    return this.found.has(name) || this.found.size < MAX_TYPES ? name : 'of other unknown types';
  }
}
