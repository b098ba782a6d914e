import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../lib/base/json';
import { requestProblems } from './check/check-request';
import { requestTokens } from './count-tokens';
import { managedContext } from './managed-context';
import { findModel } from './models';
import { signatureOf } from './signature';

const CLEARING = 'context-management-2025-06-27';
const COMPACTION = 'compact-2026-01-12';

const use = (id: number, name = 'Read'): JsonObject[] => [
  {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: `Hm ${id}.`, signature: signatureOf(`Hm ${id}.`) },
      { type: 'tool_use', id: `c${id}`, name, input: { path: `${id}.ts` } },
    ],
  },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: `c${id}`, content: 'water '.repeat(200) }] },
];

function bodyWith(edits: readonly JsonObject[], messages = [1, 2, 3, 4].flatMap((id) => use(id))): JsonObject {
  return {
    model: 'claude-opus-5-5',
    max_tokens: 1_000,
    thinking: { type: 'adaptive' },
    messages: [{ role: 'user', content: 'Mend the pool' }, ...messages],
    context_management: { edits },
  };
}

const clearing = (more: JsonObject = {}): JsonObject => ({
  type: 'clear_tool_uses_20250919',
  trigger: { type: 'tool_uses', value: 3 },
  keep: { type: 'tool_uses', value: 1 },
  ...more,
});
const shown = (body: JsonObject) => JSON.stringify(managedContext(body).body.messages);
const count = (text: string, piece: string) => text.split(piece).length - 1;

describe('what the model sees of a request', () => {
  it('excludes the results of old tool uses once there are enough of them', () => {
    const body = bodyWith([clearing()]);
    const { applied, body: seen } = managedContext(body);
    expect(count(JSON.stringify(seen), '(Tool result cleared)')).toBe(3);
    const cleared_input_tokens = requestTokens(body) - requestTokens(seen);
    expect(applied).toEqual([{ type: 'clear_tool_uses_20250919', cleared_tool_uses: 3, cleared_input_tokens }]);
    expect(cleared_input_tokens).toBeGreaterThan(800);
    expect(managedContext(bodyWith([clearing({ trigger: { type: 'tool_uses', value: 5 } })])).applied).toEqual([]);
    expect(managedContext(bodyWith([clearing({ trigger: { type: 'input_tokens', value: 9_000 } })])).applied).toEqual(
      [],
    );
  });

  it('keeps exempt tools, clears inputs if configured, and clears nothing if too little would be saved', () => {
    expect(count(shown(bodyWith([clearing({ exclude_tools: ['Read'] })])), '(Tool result cleared')).toBe(0);
    expect(count(shown(bodyWith([clearing({ clear_tool_inputs: true })])), '"input":{}')).toBe(3);
    expect(
      count(
        shown(bodyWith([clearing({ clear_at_least: { type: 'input_tokens', value: 5_000 } })])),
        '(Tool result cleared',
      ),
    ).toBe(0);
  });

  it('excludes the thinking of old turns', () => {
    const keep = { type: 'thinking_turns', value: 1 };
    const body = bodyWith([{ type: 'clear_thinking_20251015', keep }]);
    expect(count(shown(body), 'Hm ')).toBe(1);
    expect(managedContext(body).applied).toMatchObject([{ cleared_thinking_turns: 3 }]);
  });

  it('is a summary if the request is too large, and then the summary with what follows', () => {
    const long = [
      { role: 'assistant', content: 'Yes.' },
      { role: 'user', content: 'Never empty src/pool.ts. '.repeat(9_000) },
    ];
    const edit = { type: 'compact_20260112', trigger: { type: 'input_tokens', value: 50_000 } };
    const { compaction, body } = managedContext(bodyWith([edit], long));
    if (compaction === undefined) throw new Error('It was not compacted');
    expect(compaction.inputTokens).toBe(requestTokens(bodyWith([edit], long)));
    expect(body.messages).toEqual([{ role: 'user', content: [{ type: 'text', text: compaction.summary }] }]);

    const reply = {
      role: 'assistant',
      content: [
        { type: 'compaction', content: compaction.summary },
        { type: 'text', text: 'So.' },
      ],
    };
    const next = managedContext(bodyWith([edit], [...long, reply, { role: 'user', content: 'Go on' }]));
    expect(next.compaction).toBeUndefined();
    expect(next.body.messages).toMatchObject(
      [body.messages, [{ content: [{ text: 'So.' }] }], [{ role: 'user' }]].flat(),
    );
  });
});

describe('the rules of context editing', () => {
  function problem(body: JsonObject, betas: readonly string[] = [CLEARING, COMPACTION]): string | undefined {
    const model = findModel('claude-opus-5-5');
    if (model === undefined) throw new Error('Unknown model');
    return requestProblems(body, { model, version: '2026-10-21', betas, isCount: false }).next().value ?? undefined;
  }
  const thinking = { type: 'clear_thinking_20251015', keep: { type: 'thinking_turns', value: 1 } };

  it.each([
    ['an unknown field', [clearing({ keep_newest: 3 })], 'keep_newest: Extra inputs'],
    [
      'a unit of another setting',
      [clearing({ keep: { type: 'input_tokens', value: 3 } })],
      'keep.type: Input should be',
    ],
    [
      'a number below the minimum',
      [clearing({ trigger: { type: 'tool_uses', value: 0 } })],
      'greater than or equal to 1',
    ],
    [
      'a compaction below the minimum',
      [{ type: 'compact_20260112', trigger: { type: 'input_tokens', value: 9 } }],
      '50000',
    ],
    ['thinking cleared last', [clearing(), thinking], 'must be the first edit'],
    ['one edit twice', [clearing(), clearing()], 'may be given once'],
  ])('rejects %s', (_, edits, words) => {
    expect(problem(bodyWith(edits))).toContain(words);
  });

  it('accepts valid rules', () => {
    expect(problem(bodyWith([thinking, clearing(), { type: 'compact_20260112' }]))).toBeUndefined();
    expect(problem({ ...bodyWith([thinking]), thinking: { type: 'disabled' } })).toContain('requires `thinking`');
  });

  it('accepts a returned compaction unchanged, from clients that request compactions', () => {
    const sent = (block: JsonObject, betas?: readonly string[]) => {
      const reply = { role: 'assistant', content: [{ type: 'compaction', ...block }] };
      const { context_management: _, ...body } = bodyWith([], [reply, { role: 'user', content: 'Go on' }]);
      return problem(body, betas);
    };
    const own = { content: 'All so far.', encrypted_content: signatureOf('All so far.') };
    expect(sent(own)).toBeUndefined();
    expect(sent({ content: null, encrypted_content: null })).toBeUndefined();
    expect(sent({ ...own, content: 'Other.' })).toContain('was changed');
    expect(sent(own, [CLEARING])).toContain('beta of compaction');
  });
});
