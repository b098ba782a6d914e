import { describe, expect, it } from 'vitest';
import type { AskEvent } from '../../api/ask-model';
import { noteInstruction, standardNotePrompt } from '../../layers/note/note-instruction';
import { emptyNote, noteSections, readNote } from '../../layers/note/note-template';
import { contextFromText } from '../../layers/shape/context-text.test-support';
import { instructionText, spanInstruction, standardSummaryPrompt } from '../../layers/shape/summary-instruction';
import { rulesFirst } from '../../prompts/rules-first';
import type { ModelRequest } from '../journal/chat-model';
import { scriptedBlocks } from './scripted-blocks';
import { type ReplyPace, scriptedModel } from './scripted-model';

const user = (text: string) => ({ role: 'user', content: [{ type: 'text', text }] });
const turn: ModelRequest = { purpose: 'turn', body: { messages: [user('Fix the failing tests')] }, betas: [] };
const atOnce: ReplyPace = { firstWordMs: 0, perWordMs: 0 };

function ask(request: ModelRequest, pace: () => ReplyPace, stopAt = Number.POSITIVE_INFINITY) {
  const events: AskEvent[] = [];
  const stopping = new AbortController();
  const onEvent = (event: AskEvent) => {
    events.push(event);
    if (events.length === stopAt) stopping.abort();
  };
  const outcome = scriptedModel({ pace }).ask(request, { signal: stopping.signal, onEvent });
  return { events, stopping, outcome };
}

describe('the scripted model', () => {
  it('gives the same answer to the same request, with unique call ids', async () => {
    const { outcome } = ask(turn, () => atOnce);
    expect(await outcome).toMatchObject({ type: 'answered', reply: { stopReason: 'tool_use' } });
    expect(await outcome).toMatchObject({ reply: { blocks: scriptedBlocks(turn.body) } });
    const other = scriptedBlocks({ messages: [user('Fix the failing tests!')] });
    const ids = [...scriptedBlocks(turn.body), ...other].flatMap((block) =>
      block.type === 'tool-call' ? [block.id] : [],
    );
    expect(new Set(ids).size).toBe(10);
  });

  it.each([
    ['at once', atOnce, 1],
    ['word by word', { firstWordMs: 1, perWordMs: 1 }, 10],
  ])('answers %s, and the pieces add up to the whole', async (_, pace, pieces) => {
    const { outcome, events } = ask(turn, () => pace);
    await outcome;
    const texts = events.flatMap((event) => (event.type === 'text' ? [event.text] : []));
    expect(texts).toHaveLength(pieces === 1 ? 1 : texts.join('').split(' ').length);
    expect(texts.join('')).toBe("I'll start by planning the work and looking around.");
    expect(events.filter(({ type }) => type === 'tool-call')).toHaveLength(5);
  });

  it('stops immediately, before its first word and in the middle', async () => {
    const slow = { firstWordMs: 60_000, perWordMs: 60_000 };
    const waiting = ask(turn, () => slow);
    waiting.stopping.abort();
    expect(await waiting.outcome).toEqual({ type: 'stopped' });
    const talking = ask(turn, () => ({ firstWordMs: 0, perWordMs: 1 }), 3);
    expect(await talking.outcome).toEqual({ type: 'stopped' });
    expect(talking.events).toHaveLength(3);
  });

  it('answers requests of layers with the offline writer', async () => {
    const context = contextFromText('user "Never touch a.ts"\nassistant "Done."');
    const asked = { context, instruction: '', sharesCache: true, maxTokens: 1_000, note: emptyNote };
    const text = async (type: 'summary' | 'note') => {
      const outcome = await ask({ purpose: type, ask: { type, ...asked }, body: {}, betas: [] }, () => atOnce).outcome;
      const [block] = outcome.type === 'answered' ? outcome.reply.blocks : [];
      return block?.type === 'text' ? block.text : '';
    };
    expect(await text('summary')).toContain('## 6. All user messages\n1 of 1:\n> Never touch a.ts');
    expect(await text('note')).toContain('- Rule: Never touch a.ts');
  });
});

describe('a fork sent as a request', () => {
  const messages = [user('Never touch a.ts'), { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] }];
  const answer = (type: 'summary' | 'note', note: string, focus?: string, prompt = standardSummaryPrompt.text) => {
    const text = type === 'note' ? noteInstruction(standardNotePrompt, note) : prompt;
    const instruction = instructionText({ text, ...(focus === undefined ? {} : { focus }) });
    const [block] = scriptedBlocks({ max_tokens: 2_000, messages: [...messages, user(instruction)] });
    return block?.type === 'text' ? block.text : '';
  };

  it('is answered with a summary', () => expect(answer('summary', '')).toContain('> Never touch a.ts'));
  it('is answered with a summary about the focus', () =>
    expect(answer('summary', '', 'the parser')).toContain('Focus requested by the user:\n> the parser'));
  it.each([
    ['of a span', spanInstruction],
    ['of another preset', rulesFirst.text],
    ["of the user's own", 'Be short. Answer inside <summary> tags.'],
  ])('[F3] is answered with a summary, also with the prompt %s', (_, prompt) =>
    expect(answer('summary', '', undefined, prompt)).toContain('> Never touch a.ts'),
  );
  it('is answered with the updated note', () => {
    const [title] = noteSections;
    const known = emptyNote.replace(`_${title?.guide}_`, `_${title?.guide}_\n\nThe old title`);
    expect(answer('note', known)).toContain('The old title');
    expect(answer('note', known)).toContain('- Rule: Never touch a.ts');
  });
  it("[N3] is answered with the updated note, also with the policy's own prompt", () => {
    const known = emptyNote.replace('# Worklog', '# Worklog\n\nThe note:\n\n# Session title');
    const [block] = scriptedBlocks({ messages: [...messages, user(noteInstruction('Write <summary> lines.', known))] });
    expect(block).toMatchObject({ type: 'text', text: expect.stringContaining('- Rule: Never touch a.ts') });
    expect(readNote(block?.type === 'text' ? block.text : '').size).toBe(noteSections.length);
  });
});
