import type { ToolCallId } from '../../transcript/transcript';

/** Ids of tool calls, made unique: some programs, and replays of runs, give the same one to several calls. */
export class RepeatedCallIds {
  private readonly times = new Map<string, number>();
  private readonly latest = new Map<string, ToolCallId>();
  private readonly taken = new Set<string>();

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
    return callId;
  }

  /** A result belongs to the latest call of that id. */
  answered(id: string): ToolCallId {
    return this.latest.get(id) ?? (id as ToolCallId);
  }
}
