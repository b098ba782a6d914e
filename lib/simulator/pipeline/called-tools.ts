import type { ContextMessage } from '../../layers/shape/context';

/** The names of all called tools. Only compactions need them, so messages are collected until then. */
export class CalledTools implements Iterable<string> {
  private readonly names: Set<string>;
  private waiting: ContextMessage[];

  constructor(from?: CalledTools) {
    this.names = new Set(from?.names);
    this.waiting = [...(from?.waiting ?? [])];
  }

  add(message: ContextMessage): void {
    this.waiting.push(message);
  }

  [Symbol.iterator](): Iterator<string> {
    for (const { parts } of this.waiting) {
      for (const { part } of parts) if (part.kind === 'tool-call') this.names.add(part.name);
    }
    this.waiting = [];
    return this.names.values();
  }
}
