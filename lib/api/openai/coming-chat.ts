import type { AnswerProgress } from '../answer-progress';
import type { AnswerBlock } from '../streamed-blocks';
import { signedCall } from './call-signature';
import type { ChatCallPiece, ChatMessagePiece } from './chat-chunk';

interface Call {
  readonly index: number | undefined;
  readonly id: string;
  name: string;
  inputText: string;
  extra?: ChatCallPiece['extra_content'];
}

/** Assembles an answer from its pieces, and tells of each. */
export class ComingChat {
  stopReason: string | undefined;
  isRefused = false;
  private thinking = '';
  private text = '';
  private readonly calls: Call[] = [];

  constructor(private readonly progress: AnswerProgress) {}

  add({ content, refusal, reasoning_content, reasoning, tool_calls }: ChatMessagePiece): void {
    const thought = reasoning_content ?? reasoning ?? '';
    if (thought !== '') {
      this.thinking += thought;
      this.progress.tell({ type: 'thinking', text: thought });
    }
    if (refusal !== undefined && refusal !== '') this.isRefused = true;
    const said = (content ?? '') + (refusal ?? '');
    if (said !== '') {
      this.text += said;
      this.progress.tell({ type: 'text', text: said });
    }
    for (const piece of tool_calls) this.addCall(piece);
  }

  blocks(): readonly AnswerBlock[] {
    return [
      ...(this.thinking === '' ? [] : [{ type: 'thinking' as const, text: this.thinking, signature: '' }]),
      ...(this.text === '' ? [] : [{ type: 'text' as const, text: this.text }]),
      ...this.calls.flatMap(({ id, name, inputText, extra }): AnswerBlock[] => [
        { type: 'tool-call', id, name, inputText },
        ...(extra === undefined ? [] : [{ type: 'opaque' as const, block: signedCall(id, extra) }]),
      ]),
    ];
  }

  private addCall(piece: ChatCallPiece): void {
    const { name = '', arguments: given = '' } = piece.function ?? {};
    const call = this.callOf(piece);
    const input = typeof given === 'string' ? given : JSON.stringify(given);
    call.inputText += input;
    if (piece.extra_content !== undefined) call.extra = piece.extra_content;
    if (name !== '' && call.name !== name) {
      call.name += name;
      this.progress.tell({ type: 'tool-call', name: call.name });
    }
    if (input !== '') this.progress.tell({ type: 'tool-input', text: input });
  }

  /**
   * By index, as OpenAI does. Some servers leave it out or always say 0, but give each call an id of its own; some give
   * neither, and send a call as a whole, by which a new name is a new call.
   */
  private callOf({ index, id = '', function: called }: ChatCallPiece): Call {
    const last = this.calls.at(-1);
    const same =
      index === undefined ? last : this.calls.findLast((call) => call.index === undefined || call.index === index);
    const isOther = id !== '' && same?.id !== id;
    const isNamedAnew = id === '' && index === undefined && (called?.name ?? '') !== '';
    if (same !== undefined && !isOther && !isNamedAnew) return same;
    const number = this.calls.length + 1;
    const isTaken = this.calls.some((call) => call.id === id);
    const begun: Call = {
      index,
      id: id === '' || isTaken ? `call_${number}_${randomDigits()}` : id,
      name: '',
      inputText: '',
    };
    this.calls.push(begun);
    return begun;
  }
}

/** Ids must differ over the whole conversation. */
function randomDigits(): string {
  return Math.random().toString(36).slice(2, 12);
}
