import { type Context, type ContextMessage, partRefs, tokensOf } from './context';
import { cutNote, type NoteLimits, noteLimits } from './cut-note';
import { type KeptTailSettings, keptTailSettings, keptTailStart, withTied } from './kept-tail';
import type { Env, Glance, Layer, Outcome } from './layer';
import { madeMessage } from './made-message';
import type { Memory, SessionNote } from './memory';
import { emptyNote } from './note-template';
import type { Reason } from './reason';
import { type RestoredFilesSettings, restoredFiles, restoredFilesSettings } from './restored-files';
import { restoredPlan } from './restored-plan';
import { withoutAsking } from './without-asking';

export interface SessionMemorySettings extends KeptTailSettings, NoteLimits, RestoredFilesSettings {}

/**
 * Puts the note that was kept all along in the place of the messages it takes in. No model is called.
 *
 *   user   fix the tests                       user   the note
 *   reply  call read a.ts                      reply  both are fixed
 *   tool   a.ts, 9,000 tokens       ──▶        user   now the docs
 *   reply  both are fixed         ◀ cursor     user   a.ts, cut to 5,000 tokens
 *   user   now the docs
 *
 * What comes after the cursor is not in the note, so it stays, and as much before it as makes a conversation.
 */
export const sessionMemory: Layer<SessionMemorySettings> = {
  id: 'session-memory',
  title: 'Session memory',
  explains: 'The note of the session takes the place of what it tells; the newest messages stay.',
  settings: { ...keptTailSettings, ...noteLimits, ...restoredFilesSettings },
  reasons: {
    compacted: '{messages} messages gave way to the note of {note} tokens, {kept} stay: {before} tokens became {after}',
    focus: 'a compaction with a focus needs a summary of its own',
    'no-note': 'there is no note yet',
    'empty-note': 'the note is the empty template',
    'no-cursor': 'it is not known up to where the note tells',
    'cursor-gone': 'the message up to which the note tells is not in the context',
    'above-threshold': 'the result, {after} tokens, would still be ≥ {threshold}',
    inflated: 'the result, {after} tokens, is not smaller than the {before} before',
  },
  turn: 'gate',
  idle,
  run: withoutAsking(compact),
};

/** [N5] Being switched off is the policy's to say. */
function idle({ memory }: Pick<Glance, 'memory'>, _: SessionMemorySettings, { focus }: Env): Reason | undefined {
  const note = memory.note;
  if (focus !== undefined && focus.trim() !== '') return { rule: 'F9', code: 'focus', values: {} };
  if (note === undefined) return n5('no-note', {});
  if (note.text === emptyNote) return n5('empty-note', {});
  return note.cursor === undefined ? n5('no-cursor', {}) : undefined;
}

function compact(context: Context, settings: SessionMemorySettings, env: Env): Outcome {
  const { messages, memory } = context;
  const { note } = memory;
  const nothing = idle({ memory }, settings, env);
  if (nothing !== undefined) return { type: 'unchanged', reason: nothing };
  const cursor = messages.findLastIndex(({ message }) => message.id === note?.cursor);
  if (note === undefined || cursor === -1) return { type: 'unchanged', reason: n5('cursor-gone', {}) };

  const start = keptTailStart(messages, cursor + 1, settings);
  const kept = [...withTied(messages.slice(0, start), env.pinned), ...messages.slice(start)];
  const summary = noteMessage(note, settings, env);
  const restored = [...restoredPlan(messages, kept, env), ...restoredFiles(messages, kept, settings, env)];
  const result = [summary, ...kept, ...restored];
  const before = tokensOf(messages);
  const after = tokensOf(result);
  if (after >= before) return { type: 'unchanged', reason: n5('inflated', { before, after }) };
  const used = env.systemTokens + after;
  if (used >= env.threshold) {
    return { type: 'unchanged', reason: n5('above-threshold', { after: used, threshold: env.threshold }) };
  }
  const isKept = new Set(kept);
  const gone = messages.filter((each) => !isKept.has(each));
  return {
    type: 'changed',
    context: { messages: result, memory: afterCompaction(memory, note) },
    reason: {
      rule: 'N6',
      code: 'compacted',
      values: { messages: gone.length, note: summary.tokens, kept: kept.length, before, after },
    },
    changes: [
      { fate: 'summarised', parts: partRefs(gone), tokens: tokensOf(gone) },
      { fate: 'injected', parts: partRefs([summary]), tokens: -summary.tokens },
      ...(restored.length === 0
        ? []
        : [{ fate: 'restored' as const, parts: partRefs(restored), tokens: -tokensOf(restored) }]),
    ],
  };
}

const PREFACE = 'The conversation so far was compacted. This note was kept while it went on:';

/** [N7] */
function noteMessage(note: SessionNote, settings: SessionMemorySettings, { call, counter }: Env): ContextMessage {
  const text = cutNote(note.text, settings, counter);
  const count = (some: string) => counter.partTokens({ kind: 'text', text: some });
  const ofNote = text === note.text ? note.tokens : Math.min(note.tokens, count(text));
  const tokens = count(PREFACE) + Math.min(ofNote, settings.noteTokens);
  return madeMessage(`made-${call}-summary`, 'summary', [{ kind: 'text', text: `${PREFACE}\n\n${text}` }], {
    ...counter,
    partTokens: () => tokens,
  });
}

/** [G3] The cursor is forgotten, [C4] and so are the collapsed spans, which are gone. */
function afterCompaction(memory: Memory, { cursor: _, ...note }: SessionNote): Memory {
  return { ...memory, note, collapses: [] };
}

function n5(code: string, values: Reason['values']): Reason {
  return { rule: 'N5', code, values };
}
