import type { ErrandSight } from '../sight/errand-sight';
import type { Move } from '../sight/move';
import { textsOf } from '../sight/sight';

/**
 * Conclusions of a turn. Results may be cleared while it goes on, but what was said stays: so each conclusion is said with
 * the next call, and looked up there later instead of being drawn again.
 */
export class Notes {
  private readonly said: ReadonlySet<string>;
  private readonly lines: string[] = [];

  constructor({ sight, asked }: ErrandSight) {
    const replies = sight.messages.filter(({ kind }, at) => kind === 'reply' && at > asked.at);
    this.said = new Set(replies.flatMap((reply) => textsOf(reply).split('\n')));
  }

  /** The conclusion that begins like this, if it was drawn earlier in the turn. */
  find(...starts: readonly string[]): string | undefined {
    for (const line of this.said) if (starts.some((start) => line.startsWith(start))) return line;
    return undefined;
  }

  add(line: string): void {
    if (line !== '' && !this.lines.includes(line)) this.lines.push(line);
  }

  /** In the order in which they were drawn, as an answer. */
  get all(): readonly string[] {
    return this.lines;
  }

  /** The move, with what was not said before. */
  with(move: Move): Move {
    if (move.type !== 'answer' || move.calls.length === 0) return move;
    return { ...move, say: [...this.lines.filter((line) => !this.said.has(line)), move.say].join('\n') };
  }
}
