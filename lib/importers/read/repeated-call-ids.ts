import type { Part, ToolCallId } from '../../transcript/transcript';

/** Ids of tool calls, made unique: some programs, damaged files and replays of runs give the same one to several calls. */
export class RepeatedCallIds {
  private readonly times = new Map<string, number>();
  private readonly latest = new Map<string, ToolCallId>();
  private readonly taken = new Set<string>();
  /** By the id in the file: calls of the latest round that wait for their results. */
  private readonly open = new Map<string, ToolCallId[]>();

  asked(id: string): ToolCallId {
    let times = this.times.get(id) ?? 0;
    let unique = id;
    do {
      times += 1;
      unique = times === 1 ? id : `${id}-${times}`;
    } while (this.taken.has(unique));
    this.times.set(id, times);
    this.taken.add(unique);
    const callId = unique as ToolCallId;
    this.latest.set(id, callId);
    const open = this.open.get(id);
    if (open === undefined) this.open.set(id, [callId]);
    else open.push(callId);
    return callId;
  }

  /** A result belongs to the latest call of that id. */
  answered(id: string): ToolCallId {
    return this.latest.get(id) ?? (id as ToolCallId);
  }

  /** What has no result by now gets none. */
  endRound(): void {
    this.open.clear();
  }

  /** The parts of an item of the file. Results of calls that were made together come in the order of the calls. */
  toldApart(parts: readonly Part[]): readonly Part[] {
    return parts.map((part) => {
      if (part.kind === 'tool-call') return { ...part, id: this.asked(part.id) };
      if (part.kind !== 'tool-result') return part;
      return { ...part, callId: this.open.get(part.callId)?.shift() ?? this.answered(part.callId) };
    });
  }
}
