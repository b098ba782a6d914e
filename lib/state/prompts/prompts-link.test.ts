import { describe, expect, test } from 'vitest';
import { type PromptsView, readPromptsLink, writePromptsLink } from './prompts-link';

const view: PromptsView = {
  columns: [
    { type: 'recorded' },
    { type: 'offline', focus: 'the tests' },
    { type: 'model', prompt: 'own:1 & more', model: 'claude-opus-5', maxTokens: 20_000, focus: '3: paths & 試験' },
    { type: 'kept', run: 'run-7' },
  ],
  laterCalls: [179, 240],
};

describe('a link to the Prompts view', () => {
  test('round-trips', () => {
    expect(readPromptsLink(`#${writePromptsLink(view)}`)).toEqual({ ok: true, value: { ...view, prompts: [] } });
  });

  test('is readable', () => {
    expect(writePromptsLink({ ...view, columns: view.columns.slice(0, 2) })).toBe(
      'v1&column=recorded&column=offline&focus=2%3Athe+tests&round=180&round=241&end',
    );
  });

  test('keeps the id of any model, but never says that one costs nothing', () => {
    const columns = (model: string): PromptsView => ({
      columns: [{ type: 'recorded' }, { type: 'model', prompt: 'own:1', model, maxTokens: 4_000 }],
      laterCalls: [],
    });
    for (const model of ['chat/qwen3:8b', 'chat/a/b:c%3Ad', 'claude-opus-5']) {
      expect(readPromptsLink(`#${writePromptsLink(columns(model))}`)).toEqual({
        ok: true,
        value: { ...columns(model), prompts: [] },
      });
    }
    const written = writePromptsLink(columns('free/qwen3:8b'));
    expect(written).not.toContain('free');
    const asked = { ok: true, value: { ...columns('chat/qwen3:8b'), prompts: [] } };
    expect(readPromptsLink(`#${written}`)).toEqual(asked);
    expect(readPromptsLink(`#${written.replace('chat', 'free')}`)).toEqual(asked);
  });

  test('is undefined if the hash is an anchor, and rejected if it is incomplete or impossible', () => {
    expect(readPromptsLink('#main')).toEqual({ ok: true, value: undefined });
    const columns = 'column=recorded&column=offline';
    for (const [hash, error] of [
      ['v2&column=recorded&end', 'another, possibly newer, version'],
      [`v1&${columns}`, 'it is incomplete'],
      ['v1&column=recorded&end', 'it has 1 columns'],
      [`v1&${columns}&${columns}&column=offline&end`, 'it has 5 columns'],
      [`v1&${columns}&column=model:20:m:p&end`, 'an empty or invalid column'],
      [`v1&${columns}&column=other&end`, 'an empty or invalid column'],
      [`v1&${columns}&focus=1:what+is+there&end`, 'an invalid focus'],
      [`v1&${columns}&focus=5:what+is+not&end`, 'an invalid focus'],
      [`v1&${columns}&focus=2:${'a'.repeat(501)}&end`, 'an invalid focus'],
      [`v1&${columns}&round=20&round=10&end`, 'it has invalid rounds'],
      [`v1&${columns}&round=0&end`, 'it has invalid rounds'],
    ] as const) {
      expect(readPromptsLink(hash)).toEqual({ ok: false, error: expect.stringContaining(error) });
    }
  });
});
