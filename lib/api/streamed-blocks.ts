import { asText, type JsonObject } from '../base/json';
import type { BlockDelta, StartedBlock } from './stream-event';

/** A part of an answer, complete or as received so far. */
export type AnswerBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string; readonly signature: string }
  /** The input is valid JSON if it is complete and the model wrote it correctly. Empty if there is none. */
  | { readonly type: 'tool-call'; readonly id: string; readonly name: string; readonly inputText: string }
  /** Any other kind, to be sent back unchanged. */
  | { readonly type: 'opaque'; readonly block: JsonObject };

/** Assembles the blocks of an answer from the stream. What has come is not copied again with each piece. */
export class ComingBlocks {
  private readonly blocks = new Map<number, ComingBlock>();

  start(index: number, block: StartedBlock): void {
    this.blocks.set(index, new ComingBlock(block));
  }

  add(index: number, delta: BlockDelta): void {
    this.blocks.get(index)?.add(delta);
  }

  all(): readonly AnswerBlock[] {
    return [...this.blocks.values()].map((block) => block.block());
  }
}

class ComingBlock {
  private readonly pieces: string[] = [];
  private readonly signature: string[] = [];
  private encrypted: string | undefined;
  private hasGrown = false;
  private hasContent = false;

  constructor(private readonly begun: StartedBlock) {
    if (begun.type === 'text') this.pieces.push(begun.text);
    else if (begun.type === 'thinking') {
      this.pieces.push(begun.thinking);
      this.signature.push(begun.signature);
    } else if (begun.type === 'opaque') this.pieces.push(asText(begun.block.content) ?? '');
  }

  add(delta: BlockDelta): void {
    const { type } = this.begun;
    if (delta.type === 'text_delta' && type === 'text') this.pieces.push(delta.text);
    else if (delta.type === 'thinking_delta' && type === 'thinking') this.pieces.push(delta.thinking);
    else if (delta.type === 'signature_delta' && type === 'thinking') this.signature.push(delta.signature);
    else if (delta.type === 'input_json_delta' && type === 'tool_use') this.pieces.push(delta.partial_json);
    else if (delta.type === 'compaction_delta' && type === 'opaque') {
      if (delta.content !== null) this.pieces.push(delta.content);
      this.encrypted = delta.encrypted_content ?? this.encrypted;
      this.hasGrown = true;
      this.hasContent ||= delta.content !== null;
    }
  }

  block(): AnswerBlock {
    const { begun } = this;
    const text = this.pieces.join('');
    switch (begun.type) {
      case 'text':
        return { type: 'text', text };
      case 'thinking':
        return { type: 'thinking', text, signature: this.signature.join('') };
      case 'tool_use':
        return { type: 'tool-call', id: begun.id, name: begun.name, inputText: text };
      case 'opaque':
        return { type: 'opaque', block: this.hasGrown ? this.compaction(begun.block, text) : begun.block };
    }
  }

  private compaction(block: JsonObject, text: string): JsonObject {
    return {
      ...block,
      content: this.hasContent ? text : (block.content ?? null),
      encrypted_content: this.encrypted ?? block.encrypted_content ?? null,
    };
  }
}
