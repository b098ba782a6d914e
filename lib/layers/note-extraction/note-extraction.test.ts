import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roughPart, roughText } from '../../tokens/rough';
import { arbitraryRecording } from '../../transcript/arbitrary-recording.test-support';
import type { MessageId } from '../../transcript/transcript';
import { noteInstruction, noteOfInstruction, standardNotePrompt } from '../note/note-instruction';
import { emptyNote, noteFromReply } from '../note/note-template';
import type { Context } from '../shape/context';
import { contextFromText, contextStatsOf, driven, environment } from '../shape/context-text.test-support';
import type { Env, Reply } from '../shape/layer';
import { recordedContext } from '../shape/made-message';
import { emptyMemory, type SessionNote } from '../shape/memory';
import { reasonText } from '../shape/reason';
import { defaultsOf } from '../shape/setting';
import { noteExtraction } from './note-extraction';

const settings = defaultsOf(noteExtraction.settings);
const said: Reply = { type: 'text', text: '# Worklog\nread the files', tokens: 40 };
const assumed: Reply = { type: 'text', text: '[A note of 4000 tokens, assumed]', tokens: 4_000 };

const answered = contextFromText('user "Go"\ncall #1 read a.ts\n---\nresult #1 900 tokens\nassistant "Done."');
const calling = contextFromText(
  'user "Go"\ncall #1 read a.ts\n---\nresult #1 900 tokens\nassistant "Next."\ncall #2 read b.ts',
);
const busy = contextFromText('user "Go"\nassistant "a"\ncall #1 read a\ncall #2 read b\ncall #3 read c');

function noted(context: Context, note: Partial<SessionNote> = {}): Context {
  const known: SessionNote = {
    text: noteFromReply('# Learnings\nrun the linter', emptyNote),
    tokens: 300,
    contextTokens: 20_000,
    last: 'm0' as MessageId,
    ...note,
  };
  return { ...context, memory: { ...emptyMemory, note: known } };
}

function extract(context: Context, env: Partial<Env>, reply: Reply = said) {
  return driven(noteExtraction.run(context, settings, environment(env)), [reply]);
}

function codeOf(context: Context, env: Partial<Env>, reply?: Reply): string {
  const { outcome } = extract(context, env, reply);
  const reason = outcome.type === 'failed' ? outcome.failure.reason : outcome.reason;
  expect(reasonText(reason, noteExtraction.reasons)).not.toContain('{');
  return `${outcome.type}: ${reason.code}`;
}

function noteOf(context: Context, env: Partial<Env>, reply?: Reply): SessionNote | undefined {
  const { outcome } = extract(context, env, reply);
  return outcome.type === 'changed' ? outcome.context.memory.note : undefined;
}

describe('when the note is written', () => {
  it('[N2] first at 10,000 tokens of context', () => {
    expect(codeOf(calling, { used: 9_999 })).toBe('unchanged: small');
    expect(codeOf(calling, { used: 10_000 })).toBe('changed: first');
  });

  it('[N2] then after growth of 5,000 tokens if the last response made no tool call', () => {
    expect(codeOf(noted(answered), { used: 24_999 })).toBe('unchanged: no-growth');
    expect(codeOf(noted(answered), { used: 25_000 })).toBe('changed: grown');
  });

  it('[N2] or after growth of 5,000 tokens and three tool calls', () => {
    expect(codeOf(noted(calling), { used: 25_000 })).toBe('unchanged: few-calls');
    expect(codeOf(noted(busy), { used: 25_000 })).toBe('changed: grown');
    expect(codeOf(noted(busy), { used: 24_999 })).toBe('unchanged: no-growth');
  });

  it('[N2] counts the tool calls since the last note only', () => {
    const text =
      'user "Go"\ncall #1 read a\ncall #2 read b\n---\nresult #1 1 tokens\nresult #2 1 tokens\ncall #3 read c';
    expect(codeOf(noted(contextFromText(text)), { used: 25_000 })).toBe('changed: grown');
    expect(codeOf(noted(contextFromText(text), { last: 'm2' as MessageId }), { used: 25_000 })).toBe(
      'unchanged: few-calls',
    );
  });

  it('[N2] considers every record of the last response', () => {
    const [user, ...records] = contextFromText('user "Go"\ncall #1 read a\n---\nassistant "Reading."').messages;
    const sameCall = records.map((each) => ({
      ...each,
      message: { ...each.message, ...(records[0]?.message.callId && { callId: records[0].message.callId }) },
    }));
    const context = { messages: user === undefined ? sameCall : [user, ...sameCall], memory: emptyMemory };
    expect(codeOf(noted(context), { used: 25_000 })).toBe('unchanged: few-calls');
  });

  it('[N2] when it is requested, whatever the size', () => {
    expect(codeOf(noted(calling), { used: 100, trigger: 'manual' })).toBe('changed: forced');
  });

  it('[N2] never by a sub-agent', () => {
    expect(codeOf(answered, { isMainThread: false, trigger: 'manual' })).toBe('unchanged: forked');
  });

  it('[N2] measures growth from the smallest context since the last note', () => {
    const shrunk = extract(noted(calling, { contextTokens: 150_000 }), { used: 30_000 });
    expect(shrunk.asks).toEqual([]);
    expect(shrunk.outcome).toMatchObject({ type: 'changed', reason: { code: 'shrunk' }, changes: [] });
    if (shrunk.outcome.type !== 'changed') return;
    expect(shrunk.outcome.context.memory.note?.text).toContain('run the linter');
    const later = { ...shrunk.outcome.context, messages: answered.messages };
    expect(codeOf(later, { used: 34_999 })).toBe('unchanged: no-growth');
    expect(codeOf(later, { used: 35_000 })).toBe('changed: grown');
  });

  it('[N2] the turn waits for it, unless it is to be written beside the turn; by hand it always does', () => {
    const beside = { ...settings, when: 'beside' as const };
    const asked = (which: typeof beside | typeof settings, env: Partial<Env>) =>
      driven(noteExtraction.run(calling, which, environment(env)), [said]).asks[0]?.beside?.code;
    expect(asked(settings, { used: 10_000 })).toBeUndefined();
    expect(asked(beside, { used: 10_000 })).toBe('beside');
    expect(asked(beside, { used: 100, trigger: 'manual' })).toBeUndefined();
    expect(reasonText({ rule: 'N2', code: 'beside', values: {} }, noteExtraction.reasons)).toContain('goes on');
  });

  it('[N2] no other one while one is open, unless it is requested', () => {
    expect(codeOf(calling, { used: 10_000, hasOpenAsk: true })).toBe('unchanged: open');
    expect(codeOf(noted(answered), { used: 25_000, hasOpenAsk: true })).toBe('unchanged: open');
    expect(codeOf(calling, { used: 10_000, hasOpenAsk: true, trigger: 'manual' })).toBe('changed: forced');
  });

  it('reports from the stats that there is nothing to do', () => {
    const idle = (context: Context, used: number) =>
      noteExtraction.idle(contextStatsOf(context), settings, environment({ used }))?.code;
    expect(idle(answered, 9_999)).toBe('small');
    expect(idle(noted(answered), 24_999)).toBe('no-growth');
    expect(idle(noted(answered), 25_000)).toBeUndefined();
  });
});

describe('the updated note', () => {
  it('[N3] is requested with the whole context and the current note', () => {
    const { asks } = extract(noted(answered), { used: 25_000 });
    expect(asks).toHaveLength(1);
    expect(asks[0]).toMatchObject({ type: 'note', maxTokens: 12_000 });
    expect(asks[0]?.context.messages).toBe(answered.messages);
    expect(asks[0]?.note).toContain('run the linter');
    expect(asks[0]?.instruction).toBe(noteInstruction(standardNotePrompt, asks[0]?.note ?? ''));
    expect(extract(answered, { used: 25_000 }).asks[0]?.note).toBe(emptyNote);
  });

  it("[N3] is requested with the policy's own prompt, and keeps its headings", () => {
    const env = { used: 25_000, notePrompt: 'Write one line.' };
    const reply: Reply = { type: 'text', text: 'One line.', tokens: 3 };
    const { asks, outcome } = extract(noted(answered), env, reply);
    expect(asks[0]?.instruction).toBe(noteInstruction('Write one line.', asks[0]?.note ?? ''));
    expect(noteOfInstruction(asks[0]?.instruction ?? '')).toBe(asks[0]?.note);
    const { note } = outcome.type === 'changed' ? outcome.context.memory : {};
    expect(note?.text).toBe(noteFromReply('One line.', asks[0]?.note ?? ''));
  });

  it('[N3] keeps the form of the template, and the sections that the reply omits', () => {
    const note = noteOf(noted(answered), { used: 25_000 });
    expect(note?.text).toBe(noteFromReply('# Learnings\nrun the linter\n# Worklog\nread the files', emptyNote));
    expect(note?.tokens).toBe(roughText(note?.text ?? ''));
  });

  it('[N4] moves the cursor to the last message only if the last response made no tool call', () => {
    expect(noteOf(answered, { used: 25_000 })).toMatchObject({ cursor: 'm3', last: 'm3', contextTokens: 25_000 });
    expect(noteOf(calling, { used: 25_000 })).not.toHaveProperty('cursor');
    expect(noteOf(noted(busy, { cursor: 'm0' as MessageId }), { used: 25_000 })).toMatchObject({
      cursor: 'm0',
      last: 'm1',
    });
  });

  it('has the assumed length if the reply is assumed', () => {
    expect(noteOf(answered, { used: 25_000 }, assumed)?.tokens).toBe(4_000);
    expect(noteOf(answered, { used: 25_000 }, { ...assumed, tokens: 50_000 })?.tokens).toBe(12_000);
  });

  it('[N1] has sections of more than 2,000 tokens truncated', () => {
    const note = noteOf(answered, { used: 25_000 }, { type: 'text', text: 'word '.repeat(9_000), tokens: 9_000 });
    expect(note?.tokens).toBeLessThan(2_400);
    expect(note?.text).toContain('[Cut here to keep the section within 2000 tokens.]');
  });

  it.each<[string, Reply]>([
    ['failed: no-note', { type: 'text', text: '', tokens: 0 }],
    [
      'failed: emptied',
      { type: 'text', text: emptyNote.replace(/^# Learnings/m, '# Learnings\n\n# Learnings'), tokens: 300 },
    ],
    ['failed: api-error', { type: 'error', what: 'overloaded' }],
    ['failed: aborted', { type: 'aborted' }],
    ['failed: too-long', { type: 'too-long' }],
  ])('[N3] stays as it was: %s', (code, reply) => {
    expect(codeOf(noted(answered), { used: 25_000 }, reply)).toBe(code);
  });
});

it('[L4] [L8] changes no messages, and has nothing to do right after itself', () => {
  fc.assert(
    fc.property(arbitraryRecording, fc.nat(60_000), fc.boolean(), ({ messages }, used, hasNote) => {
      const plain = {
        messages: recordedContext(messages, roughPart),
        memory: emptyMemory,
      };
      const context = hasNote ? noted(plain) : plain;
      const before = JSON.stringify(context);
      const { outcome } = extract(context, { used });
      expect(JSON.stringify(context)).toBe(before);
      expect(extract(context, { used }).outcome).toEqual(outcome);
      if (outcome.type !== 'changed') return;
      expect(outcome.context.messages).toBe(context.messages);
      expect(outcome.changes).toEqual([]);
      expect(extract(outcome.context, { used }).outcome.type).toBe('unchanged');
    }),
    { numRuns: 200 },
  );
});
