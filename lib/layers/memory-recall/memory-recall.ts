import { assertNever } from '../../base/assert-never';
import { candidatesFor, recall, startOfRecall } from '../../memory/recall/recall-session';
import type { SelectionAsk } from '../../memory/recall/selection';
import { readSelectorAnswer, SELECTOR_MAX_TOKENS, selectorText } from '../../memory/recall/selector-request';
import { isReminder } from '../../transcript/reminder';
import type { Message } from '../../transcript/transcript';
import { type Context, type ContextMessage, partRefs, tokensOf } from '../shape/context';
import type { AnyAsk, Env, Layer, Outcome, Reply } from '../shape/layer';
import { madeMessage } from '../shape/made-message';
import type { MemoryEvent, ProjectMemory, SessionEvent, ShownMemory } from '../shape/project-memory';
import type { Reason } from '../shape/reason';

export interface MemoryRecallSettings {
  readonly mostMemories: number;
  readonly candidates: number;
  readonly linesOfMemory: number;
  readonly bytesOfMemory: number;
  readonly bytesOfSession: number;
  readonly waitMs: number;
}

/**
 * Shows memories that are about a prompt.
 *
 *   user   fix the date parser            user   fix the date parser
 *                               ──▶       user   [memory feedback-dates.md, saved 3 days ago]
 */
export const memoryRecall: Layer<MemoryRecallSettings> = {
  title: 'Recall',
  explains: 'At each prompt, a smaller model chooses memories of the project that are about it, and they are attached.',
  mark: {
    kind: 'memory-recalled',
    title: 'Memory recalled',
    gravity: 5,
    look: { shape: 'M0-6L5 0H2V6H-2V0H-5Z', color: 'var(--text-muted)' },
  },
  settings: {
    mostMemories: {
      type: 'number',
      title: 'Memories per prompt',
      explains: 'At most this many memories are chosen for one prompt.',
      rule: 'R2',
      isMain: true,
      unit: 'files',
      min: 1,
      max: 50,
      step: 1,
      default: 5,
    },
    candidates: {
      type: 'number',
      title: 'Candidates',
      explains: 'Only the latest memories are offered to the selection.',
      rule: 'R1',
      unit: 'files',
      min: 10,
      max: 2_000,
      step: 10,
      default: 200,
    },
    linesOfMemory: {
      type: 'number',
      title: 'Lines of a memory',
      explains: 'A longer memory is cut after this many lines.',
      rule: 'R3',
      unit: 'lines',
      min: 10,
      max: 2_000,
      step: 10,
      default: 200,
    },
    bytesOfMemory: {
      type: 'number',
      title: 'Bytes of a memory',
      explains: 'A longer memory is cut after this many bytes, after the limit of lines.',
      rule: 'R3',
      unit: 'bytes',
      min: 256,
      max: 262_144,
      step: 256,
      default: 4_096,
    },
    bytesOfSession: {
      type: 'number',
      title: 'Bytes of a session',
      explains: 'Recalled memories add at most this much to a session; a compaction starts the count again.',
      rule: 'R3',
      isMain: true,
      unit: 'bytes',
      min: 0,
      max: 1_048_576,
      step: 1_024,
      default: 61_440,
    },
    waitMs: {
      type: 'number',
      title: 'Wait for the selection',
      explains:
        'How long the first call of a turn is delayed for the selection. If it takes longer, the memories follow with the next results.',
      rule: 'R1',
      unit: 'milliseconds',
      min: 0,
      max: 60_000,
      step: 100,
      default: 0,
    },
  },
  recalling: ({ mostMemories, candidates, linesOfMemory, bytesOfMemory, bytesOfSession, waitMs }) => ({
    mostMemories,
    candidates,
    budget: { linesOfFile: linesOfMemory, bytesOfFile: bytesOfMemory, bytesOfSession },
    waitMs,
  }),
  reasons: {
    'kept-elsewhere': 'the agent of this recording keeps its memory itself',
    empty: 'there are no memories yet',
    gone: 'the prompt was summarised before it was sent',
    copied: 'an earlier session has this prompt',
    'all-shown': 'every memory was shown already',
    'none-chosen': 'none of {candidates} memories is clearly about the prompt',
    'no-room': 'what was chosen does not fit: {left} bytes left',
    recalled: 'recalled {count} of {candidates} memories, {bytes} bytes',
    failed: 'the selection failed: {what}',
  },
  turn: 'prompt',
  budgetBytes: ({ bytesOfSession }) => bytesOfSession,
  follow,
  idle: ({ memory: { project } }, _, { prompt }) => {
    if (project === undefined) return r1('kept-elsewhere');
    if (project.copied.has(prompt?.recordedAt?.at ?? -1)) return r1('copied');
    return project.folder.files.size === 0 ? r1('empty') : undefined;
  },
  run,
};

/** [R3] The budget starts again with a compaction. What stands behind a withdrawn prompt is withdrawn with it. */
function follow(before: ProjectMemory, event: SessionEvent): ProjectMemory {
  switch (event.type) {
    case 'begun':
    case 'compacted':
      return { ...before, recall: startOfRecall, shown: [] };
    case 'rewound': {
      const shown = before.shown.filter(({ prompt }) => !event.dropped.has(prompt));
      const bytes = shown.reduce((sum, each) => sum + each.bytes, 0);
      return { ...before, shown, recall: { shown: new Set(shown.map(({ file }) => file)), bytes } };
    }
    case 'ended':
      return before;
    default:
      return assertNever(event);
  }
}

function* run(context: Context, settings: MemoryRecallSettings, env: Env): Generator<AnyAsk, Outcome, Reply> {
  const { messages, memory } = context;
  const { project } = memory;
  const { prompt, call, counter } = env;
  if (project === undefined || prompt === undefined) return { type: 'unchanged', reason: r1('kept-elsewhere') };
  const at = messages.findLastIndex(({ message }) => message.id === prompt.message.id) + 1;
  if (at === 0) return { type: 'unchanged', reason: r1('gone') };
  const { folder, recall: before } = project;
  const candidates = candidatesFor(before, folder, settings.candidates);
  if (candidates.length === 0) return { type: 'unchanged', reason: { rule: 'R2', code: 'all-shown', values: {} } };
  const selection: SelectionAsk = {
    prompt: promptText(prompt.message),
    candidates,
    tools: toolsLately(messages),
    most: settings.mostMemories,
  };
  const reply = yield {
    type: 'recall',
    context: { messages: [] },
    instruction: selectorText(selection),
    sharesCache: false,
    maxTokens: SELECTOR_MAX_TOKENS,
    selection,
  };
  if (reply.type !== 'text') {
    const what = reply.type === 'error' ? reply.what : reply.type;
    return { type: 'unchanged', reason: { rule: 'R2', code: 'failed', values: { what } } };
  }
  const chosen = reply.chosen ?? readSelectorAnswer(reply.text, selection).files.map((file) => ({ file, words: [] }));
  const place = prompt.recordedAt?.at ?? -1;
  const nowMs = Math.max(project.nowMs, prompt.message.timeMs ?? env.nowMs ?? 0);
  const budget = {
    linesOfFile: settings.linesOfMemory,
    bytesOfFile: settings.bytesOfMemory,
    bytesOfSession: settings.bytesOfSession,
  };
  const names = chosen.map(({ file }) => file);
  const { session, recalled, leftOut } = recall(before, folder, names, nowMs, budget);
  const made = recalled.map(({ file, text }, index) => {
    const { message, ...rest } = madeMessage(
      `made-${call}-recalled-${place}-${index}`,
      'injected',
      [{ kind: 'text', text }],
      counter,
    );
    return { ...rest, message: { ...message, origin: { kind: 'memories', name: file } as const } };
  });
  const shown = recalled.flatMap(({ file, bytes }, index): ShownMemory[] => {
    const holder = made[index];
    if (holder === undefined) return [];
    return [{ file, message: holder.message.id, prompt: place, bytes, tokens: holder.tokens }];
  });
  const now: ProjectMemory = { ...project, nowMs, recall: session, shown: [...project.shown, ...shown] };
  const bytesLeft = settings.bytesOfSession - session.bytes;
  const event: MemoryEvent = {
    type: 'recalled',
    prompt: place,
    candidates: candidates.map(({ file }) => file),
    chosen,
    recalled,
    leftOut,
    bytesLeft,
    tokens: tokensOf(made),
  };
  const values = { candidates: candidates.length, count: made.length, bytes: session.bytes - before.bytes };
  const code = made.length > 0 ? 'recalled' : chosen.length > 0 ? 'no-room' : 'none-chosen';
  return {
    type: 'changed',
    context: {
      messages: made.length === 0 ? messages : [...messages.slice(0, at), ...made, ...messages.slice(at)],
      memory: { ...memory, project: now },
    },
    changes: made.length === 0 ? [] : [{ fate: 'injected', parts: partRefs(made), tokens: -tokensOf(made) }],
    reason: { rule: code === 'no-room' ? 'R3' : 'R2', code, values: { ...values, left: bytesLeft } },
    happened: [event],
  };
}

function promptText({ parts }: Message): string {
  return parts.flatMap((part) => (part.kind === 'text' && !isReminder(part.text) ? [part.text] : [])).join('\n');
}

const TOOLS_LATELY = 10;
/** Older ones say nothing about the work at hand. */
const LOOKED_BACK = 100;

function toolsLately(messages: readonly ContextMessage[]): readonly string[] {
  const names: string[] = [];
  const end = Math.max(0, messages.length - LOOKED_BACK);
  for (let place = messages.length - 1; place >= end && names.length < TOOLS_LATELY; place--) {
    const { message, shape } = messages[place] ?? {};
    if (message === undefined || shape?.calls === 0) continue;
    for (const part of message.parts) if (part.kind === 'tool-call') names.push(part.name);
  }
  return names.slice(0, TOOLS_LATELY);
}

function r1(code: string): Reason {
  return { rule: 'R1', code, values: {} };
}
