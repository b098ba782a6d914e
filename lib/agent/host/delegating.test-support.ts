import type { Json, JsonObject } from '../../base/json';
import { asArray } from '../../base/json';
import type { ChatModel, ModelOutcome, ModelRequest } from '../journal/chat-model';
import type { ReplyBlock } from '../journal/entry';
import type { MemoryRun } from './memory-run.test-support';

export const says = (...blocks: readonly ReplyBlock[]): ModelOutcome => ({
  type: 'answered',
  reply: { blocks, stopReason: 'end_turn', timeMs: 1 },
});
export const text = (words: string): ReplyBlock => ({ type: 'text', text: words });
export const tool = (id: string, name: string, input: Json): ReplyBlock => ({ type: 'tool-call', id, name, input });
export const agent = (id: string, prompt: string, more: JsonObject = {}) =>
  tool(id, 'Agent', { description: `Part ${id}`, prompt, ...more });

/** The same model for every request. */
export function once(make: (scripted: ChatModel) => ChatModel): (scripted: ChatModel) => ChatModel {
  let made: ChatModel | undefined;
  return (scripted) => {
    made ??= make(scripted);
    return made;
  };
}

export async function happensSoon(isSo: () => boolean): Promise<void> {
  for (let left = 1_000; left > 0 && !isSo(); left--) await new Promise((resolve) => setTimeout(resolve, 2));
  if (!isSo()) throw new Error('It did not happen');
}

export type Answer = (request: ModelRequest, number: number) => ModelOutcome | Promise<ModelOutcome>;

/** The parent's turns one after another, and what its agents say to each of their requests. */
export function delegating(
  turns: readonly (readonly ReplyBlock[])[],
  ofAgent: Answer,
): (scripted: ChatModel) => ChatModel {
  return (scripted) => {
    let turn = 0;
    let request = 0;
    return {
      ask: async (asked, options) => {
        if (asked.purpose === 'agent') return ofAgent(asked, request++);
        if (asked.purpose !== 'turn') return scripted.ask(asked, options);
        return says(...(turns[turn++] ?? [text('Nothing left to do.')]));
      },
    };
  };
}

export const wordsOf = ({ body }: ModelRequest) => JSON.stringify(asArray(body.messages)?.at(-1) ?? null);
export const agentsOf = ({ host }: MemoryRun) => host.state.run.agents.all;
export const own = { agents: 'in-tool' } as const;
