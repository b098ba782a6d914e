import type { ToolCallPart } from '../../transcript/transcript';
import type { EntryOf, ToolResult } from '../journal/entry';

/**
 * The tool calls of one reply, on their way to results. Some are answered before anything runs: those that a hook or the
 * user denies, and those that start an agent.
 *
 *   hooks ─▶ the user's answers ─▶ agents ─▶ everything else
 */
export class ToolRound {
  private readonly givenBy = new Map<string, ToolResult>();
  private readonly deniedBy = new Map<string, { readonly call: ToolCallPart; readonly why: string }>();
  private readonly answers = new Map<string, EntryOf<'permitted'>['answer']>();
  /** Hooks have had their say. */
  isHooked = false;
  /** They have been told of what the user would be asked. */
  isRequested = false;
  /** They have been told of what was denied. */
  isDenialTold = false;
  /** What starts an agent has started it. */
  hasBegun = false;

  constructor(readonly calls: readonly ToolCallPart[]) {}

  /** What is still to be run. */
  get open(): readonly ToolCallPart[] {
    return this.calls.filter(({ id }) => !this.givenBy.has(id));
  }

  get given(): readonly ToolResult[] {
    return [...this.givenBy.values()];
  }

  give(callId: string, text: string, isError = true, tookMs = 0): void {
    this.givenBy.set(callId, { callId, text, isError, tookMs });
  }

  /** By a hook, a rule or the user. */
  deny(call: ToolCallPart, why: string): void {
    this.deniedBy.set(call.id, { call, why });
    this.give(call.id, why);
  }

  get denied(): readonly { readonly call: ToolCallPart; readonly why: string }[] {
    return [...this.deniedBy.values()];
  }

  answer({ callId, answer }: EntryOf<'permitted'>): void {
    this.answers.set(callId, answer);
  }

  answerTo(callId: string): EntryOf<'permitted'>['answer'] | undefined {
    return this.answers.get(callId);
  }
}
