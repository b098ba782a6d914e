import fc from 'fast-check';
import { expect, it } from 'vitest';
import { requestProblems } from '../../e2e/stand-in/check/check-request';
import { findModel } from '../../e2e/stand-in/models';
import type { JsonObject } from '../base/json';
import { arbitraryTranscript } from '../transcript/arbitrary-transcript.test-support';
import type { Message, MessageId, ToolDefinition } from '../transcript/transcript';
import { validateRequest } from '../transcript/validate-request';
import { summaryPrompts } from './index';
import { summaryRequest } from './summary-request';

const MODEL = 'claude-opus-5';
const RUNS = 1_000;

const tool: fc.Arbitrary<ToolDefinition> = fc.record({
  name: fc.oneof(fc.constantFrom('Read', 'Bash'), fc.string()),
  schemaText: fc.oneof(fc.json(), fc.constant('{"type": "object", "properties": {}}'), fc.string()),
});
const asks = fc.record({
  system: fc.array(fc.record({ kind: fc.constant('text' as const), text: fc.string() }), { maxLength: 2 }),
  tools: fc.array(tool, { maxLength: 3 }),
  messages: arbitraryTranscript.map(({ messages }) => messages),
});

function refusedByStandIn(body: JsonObject): string | undefined {
  const model = findModel(MODEL);
  if (model === undefined) throw new Error('The stand-in does not know the model.');
  const [first] = requestProblems(body, { model, version: '2026-10-21', betas: [], isCount: false });
  return first;
}

it('the stand-in accepts the request for every preset and any conversation, however unlikely', () => {
  let unlikely = 0;
  fc.assert(
    fc.property(
      asks,
      fc.constantFrom(...summaryPrompts),
      fc.option(fc.string(), { nil: undefined }),
      (ask, prompt, focus) => {
        const instruction = focus === undefined ? prompt : { text: prompt.text, focus };
        const body = summaryRequest(ask, instruction, { model: MODEL, maxTokens: 2_000 });
        expect({ problem: refusedByStandIn(body), body }).toEqual({ problem: undefined, body });
        if (validateRequest(ask.messages, 'anthropic').length > 0) unlikely += 1;
      },
    ),
    { numRuns: RUNS },
  );
  expect(unlikely).toBeGreaterThan(RUNS / 2);
});

it('leaves a valid conversation unchanged, so the cached prefix is preserved', () => {
  const text = (value: string) => ({ kind: 'text' as const, text: value });
  const message = fc.tuple(fc.constantFrom('user' as const, 'assistant' as const), fc.stringMatching(/^[a-z]{1,9}$/));
  const messages = fc.array(message, { minLength: 1, maxLength: 9 }).map((turns): Message[] =>
    turns.map(([role, said], index) => ({
      id: `m${index}` as MessageId,
      role: index === 0 ? 'user' : role,
      kind: 'prompt',
      parts: [text(said)],
      line: index + 1,
    })),
  );
  fc.assert(
    fc.property(messages, (sound) => {
      const body = summaryRequest(
        { system: [], tools: [], messages: sound },
        { text: '#' },
        { model: MODEL, maxTokens: 9 },
      );
      const said = [...JSON.stringify(body.messages).matchAll(/"text":"([^"]*)"/g)].map(([, words]) => words);
      expect(said).toEqual([
        ...sound.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'text' ? part.text : []))),
        '#',
      ]);
    }),
  );
});
