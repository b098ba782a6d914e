import fc from 'fast-check';
import { expect, it } from 'vitest';
import { asArray, type JsonObject } from '../../lib/base/json';
import { toAnthropicRequest } from '../../lib/exporters/anthropic-request';
import { readAnthropicMessage } from '../../lib/importers/anthropic/anthropic-body';
import type { Message, MessageId } from '../../lib/transcript/transcript';
import { validateRequest } from '../../lib/transcript/validate-request';
import { requestProblems } from './check/check-request';
import { findModel } from './models';

/** Continues from a reply, so that requests may end with one. */
const MODEL = 'claude-haiku-4-5';
const RUNS = 2_000;

type Draft = { role: string; content: JsonObject[] };

const text = (value: string): JsonObject => ({ type: 'text', text: value });
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } };

/** A conversation as it should be: each round is a reply with some calls, and their results. */
function conversation(rounds: readonly number[]): Draft[] {
  const replies = rounds.flatMap((calls, round): Draft[] => {
    const ids = Array.from({ length: calls }, (_, call) => `c${round}_${call}`);
    const results = ids.map((id) => ({ type: 'tool_result', tool_use_id: id, content: [image], is_error: false }));
    return [
      {
        role: 'assistant',
        content: [text('b'), ...ids.map((id) => ({ type: 'tool_use', id, name: 'read', input: {} }))],
      },
      { role: 'user', content: [...results, text('c')] },
    ];
  });
  return [{ role: 'user', content: [text('a')] }, ...replies];
}

const damages: readonly ((message: Draft, at: number) => void)[] = [
  ({ content }, at) => content.splice(at, 1),
  ({ content }, at) => content.splice(at, 0, { ...content[at] }),
  ({ content }, at) => content.push(...content.splice(at, 1)),
  ({ content }, at) => content.splice(at, 1, text('ends in a blank ')),
  ({ content }, at) => content.splice(at, 1, text(' ')),
  ({ content }, at) => {
    if (content[at]?.type === 'tool_result') content.splice(at, 1, { ...content[at], is_error: true });
  },
  (message) => {
    // Ours accepts results in a reply, as from tools that ran at the provider, without checking their kind.
    if (message.content.some(({ type }) => type === 'tool_result')) return;
    message.role = message.role === 'user' ? 'assistant' : 'user';
  },
];

const damage = fc.record({ cause: fc.constantFrom(...damages), message: fc.nat(8), block: fc.nat(3) });
const drafts = fc
  .tuple(fc.array(fc.nat(2), { maxLength: 3 }), fc.array(damage, { maxLength: 2 }), fc.boolean(), fc.boolean())
  .map(([rounds, done, endsWithReply, endsEmpty]): Draft[] => {
    const all = conversation(rounds);
    const messages = endsWithReply ? all.slice(0, -1) : all;
    for (const { cause, message, block } of done) {
      const hit = messages[message % Math.max(1, messages.length)];
      if (hit !== undefined && hit.content.length > 0) cause(hit, block % hit.content.length);
    }
    return endsEmpty ? [...messages, { role: 'assistant', content: [] }] : messages;
  });

/** Unchanged except for empty messages: ours validates what the exporter merges, the API each message separately. */
function bodyOf(messages: readonly Draft[]): JsonObject {
  const isTaken = ({ role, content }: Draft, index: number) =>
    content.length > 0 || (role === 'assistant' && index === messages.length - 1);
  return { model: MODEL, max_tokens: 100, messages: messages.filter(isTaken) };
}

function refusedByStandIn(body: JsonObject): string | undefined {
  const model = findModel(MODEL);
  if (model === undefined) throw new Error('The stand-in does not know the model.');
  const [first] = requestProblems(body, { model, version: '2026-10-21', betas: [], isCount: false });
  return first;
}

function messagesOf(body: JsonObject): readonly Message[] {
  return (asArray(body.messages) ?? []).flatMap((item, index) => {
    const message = readAnthropicMessage(item);
    return message === undefined ? [] : [{ ...message, id: `m${index}` as MessageId, line: index + 1 }];
  });
}

it('two independently written validators agree on generated requests', () => {
  const verdicts = { taken: 0, refused: 0 };
  fc.assert(
    fc.property(drafts, (draft) => {
      const body = bodyOf(draft);
      const ours = validateRequest(messagesOf(body), 'anthropic', { continuesReply: true }).length > 0;
      expect({ refused: refusedByStandIn(body) !== undefined, body }).toEqual({ refused: ours, body });
      verdicts[ours ? 'refused' : 'taken'] += 1;
    }),
    { numRuns: RUNS },
  );
  expect(Math.min(verdicts.taken, verdicts.refused)).toBeGreaterThan(RUNS / 10);
});

it('the stand-in accepts what the exporter makes of messages that our own validator accepts', () => {
  fc.assert(
    fc.property(drafts, (draft) => {
      const messages = messagesOf({ messages: draft });
      fc.pre(validateRequest(messages, 'anthropic').length === 0);
      const exported = toAnthropicRequest(messages, { model: MODEL, maxTokens: 100, system: [], tools: [] });
      expect(refusedByStandIn(exported)).toBeUndefined();
    }),
    { numRuns: RUNS / 4 },
  );
});
