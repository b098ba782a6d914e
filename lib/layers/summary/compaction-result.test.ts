import { describe, expect, it } from 'vitest';
import type { MessageId } from '../../transcript/transcript';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import type { Context, ContextMessage } from '../shape/context';
import { contextFromText, environment } from '../shape/context-text.test-support';
import type { Env, PartialSpan } from '../shape/layer';
import { madeMessage } from '../shape/made-message';
import type { Collapse } from '../shape/memory';
import { defaultsOf } from '../shape/setting';
import { compactionResult } from './compaction-result';
import { cutSettings } from './cut';
import { summarySpan } from './summary-span';

const text = `
  user "Fix the tests"
  call #1 grep x
  ---
  result #1 900 tokens
  call #2 read a.ts
  ---
  result #2 800 tokens
  assistant "Both are read."
  user "Go on"
`;
const conversation = contextFromText(text);
const idOf = (id: string) => id as MessageId;

function made(id: string, kind: 'summary' | 'injected'): ContextMessage {
  return madeMessage(`made-7-${id}`, kind, [{ kind: 'text', text: 'x'.repeat(40) }], environment().counter);
}

function compacted(context: Context, more: Partial<Env> = {}) {
  const env = environment({ transcript: transcriptFromText(text), ...more });
  const span = summarySpan(context.messages, env, defaultsOf(cutSettings));
  if ('failure' in span) throw new Error('the pivot is not in the context');
  return compactionResult(context, span, { summary: [made('summary', 'summary')], restored: [] }, env);
}

const idsOf = ({ context }: ReturnType<typeof compacted>) =>
  context.messages.map(({ message }) => message.id).join(' ');
const part = (direction: PartialSpan['direction'], pivot: string) => ({ partial: { direction, pivot: idOf(pivot) } });
const pinning = (...ids: readonly string[]) => ({ pinned: new Set(ids.map(idOf)) });

describe('[F7] the boundary', () => {
  it('records its trigger, the size before and after, the last message that left and the tools called', () => {
    expect(compacted(conversation, { trigger: 'manual' }).boundary).toEqual({
      trigger: 'manual',
      tokensBefore: 21_721,
      tokensAfter: 20_010,
      lastSummarised: 'm6',
      tools: [],
    });
  });

  it('names head, anchor and tail of the kept messages', () => {
    expect(compacted(conversation, part('up-to', 'm5')).boundary).toMatchObject({
      lastSummarised: 'm4',
      kept: { head: 'm5', anchor: 'made-7-summary', tail: 'm6' },
    });
    expect(compacted(conversation, part('from', 'm5')).boundary).toMatchObject({
      lastSummarised: 'm6',
      kept: { head: 'm0', anchor: 'made-7-summary', tail: 'm4' },
    });
    expect(compacted(conversation, pinning('m6')).boundary).toMatchObject({
      lastSummarised: 'm5',
      kept: { head: 'm6', anchor: 'made-7-summary', tail: 'm6' },
    });
  });

  it('names a message of the recording even if a restored one left after it', () => {
    const context = { ...conversation, messages: [...conversation.messages, made('plan', 'injected')] };
    expect(compacted(context).boundary?.lastSummarised).toBe('m6');
    expect(compacted({ ...conversation, messages: [made('plan', 'injected')] }).boundary?.lastSummarised).toBe(
      'made-7-plan',
    );
  });

  it('names the tools called since the session began', () => {
    const toolsCalled = new Set(['grep', 'read']);
    expect(compacted(conversation, { toolsCalled }).boundary?.tools).toEqual(['grep', 'read']);
  });
});

describe('[F6] hook output', () => {
  it('comes last, and is absent if the hooks said nothing', () => {
    const result = compacted(conversation, { hooks: { results: ['Formatted.', ' \n', 'Linted.'] } });
    expect(idsOf(result)).toBe('made-7-summary made-7-hook-1 made-7-hook-2');
    expect(result.context.messages[2]?.message.parts).toEqual([{ kind: 'text', text: 'Linted.' }]);
  });
});

describe('[L2] a pinned reply', () => {
  it('is not last if it was not last before: the model would continue it', () => {
    const result = compacted(conversation, pinning('m5'));
    expect(idsOf(result)).toBe('made-7-summary m5 made-7-end');
    expect(result.changes[1]?.parts.map(({ message }) => message)).toEqual(['made-7-summary', 'made-7-end']);
    expect(idsOf(compacted(conversation, pinning('m5', 'm6')))).toBe('made-7-summary m5 m6');
    const open = { ...conversation, messages: conversation.messages.slice(0, 6) };
    expect(idsOf(compacted(open, pinning('m5')))).toBe('made-7-summary m5');
  });
});

describe('the state after a compaction', () => {
  const span = (first: string, last: string, state: Collapse['state']): Collapse => ({
    first: idOf(first),
    last: idOf(last),
    summary: idOf(state === 'committed' ? first : 'later'),
    state,
  });
  const collapses = [span('m0', 'm0', 'committed'), span('m1', 'm2', 'staged'), span('m3', 'm4', 'staged')];
  const note = { text: 'x', tokens: 1, contextTokens: 1, last: idOf('m0') };
  const given = {
    ...conversation,
    memory: { ...conversation.memory, collapses, note: { ...note, cursor: idOf('m1') } },
  };

  it('[C4] has only the collapsed spans that stay in the context', () => {
    const left = (more: Partial<Env>) => compacted(given, more).context.memory.collapses;
    expect(left({})).toEqual([]);
    expect(left(part('from', 'm3'))).toEqual(collapses.slice(0, 2));
    expect(left(part('up-to', 'm3'))).toEqual(collapses.slice(2));
  });

  it('[G3] has no note cursor', () => {
    expect(compacted(given).context.memory.note).toEqual(note);
    expect(compacted(conversation).context.memory).not.toHaveProperty('note');
  });
});
