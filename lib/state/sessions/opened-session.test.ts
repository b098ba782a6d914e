import { describe, expect, test } from 'vitest';
import { ok } from '../../base/result';
import { noLanes } from '../../simulator/children/child-lane';
import type { Timeline } from '../../simulator/recorded/timeline';
import type { AskOptions } from '../../worker/engine/client';
import type { EngineMethod, EngineRequests, OpenSession } from '../../worker/engine/messages';
import { weighedContext } from '../simulate/empty-values.test-support';
import { createOpenedSession } from './opened-session';

const none = (length: number) => new Float64Array(length);

function timeline(used: readonly number[], eventCalls: readonly number[]): Timeline {
  const calls = used.length;
  return {
    calls,
    used: Float64Array.from(used),
    byCategory: {
      system: none(calls),
      user: none(calls),
      assistant: none(calls),
      thinking: none(calls),
      'tool-calls': none(calls),
      'tool-results': none(calls),
      media: none(calls),
      injected: none(calls),
      summary: none(calls),
    },
    output: none(calls),
    isMeasured: new Uint8Array(calls),
    timeMs: none(calls),
    events: eventCalls.map((call, boundary) => ({ kind: 'full', trigger: 'auto', call, boundary, isGuess: false })),
  };
}

function session(used: readonly number[], eventCalls: readonly number[]): OpenSession {
  return {
    summary: {
      title: 'A session',
      format: 'claude-code',
      models: [],
      window: 200_000,
      messages: 0,
      calls: used.length,
      peakTokens: 0,
      peakIsEstimated: false,
      compactions: 0,
      children: 0,
      warnings: 0,
    },
    timeline: timeline(used, eventCalls),
    boundaries: [],
    rows: [],
    counters: [],
    systemInFile: 'none',
    children: [],
    lanes: noLanes,
    ancestors: [],
    warnings: [],
  };
}

/** Contexts are answered by the test, so that answers can come late or out of order. */
function set(used: readonly number[], eventCalls: readonly number[] = []) {
  const asked: { call: number; answer(): void }[] = [];
  const paths: (readonly number[])[] = [];
  const opened = createOpenedSession({
    content: async () =>
      ok({
        type: 'sample',
        sample: { sessionId: 'sample-a', title: 'A sample', description: '', file: 'a.jsonl', bytes: 1 },
        file: new Blob([]),
      }),
    loadEngine: async () => ({
      ask<Method extends EngineMethod>(
        method: Method,
        request: EngineRequests[Method]['request'],
        _options?: AskOptions<EngineRequests[Method]['progress']>,
      ): Promise<EngineRequests[Method]['answer']> {
        type Answer = EngineRequests[Method]['answer'];
        if (method === 'open-session') {
          paths.push((request as EngineRequests['open-session']['request']).child);
          return Promise.resolve(session(used, eventCalls) as Answer);
        }
        const { call } = request as EngineRequests['context-at']['request'];
        return new Promise<Answer>((resolve) => {
          asked.push({ call, answer: () => resolve(weighedContext({ call }) as Answer) });
        });
      },
    }),
  });
  return { opened, asked, paths };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('an opened session', () => {
  test('starts at the call with the largest context, unless another is requested', async () => {
    const { opened } = set([1, 9, 3]);
    void opened.getState().open('sample-a', undefined);
    await settled();
    expect(opened.getState().call).toBe(1);
    void opened.getState().open('sample-a', 2);
    await settled();
    expect(opened.getState().call).toBe(2);
  });

  test('never selects a call that does not exist', async () => {
    const { opened } = set([1, 9, 3]);
    void opened.getState().open('sample-a', 99);
    await settled();
    expect(opened.getState().call).toBe(2);
    opened.getState().step(-50);
    expect(opened.getState().call).toBe(0);
    opened.getState().select(Number.NaN);
    expect(opened.getState().call).toBe(0);
  });

  test('steps between compactions, and stays at the last one', async () => {
    const { opened } = set([1, 2, 3, 4, 5, 6], [2, 4]);
    void opened.getState().open('sample-a', 0);
    await settled();
    const stops = ([1, 1, 1, -1] as const).map((direction) => {
      opened.getState().stepEvent(direction);
      return opened.getState().call;
    });
    expect(stops).toEqual([2, 4, 4, 2]);
  });

  test('computes no context before someone opens the recording', async () => {
    const { opened, asked } = set([9, 2, 3]);
    void opened.getState().open('sample-a', undefined);
    await settled();
    opened.getState().select(1);
    await settled();
    expect(asked).toEqual([]);
    void opened.getState().lookAtRecording(1);
    await settled();
    expect(asked).toMatchObject([{ call: 1 }]);
  });

  test('shows the context of the latest selected call, whichever answer comes last', async () => {
    const { opened, asked } = set([9, 2, 3]);
    void opened.getState().open('sample-a', 0);
    await settled();
    for (const call of [0, 1, 2]) void opened.getState().lookAtRecording(call);
    await settled();
    for (const call of [2, 1, 0]) asked.find((question) => question.call === call)?.answer();
    await settled();
    expect(opened.getState().context?.call).toBe(2);
  });

  test('opens a sub-agent by its index, under its recorded title', async () => {
    const { opened, paths } = set([1]);
    void opened.getState().open('sample-a', undefined, [2, 0]);
    await settled();
    expect(paths).toEqual([[2, 0]]);
    expect(opened.getState().state).toMatchObject({ type: 'open', title: 'A session' });
  });
});
