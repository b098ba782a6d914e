import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Behaviour } from '../../../e2e/stand-in/behaviour';
import { StandIn } from '../../../e2e/stand-in/stand-in';
import { modelAsker } from '../../api/asker/model-asker';
import type { JsonObject } from '../../base/json';
import { ok } from '../../base/result';
import { costOf } from '../../economics/cost';
import { modelFor } from '../../economics/model-table';
import { none } from '../../policies/presets/none';
import { RunHost } from '../host/run-host';
import { surroundings } from '../host/surroundings';
import { JOURNAL_VERSION } from '../journal/entry';
import { spentInAll } from '../run/whole-run';
import { runTools } from '../tools/run-tools';
import { CONTINUE, isCutOff } from '../view/cut-off';
import { apiModel } from './api-model';

const MODEL = 'claude-opus-5-5';

let standIn: StandIn;
beforeAll(async () => {
  standIn = await StandIn.start();
});
afterAll(() => standIn.close());

/** A stream that ends at the output limit, with these blocks. */
function cutAnswer(...blocks: readonly JsonObject[]): Behaviour {
  return stream(
    ...beginning(blocks),
    { type: 'message_delta', delta: { stop_reason: 'max_tokens' }, usage: { output_tokens: 7 } },
    { type: 'message_stop' },
  );
}

function beginning(blocks: readonly JsonObject[], input_tokens = 9): readonly JsonObject[] {
  const usage = { input_tokens, output_tokens: 1 };
  return [
    { type: 'message_start', message: { id: 'msg_1', type: 'message', role: 'assistant', content: [], usage } },
    ...blocks.flatMap(({ start, delta }, index) => [
      { type: 'content_block_start', index, content_block: start ?? null },
      { type: 'content_block_delta', index, delta: delta ?? null },
      { type: 'content_block_stop', index },
    ]),
  ];
}

function stream(...events: readonly JsonObject[]): Behaviour {
  const body = events.map((event) => `event: ${String(event.type)}\ndata: ${JSON.stringify(event)}\n\n`).join('');
  return { type: 'raw', status: 200, contentType: 'text/event-stream', body };
}

function hostOf(key: string, thinks = false): RunHost {
  const model = { type: 'api', id: MODEL, thinks, serverClears: false } as const;
  const limits = { calls: 9, dollars: 9 };
  const setup = { version: JOURNAL_VERSION, runId: key, policy: none, model, limits, files: {} } as const;
  const api = apiModel(modelAsker(standIn.addresses)(key));
  return new RunHost(
    {
      journal: { append: async () => ok(undefined), cut: async () => ok(undefined) },
      surroundings,
      model: () => api,
      runTools,
      nowMs: Date.now,
      onChange: () => undefined,
    },
    [{ type: 'begun', timeMs: Date.now(), setup }],
  );
}

const text = { start: { type: 'text', text: '' }, delta: { type: 'text_delta', text: 'One, two,' } };
const thinking = {
  start: { type: 'thinking', thinking: '', signature: '' },
  delta: { type: 'thinking_delta', thinking: 'Hm' },
};
const call = {
  start: { type: 'tool_use', id: 'toolu_1', name: 'Write', input: {} },
  delta: { type: 'input_json_delta', partial_json: '{"file_path":"a.txt","content":"One, t' },
};

const cuts: readonly (readonly [what: string, blocks: readonly JsonObject[]])[] = [
  ['text', [text]],
  ['a tool call', [call]],
  ['a tool call after text', [text, call]],
  ['thinking', [thinking]],
];

it.each(cuts)(
  'an answer that was cut off in %s can be continued, and the API accepts the request',
  async (what, blocks) => {
    const key = `stand-in-cut-${what.replaceAll(' ', '-')}`;
    standIn.behave(key, [cutAnswer(...blocks), { type: 'answer', text: 'three.' }]);
    const host = hostOf(key, what === 'thinking');
    await host.enter({ type: 'prompt', text: 'Count to three.' });
    expect(host.status).toEqual({ type: 'idle' });
    expect(isCutOff(host.state.log.items)).toBe(true);
    await host.enter({ type: 'prompt', text: CONTINUE });
    expect(host.status).toEqual({ type: 'idle' });
    expect(isCutOff(host.state.log.items)).toBe(false);
    const seen = standIn.seen(key);
    expect(seen.map(({ problem }) => problem)).toEqual([undefined, undefined]);
    expect(JSON.stringify(seen[1]?.body).includes('One, two,')).toBe(blocks.includes(text));
  },
);

it('an answer that breaks off in the middle of a tool call is paid: what was sent, and what had come', async () => {
  const key = 'stand-in-broken';
  const input = 90_000;
  const long = { ...call, delta: { type: 'input_json_delta', partial_json: `{"content":"${'a word '.repeat(2_000)}` } };
  standIn.behave(key, [stream(...beginning([long], input)), { type: 'answer', text: 'Done.' }]);
  const host = hostOf(key);
  const dollarsOf = (output: number) =>
    costOf({ input, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output }, modelFor(MODEL)) ?? Number.NaN;
  await host.enter({ type: 'prompt', text: 'Write it.' });
  expect(host.state.entries.map(({ type }) => type)).toEqual(['begun', 'prompt', 'spent', 'problem']);
  const { calls, dollars } = spentInAll(host.state.run);
  expect(calls).toBe(1);
  expect(dollars).toBeGreaterThan(dollarsOf(2_000));
  expect(dollars).toBeLessThan(dollarsOf(10_000));
  await host.goOn();
  expect(spentInAll(host.state.run).calls).toBe(2);
  expect(spentInAll(host.state.run).dollars).toBeGreaterThan(dollars);
});
