import { describe, expect, it } from 'vitest';
import { requestProblems } from '../../../e2e/stand-in/check/check-request';
import { findModel } from '../../../e2e/stand-in/models';
import { PrefixCache } from '../../../e2e/stand-in/prefix-cache';
import { signatureOf } from '../../../e2e/stand-in/signature';
import type { JsonObject } from '../../base/json';
import { optional } from '../../base/optional';
import { microcompactDeclarative } from '../../layers/microcompact-declarative/microcompact-declarative';
import { noteInstruction, standardNotePrompt } from '../../layers/note/note-instruction';
import { emptyNote } from '../../layers/note/note-template';
import type { Context, ContextMessage } from '../../layers/shape/context';
import { contextFromText, driven, environment } from '../../layers/shape/context-text.test-support';
import type { Ask } from '../../layers/shape/layer';
import { defaultsOf } from '../../layers/shape/setting';
import { instructionText, standardSummaryPrompt } from '../../layers/shape/summary-instruction';
import { everythingOn } from '../../policies/presets/everything-on';
import { none } from '../../policies/presets/none';
import { objectsIn } from '../../prompts/mended-turns';
import type { Message, MessageId } from '../../transcript/transcript';
import type { ModelRequest } from '../journal/chat-model';
import type { ModelChoice, ReplyBlock } from '../journal/entry';
import type { RunFrame } from '../journal/run-frame';
import { replyParts } from './reply-parts';
import { forkRequest, turnRequest } from './request-body';

const OPUS = 'claude-opus-5-5';

function api(more: Partial<Extract<ModelChoice, { type: 'api' }>> = {}): ModelChoice {
  return { type: 'api', id: OPUS, thinks: false, serverClears: false, ...more };
}

function frame(context: Pick<Context, 'messages'>, more: Partial<RunFrame> = {}): RunFrame {
  return {
    policy: none,
    model: api(),
    system: [{ kind: 'text', text: 'You keep pools. '.repeat(200) }],
    tools: ['Read', 'TodoWrite'].map((name) => ({
      name,
      schemaText: JSON.stringify({ name, input_schema: { type: 'object' } }),
    })),
    recorded: new Map(context.messages.map(({ message }) => [message.id, message])),
    replies: new Map(),
    ...more,
  };
}

/** As the strict stand-in finds it; nothing where it would be taken. */
function problem({ body, betas }: ModelRequest): string | undefined {
  const model = findModel(String(body.model));
  if (model === undefined) throw new Error('Unknown model');
  return requestProblems(body, { model, version: '2026-10-21', betas, isCount: false }).next().value ?? undefined;
}

const messagesOf = ({ body }: ModelRequest) => objectsIn(body.messages);
const blocksOf = (request: ModelRequest): readonly JsonObject[] =>
  messagesOf(request).flatMap(({ content }) => objectsIn(content));
const ending = ({ cache_control, ...block }: JsonObject) => [cache_control !== undefined, block.type];

const SESSION = `
  user "Mend the pool"
  assistant "I look."
  call #1 Read a.ts
  result #1 900 tokens
  assistant "And there."
  call #2 Read b.ts
  result #2 900 tokens`;

/** The first reply as it came from the model. */
function withReply(context: Context, blocks: readonly ReplyBlock[], model = OPUS) {
  const messages = context.messages.map((each): ContextMessage => {
    if (each.message.id !== 'm1') return each;
    const message: Message = { ...each.message, parts: replyParts(blocks) };
    const parts = message.parts.map((part) => ({ part, category: 'assistant', tokens: 9, state: 'whole' }) as const);
    return { ...each, message, parts };
  });
  return { messages, replies: new Map([['m1' as MessageId, { model, blocks }]]) };
}

const thought: ReplyBlock = { type: 'thinking', text: 'Hm.', signature: signatureOf('Hm.') };
const said: ReplyBlock = { type: 'text', text: 'I look.' };
const called: ReplyBlock = { type: 'tool-call', id: '#1', name: 'Read', input: { path: 'a.ts' } };

describe('a turn', () => {
  it('[E1] has cache breakpoints after the system prompt and after the last message', () => {
    const context = contextFromText(SESSION);
    const request = turnRequest(context.messages, frame(context));
    expect(problem(request)).toBeUndefined();
    expect(objectsIn(request.body.system).map(ending)).toEqual([[true, 'text']]);
    expect(blocksOf(request).map(ending).slice(-2)).toEqual([
      [false, 'tool_use'],
      [true, 'tool_result'],
    ]);
    expect(JSON.stringify(request.body).match(/cache_control/g)).toHaveLength(2);
  });

  it('returns thinking with its signature, first in its reply, and only to the model that wrote it', () => {
    const context = contextFromText(SESSION);
    const { messages, replies } = withReply(context, [thought, said, called]);
    const asked = (model: ModelChoice) => turnRequest(messages, frame({ messages }, { replies, model }));
    const own = asked(api({ thinks: true }));
    expect(problem(own)).toBeUndefined();
    expect(objectsIn(messagesOf(own)[1]?.content)[0]).toEqual({
      type: 'thinking',
      thinking: 'Hm.',
      signature: signatureOf('Hm.'),
    });
    for (const model of [api(), api({ thinks: true, id: 'claude-opus-5' })]) {
      expect(problem(asked(model))).toBeUndefined();
      expect(blocksOf(asked(model)).map(({ type }) => type)).not.toContain('thinking');
    }
  });

  it('requests thinking in the form that the model accepts, but not in the middle of a turn that began without', () => {
    const begun = contextFromText(SESSION);
    const fresh = contextFromText('user "Mend the pool"');
    const thinking = (context: Context, id: string) => {
      const request = turnRequest(context.messages, frame(context, { model: api({ id, thinks: true }) }));
      expect(problem(request)).toBeUndefined();
      return request.body.thinking;
    };
    expect(thinking(begun, OPUS)).toEqual({ type: 'adaptive' });
    expect(thinking(fresh, 'claude-haiku-4-5')).toEqual({ type: 'enabled', budget_tokens: 8_000 });
    expect(thinking(begun, 'claude-haiku-4-5')).toBeUndefined();
  });

  it('omits an empty reply, and does not end with one', () => {
    const context = contextFromText(`
      user "Mend the pool"
      thinking 30 tokens
      user "Well?"
      assistant "Understood."`);
    const request = turnRequest(context.messages, frame(context));
    expect(problem(request)).toBeUndefined();
    expect(messagesOf(request).map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  });

  it('requests no more output than the model and the policy allow', () => {
    const context = contextFromText(SESSION);
    const asked = (maxOutputTokens: number) =>
      turnRequest(context.messages, frame(context, { policy: { ...none, maxOutputTokens } })).body.max_tokens;
    expect([asked(4_000), asked(900_000)]).toEqual([4_000, 128_000]);
  });
});

describe('on the server', () => {
  const declarative = everythingOn.layers.map((layer) => ({
    ...layer,
    isOn: layer.layer === 'microcompact-declarative',
  }));
  const policy = { ...everythingOn, layers: declarative, exemptTools: ['TodoWrite'] };

  it('[M5] clearing gives what it would give here, so the request is sent whole', () => {
    const context = contextFromText(SESSION);
    const settings = { ...defaultsOf(microcompactDeclarative.settings), triggerTokens: 0, keep: 1 };
    const { outcome } = driven(microcompactDeclarative.run(context, settings, environment({ used: 2_000 })), []);
    if (outcome.type !== 'changed') throw new Error('Nothing was cleared');
    const { messages } = outcome.context;
    const results = (serverClears: boolean) => {
      const request = turnRequest(messages, frame(context, { policy, model: api({ serverClears }) }));
      expect(problem(request)).toBeUndefined();
      return { request, lengths: blocksOf(request).flatMap(({ content }) => String(content ?? '').length || []) };
    };
    const [cleared = 0, kept = 0] = results(false).lengths;
    expect(cleared).toBeLessThan(50);
    const whole = results(true);
    expect(whole.lengths).toEqual([kept, kept]);
    expect(whole.request.betas).toEqual(['context-management-2025-06-27']);
    expect(results(false).request.body.context_management).toBeUndefined();
    expect(whole.request.body.context_management).toEqual({
      edits: [
        {
          type: 'clear_tool_uses_20250919',
          trigger: { type: 'input_tokens', value: 100_000 },
          keep: { type: 'tool_uses', value: 3 },
          exclude_tools: ['TodoWrite'],
        },
      ],
    });
  });

  it("[M5] clearing uses Claude Code's own numbers if the policy says so", () => {
    const layers = declarative.map((each) =>
      each.layer === 'microcompact-declarative'
        ? { ...each, settings: { ...each.settings, variant: 'claude-code' as const } }
        : each,
    );
    const context = contextFromText(SESSION);
    const model = api({ serverClears: true });
    const request = turnRequest(context.messages, frame(context, { policy: { ...policy, layers }, model }));
    expect(request.body.context_management).toMatchObject({
      edits: [
        {
          trigger: { type: 'input_tokens', value: 180_000 },
          clear_at_least: { type: 'input_tokens', value: 140_000 },
        },
      ],
    });
  });

  it('[M5] every setting has its field', () => {
    const all = { triggerToolUses: 9, clearAtLeastTokens: 5, keepThinkingTurns: 2, clearInputs: true };
    const layers = declarative.map((each) =>
      each.layer === 'microcompact-declarative'
        ? { ...each, settings: { ...each.settings, ...all, onlyClearableTools: true } }
        : each,
    );
    const context = contextFromText(SESSION);
    const model = api({ serverClears: true, thinks: true, serverCompactsFrom: 10_000 });
    const request = turnRequest(context.messages, frame(context, { policy: { ...policy, layers }, model }));
    expect(problem(request)).toBeUndefined();
    expect(request.body.context_management).toEqual({
      edits: [
        { type: 'clear_thinking_20251015', keep: { type: 'thinking_turns', value: 2 } },
        {
          type: 'clear_tool_uses_20250919',
          trigger: { type: 'tool_uses', value: 9 },
          keep: { type: 'tool_uses', value: 3 },
          clear_at_least: { type: 'input_tokens', value: 5 },
          clear_tool_inputs: true,
          exclude_tools: ['TodoWrite'],
        },
        // It compacts nothing smaller.
        { type: 'compact_20260112', trigger: { type: 'input_tokens', value: 50_000 } },
      ],
    });
  });

  it('a compaction is returned as it came, or as text if the server is not to compact any more', () => {
    const block = { type: 'compaction', content: 'All so far.', encrypted_content: signatureOf('All so far.') };
    const { messages, replies } = withReply(contextFromText(SESSION), [{ type: 'opaque', block }, said, called]);
    const asked = (model: ModelChoice) => {
      const request = turnRequest(messages, frame({ messages }, { replies, model }));
      expect(problem(request)).toBeUndefined();
      return objectsIn(messagesOf(request)[1]?.content)[0];
    };
    expect(asked(api({ serverCompactsFrom: 90_000 }))).toEqual(block);
    expect(asked(api())).toEqual({ type: 'text', text: 'All so far.' });
    expect(asked(api({ id: 'claude-opus-5', serverCompactsFrom: 90_000 }))).toMatchObject({ type: 'text' });
  });
});

describe('a fork', () => {
  const ask = (context: Context, more: Partial<Ask> = {}): Ask => ({
    type: 'summary',
    context,
    instruction: instructionText({ text: standardSummaryPrompt.text, ...optional('focus', more.focus) }),
    sharesCache: true,
    maxTokens: 3_000,
    ...more,
  });

  it('[E3] [N3] reads everything that the previous turn cached', () => {
    const context = contextFromText(SESSION);
    const given = frame(context, { model: api({ thinks: true, serverCompactsFrom: 90_000 }) });
    const cache = new PrefixCache(() => 0);
    const model = findModel(OPUS);
    if (model === undefined) throw new Error('Unknown model');
    const used = ({ body }: ModelRequest) => cache.use(body, model, 'stand-in-key');
    const { written5m } = used(turnRequest(context.messages, given));
    expect(written5m).toBeGreaterThan(2_000);
    for (const type of ['summary', 'note'] as const) {
      const fork = forkRequest(ask(context, { type }), given);
      expect(problem(fork)).toBeUndefined();
      expect(used(fork)).toMatchObject({ read: written5m, written5m: 0 });
    }
  });

  it('[F3] requests a summary as text, with the focus, and leaves room for thinking', () => {
    const context = contextFromText(SESSION);
    const model = api({ id: 'claude-haiku-4-5', thinks: true });
    const { messages, replies } = withReply(contextFromText('user "Mend it"\nassistant "Done."'), [thought, said]);
    const request = forkRequest(ask(context, { focus: 'the tiles' }), frame(context, { model }));
    expect(request).toMatchObject({ purpose: 'summary', body: { max_tokens: 11_000 } });
    expect(String(blocksOf(request).at(-1)?.text)).toMatch(/Do not call any tools[\s\S]*the tiles$/);
    const thinking = forkRequest(ask({ ...context, messages }), frame({ messages }, { model, replies }));
    expect(problem(thinking)).toBeUndefined();
    expect(thinking.body.thinking).toEqual({ type: 'enabled', budget_tokens: 8_000 });
  });

  it('[N3] requests the note while calls wait for their results', () => {
    const context = contextFromText(SESSION.split('\n').slice(0, -1).join('\n'));
    const note = emptyNote.replace('# Worklog', '# Worklog\nLooked at a.ts.');
    const request = forkRequest(
      ask(context, { type: 'note', note, instruction: noteInstruction(standardNotePrompt, note) }),
      frame(context),
    );
    expect(problem(request)).toBeUndefined();
    expect(String(blocksOf(request).at(-1)?.text).endsWith(note)).toBe(true);
  });

  it('[F14] a summary request as text has no system prompt and no tools, and is valid', () => {
    const context = contextFromText('user "Fix it"\ncall #1 read a.ts\n---\nresult #1 "alpha beta"\nassistant "Done."');
    const form = { type: 'text', resultCharacters: 5 } as const;
    const request = forkRequest(ask(context, { form, sharesCache: false }), frame(context));
    const { body } = request;
    expect(body).not.toHaveProperty('system');
    expect(body).not.toHaveProperty('tools');
    expect(problem(request)).toBeUndefined();
    const [message] = objectsIn(body.messages);
    expect(JSON.stringify(message)).toContain('[result] alpha [… truncated]');
  });
});
