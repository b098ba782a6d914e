import type { BatchOutcome } from '../../api/batches/result-line';
import { optional } from '../../base/optional';
import { promptVersion } from '../../experiments/prompt-versions';
import type { RuleEdit } from '../../fidelity/rules/rule-edits';
import { summaryPrompts } from '../../prompts/index';
import { createGroupStore } from '../../storage/group-store';
import { memoryStore } from '../../storage/memory-store.test-support';
import { createRecordStore } from '../../storage/record-store';
import { sessionChanges } from '../../storage/session-changes';
import type { AskOptions } from '../../worker/engine/client';
import type { CompactionOutcome, CompactionProgress, ListedScore } from '../../worker/engine/compaction-messages';
import type { EngineRequests } from '../../worker/engine/messages';
import { batchForm } from './batch-record';
import { answerForm, begunForm, type Experiment, experimentForm, listsForm } from './experiment-record';
import { createExperiments } from './experiments';
import { FakeBatches } from './fake-batches.test-support';
import { type SessionEngine, SessionEngines } from './session-engines';

const score: ListedScore = {
  id: 'used-later',
  count: 3,
  of: 4,
  itemsInAll: 1,
  items: [{ state: 'missing', text: 'port 7741', marks: [] }],
};
/** As the same text is counted later. */
export const recounted: ListedScore = { ...score, count: 1 };
const usage = { input: 100, cacheRead: 0, cacheWrite5m: 10_000, cacheWrite1h: 0, output: 200 };
const sent = { usage, dollars: 0.05, timeMs: 900, tries: 1 };

export const whole: CompactionOutcome = {
  type: 'compacted',
  written: { text: 'A summary.', tokens: 12, scores: [score] },
  tokensBefore: 10_000,
  tokensAfter: 2_000,
  after: [],
  sent,
};

export const cutOff: CompactionOutcome = {
  type: 'failed',
  failure: { what: 'The answer was interrupted.', advice: 'Try again.' },
  written: { text: 'A summ', tokens: 3, scores: [score] },
  sent,
};

export const rejected: CompactionOutcome = {
  type: 'failed',
  failure: { what: 'The key was not accepted.', advice: 'Check the key.' },
  sent: { timeMs: 5, tries: 1 },
};

/** Unique, also across the pages of a test. */
let ids = 0;

type CompactRequest = EngineRequests['compact']['request'];
/** What a model answers. */
export type Answering = (
  request: CompactRequest,
  options: AskOptions<CompactionProgress>,
) => Promise<CompactionOutcome> | CompactionOutcome;

/** Experiments on memory stores, with an engine whose answers the test defines. */
export function experimentsForTest(answer: Answering, memory = stores(), batches = new FakeBatches()) {
  const asked: CompactRequest[] = [];
  const engines = { started: 0, stopped: 0 };
  let atOnce = 0;
  const seen = { mostAtOnce: 0 };
  let nowMs = 1_000;
  const held = new Set<string>();
  const pauses: number[] = [];
  const rules: { edits: readonly RuleEdit[] } = { edits: [] };

  const engine = (): SessionEngine => {
    engines.started += 1;
    return {
      stop: () => {
        engines.stopped += 1;
      },
      ask: async (method, request, options = {}) => {
        if (method === 'open-session') return { summary: {}, timeline: {}, rows: [] } as never;
        if (method === 'edit-rules') return undefined as never;
        if (method === 'score-summary') return [recounted] as never;
        const batched = await batches.answer(method, request);
        if (batched !== undefined) return batched as never;
        if (method !== 'compact') throw new Error(`Nobody asks for ${method} here`);
        const compact = request as CompactRequest;
        asked.push(compact);
        if (compact.writer.type === 'given') {
          return { ...whole, written: { text: compact.writer.text, tokens: 12, scores: [recounted] } } as never;
        }
        if (compact.writer.type === 'batch') return inBatch(compact.writer.outcome) as never;
        if (compact.writer.type !== 'model') return { ...whole, sent: undefined } as never;
        atOnce += 1;
        seen.mostAtOnce = Math.max(seen.mostAtOnce, atOnce);
        try {
          const progress = options as AskOptions<CompactionProgress>;
          progress.onProgress?.({ type: 'asking', tryNumber: 1, text: '' });
          return (await answer(compact, progress)) as never;
        } finally {
          atOnce -= 1;
        }
      },
    };
  };

  const experiments = createExperiments({
    heads: createRecordStore({
      records: memory.heads,
      changes: sessionChanges('test'),
      noun: 'experiment',
      form: experimentForm,
    }),
    answers: createGroupStore({ records: memory.answers, noun: 'answer', form: answerForm }),
    lists: createGroupStore({ records: memory.lists, noun: 'answer', form: listsForm }),
    begun: createGroupStore({ records: memory.begun, noun: 'answer', form: begunForm }),
    batches: createGroupStore({ records: memory.batches, noun: 'batch', form: batchForm }),
    verdicts: { removeAll: async () => ({ ok: true, value: undefined }) },
    engines: new SessionEngines({
      start: async () => engine(),
      ruleEdits: async () => ({ ok: true, value: rules.edits }),
      content: async (place) => ({
        ok: true,
        value: { type: 'stored', body: new Blob([]), child: place.child },
      }),
    }),
    loadEngine: async () => engine(),
    pause: async (ms) => {
      pauses.push(ms);
      await batches.pause();
    },
    key: () => 'stand-in-key',
    nowMs: () => {
      nowMs += 1;
      return nowMs;
    },
    newId: () => {
      ids += 1;
      return `answer-${String(ids).padStart(3, '0')}`;
    },
    lock: async (id) => {
      if (held.has(id)) return undefined;
      held.add(id);
      return () => void held.delete(id);
    },
    onRemoved: (_, undo) => {
      removed.undo = undo;
    },
  });
  const removed = { undo: () => {} };
  return { experiments, asked, engines, seen, memory, removed, held, rules, batches, pauses };
}

/** As the engine makes an answer of it. */
function inBatch(outcome: BatchOutcome): CompactionOutcome {
  const figures = { timeMs: 0, tries: 1, isInBatch: true } as const;
  if (outcome.type === 'failed') return { type: 'failed', failure: outcome.failure, sent: figures };
  const { text } = outcome;
  return {
    ...whole,
    written: { text, tokens: 12, scores: [score] },
    sent: { ...figures, usage, ...optional('dollars', outcome.dollars) },
  };
}

export function stores() {
  return {
    heads: memoryStore(),
    answers: memoryStore(),
    lists: memoryStore(),
    begun: memoryStore(),
    batches: memoryStore(),
  };
}

/** Of two sessions, with this many boundaries each, and a preset twice. */
export function experimentOf(boundaries = 2, others: Partial<Experiment> = {}): Experiment {
  const rows = summaryPrompts.slice(0, 2).map((prompt, place) => ({
    id: `r${place + 1}`,
    type: 'model' as const,
    promptId: prompt.id,
    promptTitle: prompt.title,
    promptText: prompt.text,
    ...optional('scratchTag', prompt.scratchTag),
    version: promptVersion(prompt),
    model: 'claude-sonnet-5-5',
  }));
  return {
    id: 'experiment-1',
    title: 'Two sessions',
    createdMs: 500,
    boundaries: ['one', 'two'].flatMap((session, place) =>
      Array.from({ length: boundaries }, (_, index) => ({
        id: `b${place * boundaries + index + 1}`,
        session: { session, child: [] },
        title: session,
        kind: 'recorded' as const,
        call: 10 * (index + 1),
        place: { type: 'recording' as const, call: 10 * (index + 1) },
        messages: 20,
        tokens: 50_000,
        model: 'claude-sonnet-5-5',
        hasRecordedSummary: true,
        secretsMasked: 0,
      })),
    ),
    rows: [...rows, { id: 'r3', type: 'offline' }],
    repeats: 2,
    attempts: 2,
    maxTokens: 4_000,
    thresholds: {},
    score: 'used-later',
    agreed: [],
    ...others,
  };
}
