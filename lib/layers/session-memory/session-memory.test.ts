import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roughPart, roughText } from '../../tokens/rough';
import { arbitraryRecording } from '../../transcript/arbitrary-recording.test-support';
import type { MessageId, Part, ToolCallId } from '../../transcript/transcript';
import { emptyNote, noteFromReply } from '../note/note-template';
import { tiesOf } from '../rounds/ties';
import { type Context, type ContextMessage, partRefs, tokensOf } from '../shape/context';
import {
  contextAsText,
  contextFromText,
  contextStatsOf,
  driven,
  environment,
  expectOutcome,
  inOneResponse,
} from '../shape/context-text.test-support';
import type { Env } from '../shape/layer';
import { recordedContext } from '../shape/made-message';
import { type Collapse, emptyMemory, type SessionNote } from '../shape/memory';
import { reasonText } from '../shape/reason';
import { defaultsOf } from '../shape/setting';
import { type SessionMemorySettings, sessionMemory } from './session-memory';

const small: Partial<SessionMemorySettings> = { restoredFiles: 0 };

function noted(context: Context, cursor: string | undefined, note: Partial<SessionNote> = {}): Context {
  const known: SessionNote = {
    text: noteFromReply('# Worklog\nread the files', emptyNote),
    tokens: 400,
    contextTokens: 150_000,
    last: 'm0' as MessageId,
    ...(cursor === undefined ? {} : { cursor: cursor as MessageId }),
    ...note,
  };
  return { ...context, memory: { ...emptyMemory, note: known } };
}

function compact(context: Context, settings: Partial<SessionMemorySettings> = small, env: Partial<Env> = {}) {
  const all = { ...defaultsOf(sessionMemory.settings), ...settings };
  return driven(sessionMemory.run(context, all, environment(env)), []).outcome;
}

function changed(...given: Parameters<typeof compact>) {
  return expectOutcome(compact(...given), 'changed');
}

function declined(...given: Parameters<typeof compact>): string {
  const outcome = expectOutcome(compact(...given), 'unchanged');
  expect(reasonText(outcome.reason, sessionMemory.reasons)).not.toContain('{');
  return `${outcome.reason.rule} ${outcome.reason.code}`;
}

/** The ids of what is kept, without the summary and what was put back. */
function kept(...given: Parameters<typeof compact>): string {
  const { messages } = changed(...given).context;
  return messages.flatMap(({ message, origin }) => (origin === 'recorded' ? [message.id] : [])).join(' ');
}

/** m0, m1, … of one line each, in turns from the user and from the model. */
function talk(sizes: readonly number[]): Context {
  return contextFromText(
    sizes.map((size, index) => `${index % 2 ? 'assistant' : 'user'} ${size} tokens\n---`).join('\n'),
  );
}

const idOf = (id: string) => id as MessageId;
const long = talk(Array<number>(20).fill(3_000));
const preface = roughText('The conversation so far was compacted. This is the note kept along the way:');

describe('compaction with the note', () => {
  it('[N7] puts the note before the kept messages, without a request', () => {
    const { context, summaryTokens } = changed(noted(talk([90_000, 9_000, 3_000, 3_000, 3_000, 3_000]), 'm5'));
    expect(contextAsText(context)).toEqual([
      `summary (${400 + preface})`,
      'reply (9000)',
      'prompt (3000)',
      'reply (3000)',
      'prompt (3000)',
      'reply (3000)',
    ]);
    expect(summaryTokens).toBeUndefined();
    const [part] = context.messages[0]?.message.parts ?? [];
    expect(part).toMatchObject({ text: expect.stringContaining('# Worklog') });
  });

  it('[N7] truncates the note to its limits', () => {
    const text = noteFromReply(`# Worklog\n${'One more step was taken.\n'.repeat(900)}`, emptyNote);
    const { context } = changed(noted(long, 'm19', { text, tokens: roughText(text) }));
    expect(context.messages[0]?.tokens).toBeLessThan(2_400 + preface);
    expect(JSON.stringify(context.messages[0])).toContain('[Cut here to keep the section within 2000 tokens.]');
    const assumed = changed(noted(long, 'm19', { tokens: 4_000 }), { ...small, noteTokens: 1_000 });
    expect(assumed.context.messages[0]?.tokens).toBe(1_000 + preface);
  });

  it('[N7] restores the plan and the files, except those in the kept messages', () => {
    const context = contextFromText(`
      user "Plan it"
      call #1 ExitPlanMode {"plan": "First this, then that"}
      ---
      result #1 "approved"
      call #2 read a.ts
      ---
      result #2 20000 tokens
      call #3 read b.ts
      ---
      result #3 11000 tokens
      assistant "Both are read."
      user "1"
      assistant "2"
      user "3"
      assistant "4"
    `);
    const { messages } = changed(noted(context, 'm11'), {}).context;
    expect(messages.map(({ message }) => message.id)).toEqual([
      'made-7-summary',
      ...['m5', 'm6', 'm7', 'm8', 'm9', 'm10', 'm11'],
      'made-7-file-1',
      'made-7-plan',
    ]);
    expect(messages.at(-1)?.message.parts).toEqual([{ kind: 'text', text: 'The plan:\nFirst this, then that' }]);
    expect(messages.at(-2)?.tokens).toBe(5_000);

    const later = noted({ ...context, messages: [...messages, ...talk([9_000, 9_000, 9]).messages] }, 'm2');
    const again = changed(later, { ...small, keptTokens: 0, keptMessages: 0 }, { call: 9 }).context.messages;
    expect(again.map(({ message }) => message.id)).toEqual(['made-9-summary', 'made-9-plan']);
  });

  it('[N7] restores instructions, but no skills: the changes report that their text is gone', () => {
    const context = contextFromText(`
      injected "# AGENTS.md instructions for /work"
      user "Review it"
      call #1 Skill {"skill": "review"}
      ---
      result #1 "Launching"
      ---
      injected "# review"
      ---
      injected "ToolA\\nToolB"
      assistant 20000 tokens
      user "1"
    `);
    const least = { ...small, keptTokens: 0, keptMessages: 0 };
    const { messages } = changed(noted(context, 'm6'), least).context;
    expect(messages.map(({ message }) => message.id)).toEqual(['made-7-summary', 'm7', 'made-7-instructions']);
    const { changes } = changed(noted(context, 'm6'), least);
    expect(changes[0]).toMatchObject({
      fate: 'summarised',
      parts: expect.arrayContaining([{ message: 'm4', part: 0 }]),
    });
  });

  it('[F6] puts hook output last', () => {
    const { context } = changed(noted(long, 'm19'), small, { hooks: { results: ['Formatted.'] } });
    expect(context.messages.at(-1)?.message.parts).toEqual([{ kind: 'text', text: 'Formatted.' }]);
  });

  it('[F7] records what left, what was kept and where, and the tools called', () => {
    const context = contextFromText(`
      user 90000 tokens
      call #1 grep x
      ---
      result #1 100 tokens
      assistant 40000 tokens
    `);
    expect(changed(noted(context, 'm2'), small, { trigger: 'manual' }).boundary).toEqual({
      trigger: 'manual',
      tokensBefore: 150_105,
      tokensAfter: 20_000 + 40_000 + 400 + preface,
      lastSummarised: 'm2',
      tools: [],
      kept: { head: 'm3', anchor: 'made-7-summary', tail: 'm3' },
    });
  });

  it('[G3] [C4] forgets the cursor and the collapsed spans', () => {
    const given = noted(long, 'm19');
    const span: Collapse = { first: idOf('m1'), last: idOf('m2'), summary: idOf('m3'), state: 'committed' };
    const memory = { ...given.memory, collapses: [span] };
    const { context } = changed({ ...given, memory });
    expect(context.memory.collapses).toEqual([]);
    expect(context.memory.note).not.toHaveProperty('cursor');
    expect(context.memory.note?.text).toContain('read the files');
  });
});

describe('[N5] declines', () => {
  it.each<[string, string, Context, Partial<Env>]>([
    ['there is no note', 'N5 no-note', long, {}],
    ['the note is still empty', 'N5 empty-note', noted(long, 'm19', { text: emptyNote }), {}],
    ['it has no cursor', 'N5 no-cursor', noted(long, undefined), {}],
    ['the message at the cursor is not in the context', 'N5 cursor-gone', noted(long, 'm99'), {}],
    ['the result would be at the threshold', 'N5 above-threshold', noted(long, 'm19'), { threshold: 32_400 + preface }],
    ['the result would not be smaller', 'N5 inflated', noted(long, 'm0', { tokens: 3_000 }), {}],
    ['[F1] blocked by a hook', 'F1 hook-blocked', noted(long, 'm19'), { hooks: { blocks: 'not now' } }],
    [
      '[F8] only a part should be compacted',
      'F8 partial',
      noted(long, 'm19'),
      { partial: { direction: 'from', pivot: idOf('m3') } },
    ],
    ['[F9] the user gave a focus', 'F9 focus', noted(long, 'm19'), { focus: 'the tests' }],
  ])('if %s', (_, code, context, env) => {
    expect(declined(context, small, env)).toBe(code);
  });

  it('not below the threshold', () => {
    // 20,000 of the system, the note, and four messages of 3,000.
    const env = { threshold: 32_401 + preface };
    expect(changed(noted(long, 'm19'), { ...small, keptMessages: 4 }, env).context.messages).toHaveLength(5);
    expect(declined(noted(long, 'm19'), { ...small, keptMessages: 4 }, { threshold: 32_400 + preface })).toBe(
      'N5 above-threshold',
    );
  });

  it('reports from the stats that there is no note to use', () => {
    const idle = (context: Context) =>
      sessionMemory.idle(contextStatsOf(context), defaultsOf(sessionMemory.settings), environment())?.code;
    expect([idle(long), idle(noted(long, undefined)), idle(noted(long, 'm99'))]).toEqual([
      'no-note',
      'no-cursor',
      undefined,
    ]);
  });
});

describe('[N6] the kept tail', () => {
  it('is what follows the cursor, extended back to 10,000 tokens and 5 messages with text', () => {
    expect(kept(noted(long, 'm19'))).toBe('m15 m16 m17 m18 m19');
    expect(kept(noted(long, 'm12'))).toBe('m13 m14 m15 m16 m17 m18 m19');
    const short = talk([90_000, ...Array<number>(19).fill(1_000)]);
    expect(kept(noted(short, 'm19'))).toBe('m10 m11 m12 m13 m14 m15 m16 m17 m18 m19');
  });

  it('does not count messages without text', () => {
    const lines = Array.from({ length: 9 }, (_, i) => `call #${i} grep x\n---\nresult #${i} 3000 tokens`);
    const context = contextFromText(`user 90000 tokens\nassistant "1"\nuser "2"\n${lines.join('\n')}\nassistant "3"`);
    // Three messages with text, and the first two of them lie behind 27,000 tokens of results.
    expect(kept(noted(context, 'm21'), { ...small, keptMessages: 3 })).toMatch(/^m1 m2 m3 /);
    expect(kept(noted(context, 'm21'), { ...small, keptMessages: 1 })).toMatch(/^m13 m14 /);
  });

  it('stops at 40,000', () => {
    const heavy = talk([90_000, 25_000, 25_000, 25_000]);
    expect(kept(noted(heavy, 'm3'))).toBe('m2 m3');
    expect(kept(noted(talk([90_000, 9_000, 39_999]), 'm2'))).toBe('m1 m2');
    expect(kept(noted(talk([90_000, 9_000, 40_000]), 'm2'))).toBe('m2');
  });

  it('stops at the previous boundary', () => {
    const context = contextFromText('user 90000 tokens\nassistant "old"\nsummary 900 tokens\nassistant "1"\nuser "2"');
    expect(kept(noted(context, 'm4'))).toBe('m3 m4');
  });

  it('extends to the call of every kept result', () => {
    const context = contextFromText(`
      user 90000 tokens
      call #1 read a.ts
      call #2 read b.ts
      ---
      result #1 100 tokens
      ---
      result #2 50000 tokens
    `);
    expect(kept(noted(context, 'm3'))).toBe('m1 m2 m3');
  });

  it('extends to the first record of a kept response', () => {
    const context = talk([90_000, 100, 100, 45_000]);
    const messages = inOneResponse(context.messages, 1, 3);
    expect(kept(noted({ ...context, messages }, 'm3'))).toBe('m1 m2 m3');
  });

  it('[L3] includes pinned messages in their place, with their results', () => {
    const context = contextFromText(`
      user 90000 tokens
      call #1 read a.ts
      ---
      result #1 100 tokens
      user 9000 tokens
      assistant 50000 tokens
    `);
    expect(kept(noted(context, 'm4'), small, { pinned: new Set(['m1' as MessageId]) })).toBe('m1 m2 m4');
  });
});

function partners(messages: readonly ContextMessage[], kind: Part['kind']): Set<ToolCallId> {
  return new Set(
    messages.flatMap(({ message }) =>
      message.parts.flatMap((part) => {
        if (part.kind !== kind) return [];
        return part.kind === 'tool-call' ? [part.id] : part.kind === 'tool-result' ? [part.callId] : [];
      }),
    ),
  );
}

it('[L1] [L3] [L4] [L5] [L6] [L7] [L8] hold on any recording, cursor, pins and settings', () => {
  let compacted = 0;
  fc.assert(
    fc.property(
      arbitraryRecording,
      fc.nat(99),
      fc.array(fc.nat(99), { maxLength: 2 }),
      fc.record({ keptTokens: fc.nat(9_000), keptMessages: fc.nat(5), mostKeptTokens: fc.nat(20_000) }),
      ({ messages }, cursor, pins, settings) => {
        const all = recordedContext(messages, roughPart);
        const given = noted({ messages: all, memory: emptyMemory }, all[cursor % Math.max(1, all.length)]?.message.id);
        const idAt = (place: number) => all[place % Math.max(1, all.length)]?.message.id;
        const pinned = new Set(pins.flatMap((place) => idAt(place) ?? []));
        const before = JSON.stringify(given);
        const outcome = compact(given, settings, { pinned });
        expect(JSON.stringify(given)).toBe(before);
        expect(compact(given, settings, { pinned })).toEqual(outcome);
        if (outcome.type !== 'changed') return;
        compacted += 1;
        const { context, changes } = outcome;
        const result = context.messages;

        const after = tokensOf(result);
        expect(after).toBeLessThan(tokensOf(all));
        expect(tokensOf(all) - changes.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(after);

        const stayed = new Set(result);
        const gone = all.filter((each) => !stayed.has(each));
        expect(changes[0]?.parts).toEqual(partRefs(gone));
        expect(result.filter(({ origin }) => origin === 'recorded')).toEqual(all.filter((each) => stayed.has(each)));
        expect(gone.some(({ message }) => pinned.has(message.id))).toBe(false);
        // What belongs together went or stayed together.
        const tiesLeft = new Set(gone.flatMap(tiesOf));
        const keptTies = all.filter((each) => stayed.has(each)).flatMap(tiesOf);
        expect(keptTies.filter((tie) => tiesLeft.has(tie))).toEqual([]);
        const calls = partners(result, 'tool-call');
        for (const id of partners(result, 'tool-result'))
          expect(calls.has(id)).toBe(partners(all, 'tool-call').has(id));
        expect(result[0]?.message).toMatchObject({ role: 'user', kind: 'summary' });

        expect(compact(context, settings, { pinned }).type).toBe('unchanged');
      },
    ),
    { numRuns: 300 },
  );
  expect(compacted).toBeGreaterThan(50);
});
