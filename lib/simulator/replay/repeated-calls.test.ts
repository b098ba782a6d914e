import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../base/json';
import { codex } from '../../importers/codex';
import { policies } from '../../policies/index';
import { assumed } from '../../summarizers/assumed';
import type { Transcript } from '../../transcript/transcript';
import { validateRequest } from '../../transcript/validate-request';
import { replayMaterial } from '../recorded/replay-material';
import { replayedCall } from './replay-lookup';

const item = (payload: JsonObject): JsonObject => ({ type: 'response_item', payload });
const said = (text: string) => item({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] });
const answered = (text: string) =>
  item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] });
const call = (id: string, file: string) =>
  item({ type: 'function_call', call_id: id, name: 'shell', arguments: JSON.stringify({ command: ['cat', file] }) });
const result = (id: string, output: string) => item({ type: 'function_call_output', call_id: id, output });

/** Long enough for every policy to act. */
const later = Array.from({ length: 10 }, (_, n) => [call(`d${n}`, 'x'), result(`d${n}`, 'word '.repeat(9_000))]).flat();

const SHAPES: Readonly<Record<string, readonly JsonObject[]>> = {
  'in one reply': [call('c', 'a'), call('c', 'b'), result('c', 'first '.repeat(5_000)), result('c', 'second')],
  'in two replies': [call('c', 'a'), result('c', 'first '.repeat(5_000)), call('c', 'b'), result('c', 'second')],
};

function imported(records: readonly JsonObject[]): { transcript: Transcript; warnings: readonly string[] } {
  const warnings: string[] = [];
  const reading = codex.start({ fileName: 'a.jsonl', warn: (_, line, what) => warnings.push(`${line}: ${what}`) });
  for (const [index, record] of records.entries()) reading.add(record, index + 1);
  const [transcript] = reading.finish();
  if (transcript === undefined) throw new Error('nothing was imported');
  return { transcript: { ...transcript, contextWindow: 60_000 }, warnings };
}

describe.each(Object.entries(SHAPES))('two calls of one id in a rollout of Codex, %s', (_, shape) => {
  const { transcript, warnings } = imported([said('go'), ...shape, ...later, said('next'), answered('done')]);

  it('are told apart, each with its own result, and with a warning', () => {
    const parts = transcript.messages.flatMap((message) => message.parts).slice(1, 5);
    const ids = parts.map((part) => (part.kind === 'tool-call' ? part.id : part.kind === 'tool-result' && part.callId));
    expect(ids.toSorted()).toEqual(['c', 'c', 'c-2', 'c-2']);
    const texts = parts.flatMap((part) =>
      part.kind === 'tool-result' ? [[part.callId, JSON.stringify(part.parts).includes('first')]] : [],
    );
    expect(texts).toEqual([
      ['c', true],
      ['c-2', false],
    ]);
    expect(warnings).toEqual([expect.stringMatching(/^\d: A call has the id of an earlier one/)]);
  });

  it.each(policies.map((policy) => [policy.id, policy] as const))(
    '[L1] are a valid request under %s',
    (_id, policy) => {
      const material = replayMaterial(transcript);
      for (const mode of ['free', 'following'] as const) {
        for (let at = 0; at < transcript.calls.length; at++) {
          const { after } = replayedCall(material, policy, assumed(), at, { mode });
          const sent = after.map(({ message }) => message);
          expect([mode, at, validateRequest(sent, 'anthropic')]).toEqual([mode, at, []]);
        }
      }
    },
  );
});
