import { summaryPrompts } from '../../prompts/index';
import type { SummaryPrompt } from '../../prompts/summary-prompt';
import type { AskOptions } from '../../worker/engine/client';
import type { CompactionOutcome, CompactionProgress, ListedScore } from '../../worker/engine/compaction-messages';
import type { EngineMethod, EngineRequests } from '../../worker/engine/messages';
import type { KeptRun } from './prompt-kept-run';
import { createPrompts } from './prompts';
import type { ModelSource, PromptsView } from './prompts-link';

export const score: ListedScore = { id: 'used-later', count: 2, of: 5, itemsInAll: 0, items: [] };

/** Of a text that was scored before. */
export const rescored: ListedScore = { ...score, count: 3 };

export const withModel: ModelSource = {
  type: 'model',
  prompt: summaryPrompts[0]?.id ?? '',
  model: 'claude-sonnet-5-5',
  maxTokens: 4_000,
};

export function columnsView(...columns: PromptsView['columns']): PromptsView {
  return { columns, laterCalls: [] };
}

type CompactRequest = EngineRequests['compact']['request'];
type Answering = Required<Pick<AskOptions<CompactionProgress>, 'signal' | 'onProgress'>>;

/** The engine's answers for models. */
export type Writing = (request: CompactRequest, answering: Answering) => Promise<CompactionOutcome>;

const usage = { input: 900, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 10 };
const sent = { usage, dollars: 0.5, timeMs: 100, tries: 1 };

export function compacted(text: string): CompactionOutcome {
  const written = { text, tokens: 10, scores: [score] };
  return { type: 'compacted', written, tokensBefore: 10_000, tokensAfter: 1_010, after: [], sent };
}

/** `text`: the partial answer. */
export function failed(what: string, text = ''): CompactionOutcome {
  const failure = { what, advice: 'Wait.' };
  if (text === '') return { type: 'failed', failure, sent: { timeMs: 1, tries: 1 } };
  return { type: 'failed', failure, sent, written: { text, tokens: 10, scores: [score] } };
}

/** Runs until it is stopped. */
export function untilStopped(end: CompactionOutcome): Writing {
  return (_, { signal, onProgress }) => {
    onProgress({ type: 'asking', tryNumber: 1, text: '' });
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(end), { once: true });
    });
  };
}

/** An engine that compacts anything, with model answers defined by the test. */
export function promptsForTest(
  write: Writing,
  own: readonly SummaryPrompt[] = [],
  keeping: () => Promise<void> = async () => undefined,
) {
  const asked: string[] = [];
  const kept: KeptRun[] = [];
  const interrupted = { text: '' };
  const begun: CompactRequest[] = [];
  let ids = 0;
  let nowMs = 1_000;

  const compact = async (request: CompactRequest, options: AskOptions<CompactionProgress>) => {
    const { writer, place } = request;
    begun.push(request);
    asked.push(`${writer.type} ${place.type} ${place.call}`);
    if (writer.type === 'given' && writer.text === 'unusable') return failed('It cannot be used.');
    if (writer.type === 'given') return { ...compacted(writer.text), sent: undefined };
    if (writer.type !== 'model') return { ...compacted(`by ${writer.type}`), sent: undefined };
    const { signal, onProgress, wantsPartial } = options;
    if (signal === undefined || onProgress === undefined) throw new Error('A model is asked so that it can be stopped');
    if (!wantsPartial) throw new Error('What has come by then would be lost');
    return write(request, { signal, onProgress });
  };

  const answers: {
    readonly [Method in EngineMethod]?: (
      request: EngineRequests[Method]['request'],
      options: AskOptions<EngineRequests[Method]['progress']>,
    ) => unknown;
  } = {
    'compaction-point': () => ({
      type: 'done',
      value: { messages: 4, tokens: 10_000, recordedSummary: { call: 20, isOwn: true } },
    }),
    'compaction-preview': () => ({
      type: 'done',
      value: { type: 'asks', messages: 4, tokens: 10_000, toolTokens: 1_000, secretsMasked: 2 },
    }),
    compact,
    'score-summary': () => [rescored],
  };

  const prompts = createPrompts({
    loadEngine: async () => ({
      async ask<Method extends EngineMethod>(
        method: Method,
        request: EngineRequests[Method]['request'],
        options: AskOptions<EngineRequests[Method]['progress']> = {},
      ): Promise<EngineRequests[Method]['answer']> {
        return answers[method]?.(request, options) as EngineRequests[Method]['answer'];
      },
    }),
    key: () => 'stand-in-key',
    prompt: (id) => [...own, ...summaryPrompts].find((prompt) => prompt.id === id),
    keep: async (run) => {
      kept.push(run);
      await keeping();
    },
    interrupted: {
      read: () => interrupted.text,
      write: (text) => {
        interrupted.text = text;
      },
    },
    nowMs: () => {
      nowMs += 1;
      return nowMs;
    },
    newId: () => {
      ids += 1;
      return `run-${ids}`;
    },
  });
  return { prompts, asked, begun, kept, interrupted };
}

/** The texts of a column's runs, in starting order. */
export function states(prompts: ReturnType<typeof promptsForTest>['prompts']): string[] {
  return prompts.getState().runs.map(({ round, state }) => {
    if (state.type === 'ended') return `${round} ended ${state.result.text}`;
    return state.type === 'failed' ? `${round} failed ${state.failure.what}` : `${round} ${state.type}`;
  });
}
