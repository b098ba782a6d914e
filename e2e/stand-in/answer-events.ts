import type Anthropic from '@anthropic-ai/sdk';
import type { AnswerMessage } from './make-answer';

export type AnswerEvent = Anthropic.Beta.BetaRawMessageStreamEvent | { readonly type: 'ping' };
type AnswerBlock = AnswerMessage['content'][number];
type Delta = Anthropic.Beta.BetaRawContentBlockDelta;

const PIECE_LENGTH = 24;

/** A message as the API streams it: start, then each block with its deltas, then usage and reason, then the end. */
export function* answerEvents(message: AnswerMessage): Generator<AnswerEvent> {
  const { stop_reason, stop_sequence, content, usage } = message;
  yield {
    type: 'message_start',
    message: { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } },
  };
  for (const [index, block] of content.entries()) {
    yield { type: 'content_block_start', index, content_block: emptied(block) };
    if (index === 0) yield { type: 'ping' };
    for (const delta of deltasOf(block)) yield { type: 'content_block_delta', index, delta };
    yield { type: 'content_block_stop', index };
  }
  yield {
    type: 'message_delta',
    context_management: message.context_management,
    delta: { stop_reason, stop_sequence, container: null, stop_details: null },
    usage,
  };
  yield { type: 'message_stop' };
}

export function isDelta(event: AnswerEvent): boolean {
  return event.type === 'content_block_delta';
}

function emptied(block: AnswerBlock): AnswerBlock {
  switch (block.type) {
    case 'text':
      return { ...block, text: '' };
    case 'thinking':
      return { ...block, thinking: '', signature: '' };
    case 'tool_use':
      return { ...block, input: {} };
    case 'compaction':
      return { type: 'compaction', content: null, encrypted_content: null };
    default:
      return block;
  }
}

function deltasOf(block: AnswerBlock): readonly Delta[] {
  switch (block.type) {
    case 'text':
      return piecesOf(block.text).map((text) => ({ type: 'text_delta', text }));
    case 'thinking':
      return [
        ...piecesOf(block.thinking).map(
          (thinking): Delta => ({ type: 'thinking_delta', thinking, estimated_tokens: null }),
        ),
        { type: 'signature_delta', signature: block.signature },
      ];
    case 'tool_use':
      return piecesOf(JSON.stringify(block.input)).map((partial_json) => ({ type: 'input_json_delta', partial_json }));
    case 'compaction':
      return [{ type: 'compaction_delta', content: block.content, encrypted_content: block.encrypted_content }];
    default:
      return [];
  }
}

/** Whole characters: half a surrogate pair would not survive encoding. */
function piecesOf(text: string): readonly string[] {
  const characters = Array.from(text);
  return Array.from({ length: Math.ceil(characters.length / PIECE_LENGTH) }, (_, index) =>
    characters.slice(index * PIECE_LENGTH, (index + 1) * PIECE_LENGTH).join(''),
  );
}
