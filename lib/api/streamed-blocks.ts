import type Anthropic from '@anthropic-ai/sdk';
import { asText, type JsonObject } from '../base/json';

/** A part of an answer, complete or as received so far. */
export type AnswerBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string; readonly signature: string }
  /** The input is valid JSON if it is complete and the model wrote it correctly. Empty if there is none. */
  | { readonly type: 'tool-call'; readonly id: string; readonly name: string; readonly inputText: string }
  /** Any other kind, to be sent back unchanged. */
  | { readonly type: 'opaque'; readonly block: JsonObject };

type Started = Anthropic.Beta.BetaRawContentBlockStartEvent['content_block'];
type Delta = Anthropic.Beta.BetaRawContentBlockDelta;

/** Assembles the blocks of an answer from the stream. */
export class ComingBlocks {
  private readonly blocks = new Map<number, AnswerBlock>();

  start(index: number, block: Started): void {
    this.blocks.set(index, begun(block));
  }

  add(index: number, delta: Delta): void {
    const block = this.blocks.get(index);
    if (block !== undefined) this.blocks.set(index, grown(block, delta));
  }

  all(): readonly AnswerBlock[] {
    return [...this.blocks.values()];
  }
}

function begun(block: Started): AnswerBlock {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text };
    case 'thinking':
      return { type: 'thinking', text: block.thinking, signature: block.signature };
    case 'tool_use':
      return { type: 'tool-call', id: block.id, name: block.name, inputText: '' };
    default:
      return { type: 'opaque', block: { ...block } as JsonObject };
  }
}

function grown(block: AnswerBlock, delta: Delta): AnswerBlock {
  if (block.type === 'text' && delta.type === 'text_delta') return { ...block, text: block.text + delta.text };
  if (block.type === 'thinking' && delta.type === 'thinking_delta') {
    return { ...block, text: block.text + delta.thinking };
  }
  if (block.type === 'thinking' && delta.type === 'signature_delta') {
    return { ...block, signature: block.signature + delta.signature };
  }
  if (block.type === 'tool-call' && delta.type === 'input_json_delta') {
    return { ...block, inputText: block.inputText + delta.partial_json };
  }
  if (block.type === 'opaque' && delta.type === 'compaction_delta') {
    const { content, encrypted_content } = delta;
    const before = asText(block.block.content) ?? '';
    return {
      ...block,
      block: {
        ...block.block,
        content: content === null ? (block.block.content ?? null) : before + content,
        encrypted_content: encrypted_content ?? block.block.encrypted_content ?? null,
      },
    };
  }
  return block;
}
