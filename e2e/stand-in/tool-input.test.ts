import { describe, expect, it } from 'vitest';
import { asObject } from '../../lib/base/json';
import { StandIn } from './stand-in';
import { forcedTool, toolInput } from './tool-input';

const tool = {
  name: 'rate',
  input_schema: {
    type: 'object',
    properties: {
      points: { type: 'integer', enum: [0, 1, 2, 3, 4, 5] },
      share: { type: 'number', minimum: 3, maximum: 4 },
      reason: { type: 'string' },
      isSure: { type: 'boolean' },
      parts: { type: 'array', minItems: 2, items: { type: 'object', properties: { id: { type: 'string' } } } },
    },
  },
};
const body = (words: string) => ({
  model: 'claude-opus-5',
  max_tokens: 500,
  tools: [tool],
  tool_choice: { type: 'tool', name: 'rate' },
  messages: [{ role: 'user', content: words }],
});

describe('the arguments of a forced tool call', () => {
  it('fit its schema', () => {
    for (let request = 0; request < 50; request++) {
      const input = toolInput(tool, body(`${request}`));
      expect(input).toEqual({
        points: expect.toBeOneOf([0, 1, 2, 3, 4, 5]),
        share: expect.toBeOneOf([3, 4]),
        reason: expect.stringMatching(/^\S+ .*\S$/),
        isSure: expect.any(Boolean),
        parts: [{ id: expect.any(String) }, { id: expect.any(String) }],
      });
    }
  });

  it('are the same for the same request, streamed or not, and differ between requests', () => {
    expect(toolInput(tool, { ...body('a'), stream: true })).toEqual(toolInput(tool, body('a')));
    expect(new Set(['a', 'b', 'c', 'd'].map((words) => JSON.stringify(toolInput(tool, body(words))))).size).toBe(4);
  });

  it('arrive as a call of that tool over HTTP, but not if the choice is free', async () => {
    const standIn = await StandIn.start();
    const asked = async (more: object) => {
      const headers = {
        'x-api-key': 'stand-in-a',
        'anthropic-version': '2026-10-21',
        'content-type': 'application/json',
      };
      const request = { method: 'POST', headers, body: JSON.stringify({ ...body('a'), ...more }) };
      return asObject(await (await fetch(`${standIn.address}/v1/messages`, request)).json());
    };
    const input = toolInput(tool, body('a'));
    expect(await asked({})).toMatchObject({
      stop_reason: 'tool_use',
      content: [{ type: 'tool_use', name: 'rate', input }],
    });
    expect(await asked({ tool_choice: { type: 'auto' } })).toMatchObject({ content: [{ type: 'text' }] });
    expect(forcedTool({ ...body('a'), tool_choice: { type: 'any' } })).toBeUndefined();
    await standIn.close();
  });
});
