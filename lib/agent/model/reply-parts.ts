import { assertNever } from '../../base/assert-never';
import { asText } from '../../base/json';
import type { Part, ToolCallId } from '../../transcript/transcript';
import type { ReplyBlock } from '../journal/entry';

/** A part for each block of a reply, at the same index: requests find the signature of a part by that. */
export function replyParts(blocks: readonly ReplyBlock[]): readonly Part[] {
  return blocks.map(partOf);
}

function partOf(block: ReplyBlock): Part {
  switch (block.type) {
    case 'text':
      return { kind: 'text', text: block.text };
    case 'thinking':
      return { kind: 'thinking', text: block.text, opaqueLength: block.signature.length };
    case 'tool-call':
      return { kind: 'tool-call', id: block.id as ToolCallId, name: block.name, input: block.input };
    case 'opaque':
      return { kind: 'unknown', type: asText(block.block.type) ?? 'unknown', json: block.block };
    default:
      return assertNever(block);
  }
}
