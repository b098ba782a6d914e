import { fail, ok } from '../../base/result';
import { none } from '../../policies/presets/none';
import type { Policy } from '../../policies/shape/policy';
import type { ChatModel, ModelOptions, ModelOutcome, ModelRequest } from '../journal/chat-model';
import type { ReplyBlock } from '../journal/entry';
import { type Entry, emptyToolState, JOURNAL_VERSION } from '../journal/entry';
import type { RunSurroundings } from '../run/live-context';
import { staticSection } from '../system/sections/section';
import type { ToolsRun } from '../tools/run-tools';
import { type HostParts, RunHost, type RunJournal } from './run-host';

export const surroundings: RunSurroundings = {
  system: [staticSection('all', 'All', 'You are an agent.')],
  tools: [{ name: 'Read', schemaText: '{"name":"Read","input_schema":{"type":"object"}}' }],
};

export function begun(policy: Policy = none, files: Readonly<Record<string, string>> = { 'a.txt': 'one' }): Entry {
  const setup = {
    version: JOURNAL_VERSION,
    runId: 'run',
    policy,
    model: { type: 'scripted' },
    limits: { calls: 50, dollars: 5 },
    files,
  } as const;
  return { type: 'begun', timeMs: 1, setup };
}

/** A journal in memory, which can be made to fail. */
export class TestJournal implements RunJournal {
  entries: Entry[] = [];
  isFull = false;

  constructor(entries: readonly Entry[]) {
    this.entries = [...entries];
  }

  async append(place: number, entry: Entry) {
    // Asynchronous like a store: code that does not await it continues without its data.
    await new Promise((resolve) => setTimeout(resolve));
    if (this.isFull) return fail({ what: 'The store is full.', advice: 'Make room.' });
    if (place > this.entries.length) throw new Error(`Entry ${place} of ${this.entries.length} left a gap`);
    this.entries = [...this.entries.slice(0, place), structuredClone(entry)];
    return ok(undefined);
  }

  async cut() {
    return ok(undefined);
  }

  get types(): string {
    return this.entries.map(({ type }) => type).join(' ');
  }
}

type Answer = (request: ModelRequest, options: ModelOptions) => Promise<ModelOutcome> | ModelOutcome;

export const says = (...blocks: readonly ReplyBlock[]): ModelOutcome => ({
  type: 'answered',
  reply: { blocks, stopReason: 'end_turn', timeMs: 2 },
});

export const text = (words: string): ReplyBlock => ({ type: 'text', text: words });

let calls = 0;
export const reads = (path: string): ReplyBlock => {
  calls += 1;
  return { type: 'tool-call', id: `read-${calls}`, name: 'Read', input: { path } };
};

/** Until the user stops it. */
export const untilStopped: Answer = (_, { signal, onEvent }) => {
  onEvent?.({ type: 'text', text: 'I begin' });
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve({ type: 'stopped' })));
};

export interface TestRun {
  readonly entries?: readonly Entry[];
  readonly answers: readonly (Answer | ModelOutcome)[];
  readonly provider?: () => string;
  readonly pausesAt?: HostParts['pausesAt'];
  readonly runTools?: (paths: readonly string[], signal: AbortSignal) => Promise<Partial<ToolsRun>> | Partial<ToolsRun>;
}

/** A run whose model gives these answers in order, and whose tools return their input. */
export function testRun({
  entries = [begun()],
  answers,
  provider,
  pausesAt = () => false,
  runTools = () => ({}),
}: TestRun) {
  const journal = new TestJournal(entries);
  const asked: ModelRequest[] = [];
  const rest = [...answers];
  const model: ChatModel = {
    ask: async (request, options) => {
      asked.push(request);
      const next = rest.shift();
      if (next === undefined) throw new Error('The test has no more answers');
      return typeof next === 'function' ? next(request, options) : next;
    },
  };
  let nowMs = 1_000;
  const seen = { changes: 0 };
  const host = new RunHost(
    {
      journal,
      surroundings,
      model: () => model,
      ...(provider === undefined ? {} : { provider }),
      runTools: async (toolCalls, desk, signal) => {
        const results = toolCalls.map(({ id, name }) => ({
          callId: id,
          text: `${name} ran`,
          isError: false,
          tookMs: 1,
        }));
        const done = await runTools(
          toolCalls.map(({ id }) => id),
          signal,
        );
        return { results, files: [], desk: { ...emptyToolState, ...desk.state() }, ...done };
      },
      nowMs: () => {
        nowMs += 1;
        return nowMs;
      },
      pausesAt,
      onChange: () => {
        seen.changes += 1;
      },
    },
    entries,
  );
  const shown = () => host.state.log.items.map((item) => (item.type === 'reply' ? `reply ${item.text}` : item.type));
  return { host, journal, asked, seen, shown };
}
