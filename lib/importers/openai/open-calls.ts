import type { ToolCallId } from '../../transcript/transcript';

/** Calls without a result so far. Old files have no ids: their results match by name or order. */
export class OpenCalls {
  private readonly open = new Set<ToolCallId>();
  private readonly byName = new Map<string, ToolCallId[]>();
  private readonly inOrder: ToolCallId[] = [];
  private earliest = 0;

  add(id: ToolCallId, name: string): void {
    this.open.add(id);
    this.inOrder.push(id);
    const named = this.byName.get(name);
    if (named === undefined) this.byName.set(name, [id]);
    else named.push(id);
  }

  answer(id: ToolCallId): void {
    this.open.delete(id);
  }

  /** The last call of that name, or, if the result has no name, the earliest open one. */
  waiting(name: string | undefined): ToolCallId | undefined {
    return name === undefined ? this.first() : this.last(this.byName.get(name) ?? []);
  }

  private last(named: ToolCallId[]): ToolCallId | undefined {
    for (let id = named.at(-1); id !== undefined; id = named.at(-1)) {
      if (this.open.has(id)) return id;
      named.pop();
    }
    return undefined;
  }

  private first(): ToolCallId | undefined {
    for (; this.earliest < this.inOrder.length; this.earliest++) {
      const id = this.inOrder[this.earliest];
      if (id !== undefined && this.open.has(id)) return id;
    }
    return undefined;
  }
}
