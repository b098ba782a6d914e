import type { JsonObject } from '../../../base/json';
import { scriptedBlocks } from '../scripted-blocks';
import type { AskModel } from './driven-agent.test-support';

/** The scripted model, which answers from the body alone. */
export const askScripted: AskModel = async (body) =>
  scriptedBlocks(body).flatMap((block): JsonObject[] => {
    if (block.type === 'text') return [{ type: 'text', text: block.text }];
    if (block.type !== 'tool-call') return [];
    return [{ type: 'tool_use', id: block.id, name: block.name, input: block.input }];
  });
