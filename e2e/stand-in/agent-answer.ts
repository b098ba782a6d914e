import type Anthropic from '@anthropic-ai/sdk';
import type { ReplyBlock } from '../../lib/agent/journal/entry';
import { scriptedBlocks, sideBlocks } from '../../lib/agent/scripted/scripted-blocks';
import { visibleContextOf } from '../../lib/agent/scripted/sight/sight';
import { isAgentSystem } from '../../lib/agents/typed-agent';
import { asArray, asObject, type JsonObject } from '../../lib/base/json';
import { signatureOf } from './signature';

type AnswerBlock = Anthropic.Beta.BetaContentBlock;

/** A request with these tools is from our agent. */
const TOOLS = ['Read', 'Edit', 'Bash'];

/** What our scripted agent would answer; undefined if the request is not from our agent, or disables tools. */
export function agentAnswer(body: JsonObject): AnswerBlock[] | undefined {
  const names = (asArray(body.tools) ?? []).map((tool) => asObject(tool)?.name);
  // An agent of a type has only some of them.
  const isOurs = TOOLS.every((name) => names.includes(name)) || isAgentSystem(visibleContextOf(body).system);
  // A selection of memories needs no tools, and an extraction over a recording only some.
  const aside = isOurs || body.tool_choice !== undefined ? undefined : sideBlocks(body);
  if (aside !== undefined) return aside.flatMap(blockOf);
  if (!isOurs || body.tool_choice !== undefined) return undefined;
  return scriptedBlocks(body).flatMap(blockOf);
}

function blockOf(block: ReplyBlock): AnswerBlock[] {
  switch (block.type) {
    case 'text':
      return [{ ...block, citations: null }];
    case 'thinking':
      return [{ type: 'thinking', thinking: block.text, signature: signatureOf(block.text) }];
    case 'tool-call': {
      const { id, name, input } = block;
      return [{ type: 'tool_use', id, name, input, caller: { type: 'direct' } }];
    }
    default:
      return [];
  }
}
