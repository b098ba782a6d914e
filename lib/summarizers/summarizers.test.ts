import { describe, expect, it } from 'vitest';
import { contextFromText } from '../layers/shape/context-text.test-support';
import type { Ask } from '../layers/shape/layer';
import { roughMessage, roughPart, roughText } from '../tokens/rough';
import type { MessageId, Transcript } from '../transcript/transcript';
import { transcriptFromText } from '../transcript/transcript-from-text';
import { assumed } from './assumed';
import { offline } from './offline';
import { recorded, writtenSummary } from './recorded';
import { scripted } from './scripted';

const counter = { messageTokens: roughMessage, partTokens: roughPart };
const ask = (text: string, maxTokens = 20_000): Ask => ({
  type: 'summary',
  context: contextFromText(text),
  instruction: '',
  sharesCache: true,
  maxTokens,
});

describe('replies without a network', () => {
  it('assumed ones have the given length, and never exceed the requested one', () => {
    expect(assumed().reply(ask('user "x"'), { call: 0 })).toMatchObject({ type: 'text', tokens: 4_000 });
    expect(assumed(9_000).reply(ask('user "x"', 2_000), { call: 0 })).toMatchObject({ tokens: 2_000 });
  });

  it('recorded ones are the recorded summary near the cut, or else another', () => {
    const lines = Array.from({ length: 40 }, (_, call) => [
      ...(call === 20 ? ['boundary full auto 167000', 'summary 700 tokens'] : []),
      `assistant "reply ${call}"\n---`,
    ]);
    const summarizer = recorded(transcriptFromText(lines.flat().join('\n')), counter, assumed(123));
    const tokensAt = (call: number) => summarizer.reply(ask('user "x"'), { call });
    expect(tokensAt(20)).toMatchObject({ tokens: 700 });
    expect(tokensAt(12)).toMatchObject({ tokens: 700 });
    expect(tokensAt(31)).toMatchObject({ tokens: 123 });
  });

  it('[K16] recorded ones are only what was written, in a request that adds instructions and restored files', () => {
    const written = (...texts: readonly string[]) =>
      writtenSummary({ parts: texts.map((text) => ({ kind: 'text', text })) });
    const summary = 'This session is being continued from a previous conversation: b';
    expect(written('<system-reminder>Rules</system-reminder>', summary, 'Result of Read')).toBe(summary);
    expect(written('It was b', 'and c')).toBe('It was b\nand c');
  });

  it('recorded ones of a repeated request come in order, the last one again for further requests', () => {
    const only = 'm0' as MessageId;
    const fork = { call: 3, purpose: 'summary', firstMessageId: only, lastMessageId: only } as const;
    const transcript: Transcript = {
      ...transcriptFromText('user "x"'),
      forks: [
        { ...fork, failure: 'broken off' },
        { ...fork, failure: 'overloaded' },
        { ...fork, text: 'done' },
      ],
    };
    const summarizer = recorded(transcript, counter, assumed());
    const said = (retry?: number) => {
      const reply = summarizer.reply({ ...ask('user "x"'), ...(retry === undefined ? {} : { retry }) }, { call: 3 });
      return reply.type === 'error' ? reply.what : reply.type === 'text' ? reply.text : reply.type;
    };
    expect([said(), said(1), said(2), said(3)]).toEqual(['broken off', 'overloaded', 'done', 'done']);
  });

  it('offline ones contain what the user said, repeatably, within the limit', () => {
    const summarizer = offline(counter);
    const text = 'user "Never touch the migrations folder"\nassistant 3000 tokens';
    const reply = summarizer.reply(ask(text, 400), { call: 0 });
    expect(reply).toMatchObject({ type: 'text', text: expect.stringContaining('Never touch the migrations folder') });
    expect(reply.type === 'text' && roughText(reply.text)).toBeLessThanOrEqual(400);
    expect(summarizer.reply(ask(text, 400), { call: 9 })).toEqual(reply);
  });

  it('scripted ones come one after another, the last one repeatedly', () => {
    const summarizer = scripted({ type: 'aborted' }, { type: 'too-long', gapTokens: 5 });
    const types = [0, 1, 2].map(() => summarizer.reply(ask('user "x"'), { call: 0 }).type);
    expect(types).toEqual(['aborted', 'too-long', 'too-long']);
  });
});
