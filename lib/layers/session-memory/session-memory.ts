import { cutNote, type NoteLimits, noteLimits } from '../note/cut-note';
import { emptyNote } from '../note/note-template';
import { type RestoredFilesSettings, restoredFiles, restoredFilesSettings } from '../put-back/restored-files';
import { restoredNotices } from '../put-back/restored-notices';
import { restoredPlan } from '../put-back/restored-plan';
import { hooksAt } from '../shape/compaction-hooks';
import type { Context, ContextMessage } from '../shape/context';
import type { ContextStats, Env, Layer, Outcome } from '../shape/layer';
import { madeMessage } from '../shape/made-message';
import type { SessionNote } from '../shape/memory';
import type { Reason } from '../shape/reason';
import { withoutAsking } from '../shape/without-asking';
import { compactionResult } from '../summary/compaction-result';
import { type KeptTailSettings, keptTailSettings, keptTailStart } from '../summary/kept-tail';
import { withoutPinned } from '../summary/summary-span';

export interface SessionMemorySettings extends KeptTailSettings, NoteLimits, RestoredFilesSettings {}

/**
 * Replaces the messages that the session note covers with the note. No model is called.
 *
 *   user   fix the tests                       user   the note
 *   reply  call read a.ts                      reply  both are fixed
 *   tool   a.ts, 9,000 tokens       ──▶        user   now the docs
 *   reply  both are fixed         ◀ cursor     user   a.ts, cut to 5,000 tokens
 *   user   now the docs                        user   the plan, and the instructions of the project
 *
 * What follows the cursor is not in the note, so it stays, with enough messages before it to make a conversation.
 */
export const sessionMemory: Layer<SessionMemorySettings> = {
  title: 'Session memory',
  explains: 'Replaces the messages that the session note covers with the note; the latest messages stay.',
  mark: {
    kind: 'memory',
    title: 'Session memory',
    gravity: 70,
    look: { shape: 'M-3-5.5H3L6 0 3 5.5H-3L-6 0Z', color: 'var(--event-memory)' },
  },
  agent: { startsWith: 'asession_memory', isFor: 'session-memory' },
  needs: [{ layer: 'note-extraction', because: 'It compacts with the session note, which only that layer writes.' }],
  settings: { ...keptTailSettings, ...noteLimits, ...restoredFilesSettings },
  reasons: {
    compacted: 'replaced {messages} messages with the note ({note} tokens), kept {kept}: {before} → {after} tokens',
    'hook-blocked': 'blocked by a hook: {why}',
    partial: 'partial compaction needs its own summary',
    focus: 'compaction with a focus needs its own summary',
    'no-note': 'no note yet',
    'empty-note': 'the note is still empty',
    'no-cursor': 'the note’s cursor is unknown',
    'cursor-gone': 'the note’s cursor message is not in the context',
    'above-threshold': 'the result ({after} tokens) would still be ≥ {threshold}',
    inflated: 'the result ({after} tokens) is not smaller than before ({before})',
  },
  turn: 'gate',
  idle,
  ...withoutAsking(compact),
};

/** [N5] Whether it is turned off is up to the policy. */
function idle({ memory }: Pick<ContextStats, 'memory'>, _: SessionMemorySettings, env: Env): Reason | undefined {
  const { note } = memory;
  const { focus, partial } = env;
  const hooks = hooksAt(env);
  if (hooks?.blocks !== undefined) return { rule: 'F1', code: 'hook-blocked', values: { why: hooks.blocks } };
  if (partial !== undefined) return { rule: 'F8', code: 'partial', values: {} };
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
  const span = withoutPinned([], messages.slice(0, start), messages.slice(start), env.pinned);
  const summary = noteMessage(note, settings, env);
  const restored = restoredMessages(messages, span.kept, settings, env);
  const { before, after, ...outcome } = compactionResult(context, span, { summary: [summary], restored }, env);
  if (after >= before) return { type: 'unchanged', reason: n5('inflated', { before, after }) };
  const used = env.systemTokens + after;
  if (used >= env.threshold) {
    return { type: 'unchanged', reason: n5('above-threshold', { after: used, threshold: env.threshold }) };
  }
  const values = { messages: span.gone.length, note: summary.tokens, kept: span.kept.length, before, after };
  return { type: 'changed', ...outcome, reason: { rule: 'N6', code: 'compacted', values } };
}

/** [N7] Without the skills: those used before the kept messages are gone. */
function restoredMessages(
  messages: readonly ContextMessage[],
  kept: readonly ContextMessage[],
  settings: SessionMemorySettings,
  env: Env,
): ContextMessage[] {
  return [
    ...restoredFiles(messages, kept, settings, env),
    ...restoredPlan(messages, kept, env),
    ...restoredNotices(['instructions'], messages, kept, env),
  ];
}

const PREFACE = 'The conversation so far was compacted. This is the note kept along the way:';

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

function n5(code: string, values: Reason['values']): Reason {
  return { rule: 'N5', code, values };
}
