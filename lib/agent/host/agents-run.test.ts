import { describe, expect, it } from 'vitest';
import { findModel } from '../../../e2e/stand-in/models';
import { PrefixCache } from '../../../e2e/stand-in/prefix-cache';
import type { Json, JsonObject } from '../../base/json';
import { asArray } from '../../base/json';
import { playground } from '../../policies/presets/playground';
import type { ChatModel, ModelOutcome, ModelRequest } from '../journal/chat-model';
import type { ReplyBlock } from '../journal/entry';
import { decisionsOf, replayOf } from '../run/replayed-run.test-support';
import { sampleFiles } from '../scripted/scripted-run.test-support';
import { type MemoryRun, memoryRun, said } from './memory-run.test-support';

const says = (...blocks: readonly ReplyBlock[]): ModelOutcome => ({
  type: 'answered',
  reply: { blocks, stopReason: 'end_turn', timeMs: 1 },
});
const text = (words: string): ReplyBlock => ({ type: 'text', text: words });
const tool = (id: string, name: string, input: Json): ReplyBlock => ({ type: 'tool-call', id, name, input });
const agent = (id: string, prompt: string, more: JsonObject = {}) =>
  tool(id, 'Agent', { description: `Part ${id}`, prompt, ...more });

type Answer = (request: ModelRequest, number: number) => ModelOutcome | Promise<ModelOutcome>;

/** The parent's turns one after another, and what its agents say to each of their requests. */
function delegating(turns: readonly (readonly ReplyBlock[])[], ofAgent: Answer): (scripted: ChatModel) => ChatModel {
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

const wordsOf = ({ body }: ModelRequest) => JSON.stringify(asArray(body.messages)?.at(-1) ?? null);
const agentsOf = ({ host }: MemoryRun) => host.state.run.agents.all;
const own = { agents: 'in-tool' } as const;
const five = [1, 2, 3, 4, 5].map((each) => agent(`call-${each}`, `Review part ${each} of the change.`));

/** Reads a file first, and then answers. */
const reviews: Answer = (request) =>
  wordsOf(request).includes('forked-agent')
    ? says(tool(`read-${wordsOf(request).match(/part (\d)/)?.[1]}`, 'Read', { file_path: 'README.md' }))
    : says(text('Part reviewed: nothing found.'));

describe('five forks', () => {
  const forked = () =>
    memoryRun({
      own,
      files: sampleFiles(),
      policy: playground,
      model: delegating([five, [text('All parts are fine.')]], reviews),
    });

  it('[O4] [O5] work side by side, and the parent gets five results', async () => {
    const run = forked();
    await said(run, 'Review the change in five parts.');
    expect(agentsOf(run).map(({ state, answer }) => [state, answer])).toEqual(
      five.map(() => ['done', 'Part reviewed: nothing found.']),
    );
    const results = run.host.state.run.transcript.messages.find(({ kind }) => kind === 'tool-results');
    expect(results?.parts).toHaveLength(5);
    expect(JSON.stringify(results)).toContain('Part reviewed: nothing found.');
    expect(run.host.state.run.lastWords).toBe('All parts are fine.');
  });

  it('[O5] the first writes, and four read at least 95 % of their prefix from the stand-in’s own cache', async () => {
    const run = forked();
    await said(run, 'Review the change in five parts.');
    const model = findModel('stand-in-small');
    if (model === undefined) throw new Error('The stand-in has no such model');
    const cache = new PrefixCache(() => 0);
    const shares: number[] = [];
    const predicted = agentsOf(run).map(({ run: { calls } }) => calls[0]?.predictedCacheRead ?? 0);
    for (const { purpose, body } of run.asked) {
      const { read, written5m, uncached } = cache.use(body, model, 'key');
      if (purpose === 'agent' && JSON.stringify(asArray(body.messages)?.at(-1)).includes('forked-agent')) {
        shares.push(read / (read + written5m + uncached));
      }
    }
    console.log(
      'shares',
      shares,
      'predicted',
      predicted,
      agentsOf(run).map(({ run: { calls } }) => calls[0]?.usage),
    );
    expect(shares).toHaveLength(5);
    expect(Math.min(...shares.slice(1))).toBeGreaterThanOrEqual(0.95);
  });

  it('[O5] [O6] are repeated call by call by a replay of each record, and so is their parent', async () => {
    const run = forked();
    await said(run, 'Review the change in five parts.');
    expect(decisionsOf(replayOf(run.host.state.run))).toEqual(decisionsOf(run.host.state.run.result()));
    for (const { run: child } of agentsOf(run)) {
      expect(decisionsOf(replayOf(child))).toEqual(decisionsOf(child.result()));
    }
  });
});
