import { assertNever } from '../../base/assert-never';
import { extractionText } from '../../memory/extraction/extraction-request';
import { instructionsIn } from '../../memory/extraction/instructions-in';
import { nextCursor } from '../../memory/extraction/message-cursor';
import { candidatesIn, manifestText } from '../../memory/recall/manifest';
import type { Context } from '../shape/context';
import type { AnyAsk, Env, Layer, Outcome, Reply } from '../shape/layer';
import type { MemoryEvent, ProjectMemory, SessionEvent } from '../shape/project-memory';
import type { Reason } from '../shape/reason';
import { openingOf } from './opening';
import { toldUpTo } from './told-messages';

export interface AutoMemorySettings {
  readonly everyTurns: number;
  readonly mostRequests: number;
  readonly indexLines: number;
  readonly indexBytes: number;
}

/**
 * Saves what later sessions should know, after a turn.
 *
 *   user   never commit without asking            the same messages
 *   reply  understood                   ──▶
 *                                                 and in the memory folder: feedback-commits.md
 *
 * The context stays unchanged: later sessions start with the index of the folder, and recall shows single memories.
 */
export const autoMemory: Layer<AutoMemorySettings> = {
  title: 'Auto memory',
  explains: 'After a turn, a background agent saves what later sessions of the project should know.',
  mark: {
    kind: 'memory-saved',
    title: 'Memory saved',
    gravity: 5,
    look: { shape: 'M-5-5H3L5-3V5H-5ZM-2-5V-1H2V-5Z', color: 'var(--text-muted)' },
  },
  settings: {
    everyTurns: {
      type: 'number',
      title: 'Every nth turn',
      explains: 'Turns between two extractions; 1 extracts after every turn.',
      rule: 'A9',
      isMain: true,
      unit: 'turns',
      min: 1,
      max: 100,
      step: 1,
      default: 1,
    },
    mostRequests: {
      type: 'number',
      title: 'Requests per extraction',
      explains: 'The background agent is stopped after this many requests.',
      rule: 'A10',
      unit: 'calls',
      min: 1,
      max: 20,
      step: 1,
      default: 5,
    },
    indexLines: {
      type: 'number',
      title: 'Lines of the index',
      explains: 'A session starts with at most this many lines of MEMORY.md.',
      rule: 'A4',
      unit: 'lines',
      min: 10,
      max: 2_000,
      step: 10,
      default: 200,
    },
    indexBytes: {
      type: 'number',
      title: 'Bytes of the index',
      explains: 'A session starts with at most this many bytes of MEMORY.md, after the limit of lines.',
      rule: 'A4',
      unit: 'bytes',
      min: 500,
      max: 250_000,
      step: 500,
      default: 25_000,
    },
  },
  extraction: ({ everyTurns, mostRequests, indexLines, indexBytes }) => ({
    everyTurns,
    mostRequests,
    index: { lines: indexLines, bytes: indexBytes },
  }),
  reasons: {
    'kept-elsewhere': 'the agent of this recording keeps its memory itself',
    'not-main': 'only the main agent’s turns are looked at',
    off: 'memory is turned off',
    running: 'the previous extraction is still running',
    'nothing-new': 'no new messages',
    'wrote-itself': 'the agent saved memories itself in this turn',
    throttled: 'only every {every}th turn is looked at',
    nothing: 'looked at {messages} messages: nothing to save',
    saved: 'looked at {messages} messages: saved {files} files',
    failed: 'the request failed: {what}',
  },
  turn: 'turn-end',
  budgetBytes: ({ indexBytes }) => indexBytes + RULES_BYTES,
  follow,
  idle: ({ memory }, _, { isMainThread }) =>
    memory.project === undefined ? a7('kept-elsewhere') : isMainThread ? undefined : a7('not-main'),
  run,
};

/** [A5] The rules without the path of the folder, that path, and the note of a cut index. */
const RULES_BYTES = 8_192;

function follow(
  before: ProjectMemory,
  event: SessionEvent,
  { indexLines, indexBytes }: AutoMemorySettings,
  { counter, transcript }: Pick<Env, 'counter' | 'transcript'>,
): ProjectMemory {
  const opened = (memory: ProjectMemory): ProjectMemory => ({
    ...memory,
    opening: openingOf(memory.folder, { lines: indexLines, bytes: indexBytes }, counter),
  });
  if (event.type === 'begun') return opened(before);
  const memory = toldUpTo(before, transcript, event.entered);
  switch (event.type) {
    case 'compacted': {
      const kept = new Set(event.kept.map(String));
      const left = memory.cursor.messages.filter((id) => kept.has(id));
      return opened({ ...memory, cursor: nextCursor(memory.cursor, { type: 'compacted', kept: left }) });
    }
    case 'rewound': {
      const ids = [...event.dropped].map(String);
      return { ...memory, cursor: nextCursor(memory.cursor, { type: 'undone', ids }) };
    }
    case 'ended':
      return memory;
    default:
      return assertNever(event);
  }
}

function* run(context: Context, settings: AutoMemorySettings, env: Env): Generator<AnyAsk, Outcome, Reply> {
  const { messages, memory } = context;
  const { project } = memory;
  if (project === undefined) return { type: 'unchanged', reason: a7('kept-elsewhere') };
  const last = messages.findLast(({ recordedAt }) => recordedAt !== undefined)?.recordedAt?.at ?? -1;
  const told = toldUpTo(project, env.transcript, last + 1);
  const written = told.writes.map((write): MemoryEvent => ({ type: 'saved-by-agent', ...write }));
  const remembered = (now: ProjectMemory, reason: Reason, happened: readonly MemoryEvent[] = []): Outcome => ({
    type: 'changed',
    context: { messages, memory: { ...memory, project: now } },
    changes: [],
    reason,
    happened: [...written, ...happened],
  });
  const { everyTurns } = settings;
  const cursor = nextCursor(told.cursor, { type: 'turn-ended' }, { isOn: true, everyTurns });
  const { decision } = cursor;
  const looking: ProjectMemory = { ...told, writes: [], cursor };
  if (decision?.type !== 'run') {
    const code = decision?.reason ?? 'nothing-new';
    return remembered(looking, { rule: code === 'throttled' ? 'A9' : 'A8', code, values: { every: everyTurns } });
  }
  const { folder, nowMs } = looking;
  const count = decision.ids.length;
  const instruction = extractionText({
    root: folder.root,
    newMessages: count,
    manifest: manifestText(candidatesIn(folder)),
    most: settings.mostRequests,
  });
  const reply = yield {
    type: 'memory',
    context: { messages },
    instruction,
    sharesCache: true,
    maxTokens: MAX_TOKENS,
    extraction: {
      messages: env.transcript.messages.slice(0, last + 1),
      wanted: decision.ids.map(Number),
      instructions: instructionsIn(env.transcript),
      folder,
      nowMs,
    },
  };
  const isOk = reply.type === 'text';
  const done = nextCursor(cursor, { type: 'finished', isOk }, { isOn: true, everyTurns });
  if (!isOk) {
    const what = reply.type === 'error' ? reply.what : reply.type;
    return remembered({ ...looking, cursor: done }, { rule: 'A8', code: 'failed', values: { what } });
  }
  const { extraction } = reply;
  const kept = extraction?.kept ?? [];
  const asksAgain = kept.length > 0 && settings.mostRequests > 1;
  // [A10] What was saved is confirmed to the model, and it ends.
  if (asksAgain) {
    yield {
      type: 'memory',
      context: { messages },
      instruction: `${instruction}\n\n${reply.text}`,
      sharesCache: true,
      maxTokens: MAX_TOKENS,
    };
  }
  const files = new Set(kept.map(({ file }) => file)).size;
  return remembered(
    { ...looking, folder: extraction?.folder ?? folder, cursor: done },
    { rule: 'A8', code: files > 0 ? 'saved' : 'nothing', values: { messages: count, files } },
    [
      {
        type: 'extracted',
        messages: count,
        upTo: last,
        isFallback: decision.isFallback,
        kept,
        leftOut: extraction?.leftOut ?? [],
        requests: asksAgain ? 2 : 1,
      },
    ],
  );
}

/** [A11] Enough for several memories at once. */
const MAX_TOKENS = 4_096;

function a7(code: string): Reason {
  return { rule: 'A7', code, values: {} };
}
