import type { StreamOptions, StreamOutcome } from '../../api/stream-message';
import type { JsonObject } from '../../base/json';
import { summaryPrompts } from '../../prompts/index';
import type { SummaryPrompt } from '../../prompts/summary-prompt';
import type { AskOptions } from '../../worker/engine/client';
import type {
  CompactionAsk,
  CompactionBegin,
  CompactionStep,
  ListedScore,
} from '../../worker/engine/compaction-messages';
import type { EngineMethod, EngineRequests } from '../../worker/engine/messages';
import type { KeptRun } from './prompt-kept-run';
import { createPrompts } from './prompts';
import type { ModelSource, PromptsView } from './prompts-link';

export const score: ListedScore = { id: 'used-later', count: 2, of: 5, itemsInAll: 0, items: [] };

export const withModel: ModelSource = {
  type: 'model',
  prompt: summaryPrompts[0]?.id ?? '',
  model: 'claude-sonnet-5-5',
  maxTokens: 4_000,
};

export function columnsView(...columns: PromptsView['columns']): PromptsView {
  return { columns, laterCalls: [] };
}

/** An engine that compacts whatever it is given, and an API that answers as a test says. */
export function promptsForTest(
  stream: (body: JsonObject, options: StreamOptions) => Promise<StreamOutcome>,
  own: readonly SummaryPrompt[] = [],
) {
  const asked: string[] = [];
  const kept: KeptRun[] = [];
  const interrupted = { text: '' };
  const begun: CompactionBegin[] = [];
  let ids = 0;
  const tries = new Map<string, number>();

  const asks = (id: string): CompactionStep => {
    const tryNumber = (tries.get(id) ?? 0) + 1;
    tries.set(id, tryNumber);
    const ask: CompactionAsk = {
      tryNumber,
      system: [],
      tools: [],
      messages: [],
      maxTokens: 4_000,
      tokens: { system: 1_000, messages: 9_000 },
      secretsMasked: { 'an API key': 2 },
    };
    return { type: 'asks', ask };
  };
  const ended = (text: string): CompactionStep => ({
    type: 'ended',
    outcome: {
      type: 'compacted',
      written: { text, tokens: 10, scores: [score] },
      tokensBefore: 10_000,
      tokensAfter: 1_010,
      after: [],
    },
  });

  const answers: { readonly [Method in EngineMethod]?: (request: EngineRequests[Method]['request']) => unknown } = {
    'compaction-point': () => ({ messages: 4, tokens: 10_000, hasRecordedSummary: true }),
    'compaction-begin': (request: CompactionBegin) => {
      const { id, writer, place } = request;
      begun.push(request);
      asked.push(`begin ${writer} ${place.type} ${place.call}`);
      return writer === 'model' ? asks(id) : ended(`by ${writer}`);
    },
    'compaction-answer': ({ id, reply }) => {
      asked.push(`answer ${reply.type}`);
      if (reply.type === 'too-long') return asks(id);
      if (reply.type === 'text') return ended(reply.text);
      const what = 'the summary request failed';
      return { type: 'ended', outcome: { type: 'failed', kind: 'api-error', what } };
    },
    'compaction-drop': () => null,
    'score-summary': () => [score],
  };

  const prompts = createPrompts({
    loadEngine: async () => ({
      async ask<Method extends EngineMethod>(
        method: Method,
        request: EngineRequests[Method]['request'],
        _options: AskOptions<EngineRequests[Method]['progress']> = {},
      ): Promise<EngineRequests[Method]['answer']> {
        return answers[method]?.(request) as EngineRequests[Method]['answer'];
      },
    }),
    stream,
    prompt: (id) => [...own, ...summaryPrompts].find((prompt) => prompt.id === id),
    keep: async (run) => void kept.push(run),
    interrupted: {
      read: () => interrupted.text,
      write: (text) => {
        interrupted.text = text;
      },
    },
    nowMs: () => 1_000,
    newId: () => {
      ids += 1;
      return `run-${ids}`;
    },
  });
  return { prompts, asked, begun, kept, interrupted };
}

/** What runs of a column say, in the order they were begun. */
export function states(prompts: ReturnType<typeof promptsForTest>['prompts']): string[] {
  return prompts.getState().runs.map(({ round, state }) => {
    if (state.type === 'ended') return `${round} ended ${state.result.text}`;
    return state.type === 'failed' ? `${round} failed ${state.failure.what}` : `${round} ${state.type}`;
  });
}
