import type { AnyAsk, Ask } from '../../layers/shape/layer';
import type { MessageCounter } from '../../tokens/counters';

/** Tokens of the instruction after the messages of a layer's request. It repeats, and is counted once. */
export class InstructionTokens {
  private readonly known = new Map<string, number>();
  /** Of the last request for a note: a replay has thousands, and most have the very same instruction. */
  private withNote = { instruction: '', note: '', wordTokens: 0 };

  constructor(private readonly counter: MessageCounter) {}

  of(ask: AnyAsk): number {
    const { instruction } = ask;
    const { note = '', noteTokens }: Partial<Ask> = ask.type === 'note' ? ask : {};
    // A note differs each time, and its length is known: counting its text would take longer than the rest of the call.
    if (noteTokens === undefined) return this.tokensOf(instruction);
    return this.wordTokens(instruction, note) + noteTokens;
  }

  private wordTokens(instruction: string, note: string): number {
    const { withNote: last } = this;
    if (last.instruction !== instruction || last.note !== note) {
      const wordTokens = this.tokensOf(instruction.slice(0, instruction.length - note.length));
      this.withNote = { instruction, note, wordTokens };
    }
    return this.withNote.wordTokens;
  }

  private tokensOf(instruction: string): number {
    const before = this.known.get(instruction);
    if (before !== undefined) return before;
    const tokens = this.counter.partTokens({ kind: 'text', text: instruction });
    if (this.known.size >= MAX_KNOWN) this.known.clear();
    this.known.set(instruction, tokens);
    return tokens;
  }
}

const MAX_KNOWN = 8;
