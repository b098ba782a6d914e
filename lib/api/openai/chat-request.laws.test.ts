import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findChatModel } from '../../../e2e/stand-in/openai/chat-models';
import { chatProblems } from '../../../e2e/stand-in/openai/check-chat-request';
import type { JsonObject } from '../../base/json';
import { summaryPrompts } from '../../prompts/index';
import { summaryRequest } from '../../prompts/summary-request';
import { arbitraryTranscript } from '../../transcript/arbitrary-transcript.test-support';
import { validateRequest } from '../../transcript/validate-request';
import { chatRequest, objectsIn } from './chat-request';

const RUNS = 1_000;

const asks = fc.record({
  system: fc.array(fc.record({ kind: fc.constant('text' as const), text: fc.string() }), { maxLength: 2 }),
  tools: fc.array(fc.record({ name: fc.string(), schemaText: fc.string() }), { maxLength: 3 }),
  messages: arbitraryTranscript.map(({ messages }) => messages),
});

function rejection(request: JsonObject): string | undefined {
  const model = findChatModel(String(request.model));
  if (model === undefined) throw new Error('The stand-in does not know the model.');
  const [first] = chatProblems(request, model);
  return first?.message;
}

it('the stand-in accepts the summary request of any conversation, and the instruction is its last words', () => {
  let unlikely = 0;
  fc.assert(
    fc.property(
      asks,
      fc.constantFrom(...summaryPrompts),
      fc.constantFrom(
        'chat/gpt-5.4-mini',
        'chat/gpt-4o-mini',
        'chat/models/gemini-3.8-flash',
        'free/stand-in-silent:8b',
      ),
      (ask, prompt, model) => {
        const body = chatRequest(summaryRequest(ask, prompt, { model, maxTokens: 2_000 }));
        expect({ problem: rejection(body), body }).toEqual({ problem: undefined, body });
        const messages = objectsIn(body.messages);
        const last = messages.at(-1);
        expect(last?.role).toBe('user');
        const said = typeof last?.content === 'string' ? last.content : objectsIn(last?.content).at(-1)?.text;
        expect(said).toContain(prompt.text.slice(0, 40));
        expect(messages.findLastIndex(({ role }) => role === 'system')).toBeLessThan(1);
        if (validateRequest(ask.messages, 'openai').length > 0) unlikely += 1;
      },
    ),
    { numRuns: RUNS },
  );
  expect(unlikely).toBeGreaterThan(RUNS / 4);
});
