import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../base/result';
import { policies } from '../../policies/index';
import { unpairedTools } from '../../transcript/unpaired-tools';
import type { ChatModel, ModelOptions, ModelOutcome, ModelRequest } from '../journal/chat-model';
import { type Entry, JOURNAL_VERSION, type RunSetup } from '../journal/entry';
import { LiveConversation } from '../run/live-conversation';
import {
  MadeUpAgent,
  madeUpResults,
  madeUpSurroundings,
  problemOf,
  randomFrom,
  smallWindow,
} from './made-up-agent.test-support';
import { RunHost, type RunJournal } from './run-host';

const IS_LONG = process.env.HIGHWATER_LONG === '1';
const RUNS = IS_LONG ? 200 : 20;
const CALLS = 50;
/** In a row: one may be the work of refusals that came by chance. */
const MAX_DEATHS = 12;
const FIRST_SEED = Number(process.env.HIGHWATER_SEED ?? (IS_LONG ? Date.now() % 1_000_000 : 1));
const seeds = Array.from({ length: RUNS }, (_, run) => FIRST_SEED + run);

/** A run in which everything goes wrong now and then: the model, the store, the tab, and the user's patience. */
class Misadventure {
  readonly stored: Entry[];
  readonly timesRun = new Map<string, number>();
  readonly problems: string[] = [];
  readonly faults = new Map<string, number>();
  host: RunHost;
  private readonly agent = new MadeUpAgent({ turns: CALLS, thinks: true });
  private readonly random: () => number;
  private nowMs = 0;
  private crash: (() => void) | undefined;

  constructor(seed: number) {
    this.random = randomFrom(seed);
    const policy = policies[seed % policies.length] ?? policies[0];
    if (policy === undefined) throw new Error('There is no policy');
    const model = { type: 'api', id: 'claude-opus-5-5', thinks: seed % 2 === 0, serverClears: seed % 3 === 0 } as const;
    const limits = { calls: 30, dollars: 1_000 };
    const setup: RunSetup = {
      version: JOURNAL_VERSION,
      runId: 'run',
      policy: smallWindow(policy),
      model,
      limits,
      files: {},
    };
    this.stored = [{ type: 'begun', timeMs: 0, setup }];
    this.host = this.opened();
  }

  /** Until the model has made all its calls, or [X1] the context fits no more and nothing makes it smaller. */
  async toItsEnd(): Promise<void> {
    for (let step = 0, dead = 0; dead < MAX_DEATHS; step++) {
      const { status } = this.host;
      if (status.type === 'idle' && this.agent.answered > CALLS) return;
      dead = status.type === 'help' && status.why.type === 'dead' ? dead + 1 : 0;
      if (step > 400) throw new Error(`It comes to no end: ${JSON.stringify(this.host.status)}`);
      const crashed = new Promise<'crashed'>((resolve) => {
        this.crash = () => resolve('crashed');
      });
      const isIdle = this.host.status.type === 'idle';
      const going = isIdle ? this.host.enter({ type: 'prompt', text: `Go on, ${step}` }) : this.host.goOn();
      if ((await Promise.race([going, crashed])) === 'crashed') this.host = this.opened();
    }
  }

  private opened(): RunHost {
    const parts = {
      journal: this.journal(),
      surroundings: madeUpSurroundings,
      model: (): ChatModel => ({ ask: (request, options) => this.ask(request, options) }),
      runTools: (calls: Parameters<typeof madeUpResults>[0]) => {
        for (const { id } of calls) this.timesRun.set(id, (this.timesRun.get(id) ?? 0) + 1);
        return madeUpResults(calls);
      },
      nowMs: () => {
        this.nowMs += 1_000;
        return this.nowMs;
      },
      onChange: () => undefined,
    };
    return new RunHost(parts, [...this.stored]);
  }

  private journal(): RunJournal {
    return {
      append: (place, entry) => {
        if (this.happens('store is full', 0.02)) return Promise.resolve(fail({ what: 'Full.', advice: 'Make room.' }));
        expect(place).toBe(this.stored.length);
        this.stored.push(structuredClone(entry));
        if (!this.happens('tab crashes', 0.02)) return Promise.resolve(ok(undefined));
        this.crash?.();
        return new Promise(() => undefined);
      },
      cut: async () => ok(undefined),
    };
  }

  private async ask(request: ModelRequest, { signal, onEvent }: ModelOptions): Promise<ModelOutcome> {
    const problem = problemOf(request);
    if (problem !== undefined) this.problems.push(problem);
    const failed = (what: string) => ({ type: 'failed', what, advice: 'Go on.' }) as const;
    if (this.happens('429', 0.04)) {
      onEvent?.({ type: 'waiting', leftMs: 20, isAskedFor: true, failure: { what: 'Too many', advice: 'Wait.' } });
    }
    if (this.happens('529 for good', 0.04)) return failed('overloaded');
    if (this.happens('500', 0.04)) return failed('server');
    if (this.happens('too long', 0.04)) return { type: 'too-long', gapTokens: 500, what: 'too long' };
    if (this.happens('too long by an unknown amount', 0.02)) return { type: 'too-long', what: 'too long' };
    if (this.happens('user stops', 0.03)) {
      void this.host.stop();
      expect(signal.aborted).toBe(true);
      return { type: 'stopped' };
    }
    const outcome = await this.agent.ask(request, { signal });
    if (!this.happens('line drops', 0.04)) return outcome;
    onEvent?.({ type: 'text', text: 'I was just ab' });
    onEvent?.({ type: 'tool-call', name: 'Edit' });
    return failed('broke off');
  }

  private happens(fault: string, share: number): boolean {
    const isSo = this.random() < share;
    if (isSo) this.faults.set(fault, (this.faults.get(fault) ?? 0) + 1);
    return isSo;
  }
}

const entriesOf = <Type extends Entry['type']>(entries: readonly Entry[], type: Type) =>
  entries.filter((entry): entry is Extract<Entry, { type: Type }> => entry.type === type);

describe('a run with random faults', () => {
  const met = new Set<string>();

  it.each(seeds)('loses nothing, does nothing twice and finishes (HIGHWATER_SEED=%i)', async (seed) => {
    const misadventure = new Misadventure(seed);
    await misadventure.toItsEnd();
    const { host, stored, timesRun, problems, faults } = misadventure;
    for (const fault of faults.keys()) met.add(fault);

    expect(problems).toEqual([]);
    const mistakes = entriesOf(stored, 'problem').filter(({ what }) => what.includes('mistake'));
    expect(mistakes).toEqual([]);

    const replies = entriesOf(stored, 'reply').map(({ reply }) => reply);
    const called = replies.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.type === 'tool-call' ? block.id : [])),
    );
    expect([...timesRun]).toEqual(called.map((id) => [id, 1]));

    const { transcript } = host.state.run;
    expect(unpairedTools(transcript)).toEqual({ unanswered: [], orphans: [] });
    const said = (kind: string) => transcript.messages.filter((message) => message.kind === kind).length;
    const answers = transcript.messages.filter(({ callId }) => callId !== undefined);
    expect(said('prompt')).toBe(entriesOf(stored, 'prompt').length);
    expect(answers).toHaveLength(replies.filter(({ blocks }) => blocks.length > 0).length);
    expect(said('tool-results')).toBe(entriesOf(stored, 'results').length);
    expect(transcript.calls).toHaveLength(replies.length);

    const again = LiveConversation.of(stored, madeUpSurroundings);
    expect(again.transcript).toEqual(transcript);
    expect(again.context.map(({ message }) => message)).toEqual(host.state.run.context.map(({ message }) => message));
    expect(again.need.type).toBe(host.state.run.need.type);
  });

  it('meets every kind of fault', () => {
    expect([...met].sort()).toEqual([
      '429',
      '500',
      '529 for good',
      'line drops',
      'store is full',
      'tab crashes',
      'too long',
      'too long by an unknown amount',
      'user stops',
    ]);
  });
});
