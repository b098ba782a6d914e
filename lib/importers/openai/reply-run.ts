import type { Call, Part } from '../../transcript/transcript';
import type { NewCall, TranscriptDraft } from '../read/transcript-draft';

interface Piece {
  readonly id: string | undefined;
  readonly line: number;
  readonly timeMs: number | undefined;
  readonly parts: readonly Part[];
}

/** Collects the items of one response (reasoning, text, calls) into one message of the model. */
export class ReplyRun {
  private pieces: Piece[] = [];

  constructor(private readonly draft: TranscriptDraft) {}

  add(piece: Piece): void {
    this.pieces.push(piece);
  }

  /** Ends the response: adds the message and its call, if there was any item. */
  end(facts: NewCall = {}): Call | undefined {
    const first = this.pieces[0];
    if (first === undefined) return undefined;
    const parts = this.pieces.flatMap((piece) => piece.parts);
    this.pieces = [];
    return this.draft.addReply({
      ...facts,
      timeMs: facts.timeMs ?? first.timeMs,
      id: first.id,
      line: first.line,
      parts,
    });
  }
}
