import type { ToolCallId } from '../../transcript/transcript';

/** Pairs function calls with their responses. Their ids may be missing: then the name and the order decide. */
export class FunctionCalls {
  private readonly own = new Set<string>();
  /** Calls that came without an id, by name, in order. */
  private readonly nameless = new Map<string, Set<ToolCallId>>();
  private madeIds = 0;

  asked(id: string | undefined, name: string): ToolCallId {
    if (id !== undefined && id !== '') {
      this.own.add(id);
      return id as ToolCallId;
    }
    const made = this.made();
    const named = this.nameless.get(name);
    if (named === undefined) this.nameless.set(name, new Set([made]));
    else named.add(made);
    return made;
  }

  answered(id: string | undefined, name: string | undefined): ToolCallId {
    if (id !== undefined && this.own.has(id)) return id as ToolCallId;
    const named = this.nameless.get(name ?? '');
    const [first] = named ?? [];
    if (first === undefined) return id === undefined || id === '' ? this.made() : (id as ToolCallId);
    named?.delete(first);
    return first;
  }

  private made(): ToolCallId {
    this.madeIds += 1;
    return `made-${this.madeIds}` as ToolCallId;
  }
}
