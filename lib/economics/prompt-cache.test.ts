import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CacheRequest, type CacheUse, PromptCache } from './prompt-cache';

const MINUTE = 60_000;
const TTL = 5 * MINUTE;
const TOKENS_A_BLOCK = 100;
const SYSTEM = 1_000;

/** The requests of one agent, in blocks of 100 tokens behind a system part of 1,000. */
class Agent {
  private readonly cache = new PromptCache({ ttlMs: TTL, minimumTokens: () => 500 });
  private blocks = 0;
  private timeMs = 0;

  /** Keeps so many blocks of the last request, adds others, sends. Keeps all of them by default. */
  send(added: number, kept = this.blocks, more: Partial<CacheRequest> = {}): string {
    const unchanged = Math.min(kept, this.blocks);
    this.blocks = unchanged + added;
    return shown(
      this.cache.request({
        model: 'model',
        timeMs: this.timeMs,
        systemTokens: SYSTEM,
        unchanged: place(unchanged),
        end: place(this.blocks),
        ...more,
      }),
    );
  }

  wait(ms: number): this {
    this.timeMs += ms;
    return this;
  }
}

function place(blocks: number) {
  return { blocks, tokens: blocks * TOKENS_A_BLOCK };
}

function shown({ read, written, uncached, why }: CacheUse): string {
  return `${why}: ${read} + ${written} + ${uncached}`;
}

describe('the prompt cache', () => {
  it('[E1] writes the first request and reads it with the next', () => {
    const agent = new Agent();
    expect(agent.send(5)).toBe('first: 0 + 1500 + 0');
    expect(agent.send(2)).toBe('hit: 1500 + 200 + 0');
    expect(agent.send(0)).toBe('hit: 1700 + 0 + 0');
  });

  it('[E1] falls back to the system part when something deep in the prompt changes', () => {
    const agent = new Agent();
    agent.send(5);
    agent.send(5);
    expect(agent.send(6, 3)).toBe('changed: 1000 + 900 + 0');
    expect(agent.send(1)).toBe('hit: 1900 + 100 + 0');
  });

  it('[E1] finds an older entry when the request is shortened to it', () => {
    const agent = new Agent();
    agent.send(5);
    agent.send(2);
    agent.send(2);
    expect(agent.send(1, 8)).toBe('changed: 1700 + 200 + 0');
    expect(agent.send(1, 5)).toBe('changed: 1500 + 100 + 0');
  });

  it('[E1] expires an entry 5 minutes after its last use; a hit renews it', () => {
    const agent = new Agent();
    agent.send(5);
    expect(agent.wait(TTL).send(0)).toBe('hit: 1500 + 0 + 0');
    expect(agent.wait(TTL).send(0)).toBe('hit: 1500 + 0 + 0');
    expect(agent.wait(TTL + 1).send(0)).toBe('expired: 0 + 1500 + 0');
  });

  it('[E1] keeps a one-hour entry for an hour', () => {
    const agent = new Agent();
    agent.send(5, 0, { ttlMs: 60 * MINUTE });
    expect(agent.wait(59 * MINUTE).send(1)).toBe('hit: 1500 + 100 + 0');
  });

  it('[E1] keeps the system part alive with every request, however old the entries after it', () => {
    const agent = new Agent();
    agent.send(5);
    for (let request = 0; request < 4; request++) agent.wait(4 * MINUTE).send(5);
    expect(agent.wait(4 * MINUTE).send(1, 5)).toBe('expired: 1000 + 600 + 0');
  });

  it('[E1] reads a system part that other sessions keep alive', () => {
    const agent = new Agent();
    expect(agent.send(5, 0, { systemIsShared: true })).toBe('first: 1000 + 500 + 0');
    expect(agent.wait(60 * MINUTE).send(1, 5, { systemIsShared: true })).toBe('expired: 1000 + 600 + 0');
  });

  it('[E1] looks back over 20 blocks, including its own', () => {
    const agent = new Agent();
    agent.send(5);
    expect(agent.send(19)).toBe('hit: 1500 + 1900 + 0');
    expect(agent.send(20)).toBe('too-far: 1000 + 4400 + 0');
  });

  it('[E1] looks back from every breakpoint of the request', () => {
    const agent = new Agent();
    agent.send(5);
    expect(agent.send(30, 5, { breakpoints: [place(20), place(35)] })).toBe('hit: 1500 + 3000 + 0');
    expect(() => agent.send(1, 35, { breakpoints: [1, 2, 3, 4].map(place) })).toThrow('at most 3');
  });

  it("[E1] does not cache a side request's own message, and the main line continues to read as before", () => {
    const agent = new Agent();
    agent.send(5);
    expect(agent.send(1, 5, { breakpoints: [place(5)] })).toBe('hit: 1500 + 0 + 100');
    expect(agent.send(2, 5)).toBe('hit: 1500 + 200 + 0');
  });

  it('[E1] caches nothing below the minimum of the model', () => {
    const agent = new Agent();
    const small = { systemTokens: 100 };
    expect(agent.send(3, 0, small)).toBe('below-minimum: 0 + 0 + 400');
    expect(agent.send(3, 3, small)).toBe('first: 0 + 700 + 0');
    expect(agent.send(1, 6, small)).toBe('hit: 700 + 100 + 0');
  });

  it('[E1] does not cache a system part below the minimum separately', () => {
    const agent = new Agent();
    const small = { systemTokens: 100 };
    agent.send(6, 0, small);
    expect(agent.send(6, 2, small)).toBe('changed: 0 + 900 + 0');
  });

  it('[E1] starts over with another model, and finds the entries of the first one again', () => {
    const agent = new Agent();
    agent.send(5);
    expect(agent.send(1, 5, { model: 'other' })).toBe('other-model: 0 + 1600 + 0');
    expect(agent.send(1, 6)).toBe('hit: 1500 + 200 + 0');
  });

  it('[E1] starts over when tools or system prompt change', () => {
    const agent = new Agent();
    agent.send(5);
    expect(agent.send(1, 5, { systemChanged: true })).toBe('changed: 0 + 1600 + 0');
    expect(agent.send(1)).toBe('hit: 1600 + 100 + 0');
  });

  it('[E1] [M4] reads less after a deletion by the server, but all of what is left', () => {
    const agent = new Agent();
    agent.send(10);
    const deleted = { unchanged: { blocks: 10, tokens: 400 }, end: { blocks: 11, tokens: 500 } };
    expect(agent.send(1, 10, deleted)).toBe('hit: 1400 + 100 + 0');
  });

  it('[E1] assumes no time passes between requests without times', () => {
    const cache = new PromptCache({ ttlMs: TTL, minimumTokens: () => 500 });
    const request = { model: 'model', systemTokens: SYSTEM, unchanged: place(0), end: place(4) };
    cache.request({ ...request, timeMs: 1_000 });
    expect(cache.request({ ...request, unchanged: place(4) }).why).toBe('hit');
  });
});

interface Step {
  readonly model: string;
  readonly kept: number;
  readonly added: number;
  readonly waitMs: number;
  readonly changesSystem: boolean;
}

const steps = fc.array(
  fc.record({
    model: fc.constantFrom('a', 'a', 'a', 'b'),
    /** Of the blocks of the request before. */
    kept: fc.constantFrom(1, 1, 1, 1, 0.9, 0.5, 0),
    added: fc.nat(24),
    waitMs: fc.constantFrom(0, MINUTE, 4 * MINUTE, 6 * MINUTE),
    changesSystem: fc.constantFrom(false, false, false, false, false, false, true),
  }),
  { maxLength: 40 },
);

/** The rule word for word: every prefix ever written is compared block by block. */
function bySearch(all: readonly Step[]): Pick<CacheUse, 'read' | 'written' | 'uncached'>[] {
  const entries: { key: string; blocks: readonly number[]; usedMs: number }[] = [];
  let blocks: number[] = [];
  let nextBlock = 0;
  let timeMs = 0;
  let system = 0;
  return all.map(({ model, kept, added, waitMs, changesSystem }) => {
    timeMs += waitMs;
    if (changesSystem) system += 1;
    blocks = blocks.slice(0, Math.floor(blocks.length * kept));
    for (let count = 0; count < added; count++) blocks.push(nextBlock++);
    const key = `${model} ${system}`;
    const sent = SYSTEM + blocks.length * TOKENS_A_BLOCK;
    const isPrefix = (entry: readonly number[]) => entry.every((block, index) => block === blocks[index]);
    const found = entries
      .filter((entry) => entry.key === key && timeMs - entry.usedMs <= TTL && isPrefix(entry.blocks))
      .filter((entry) => entry.blocks.length === 0 || entry.blocks.length > blocks.length - 20)
      .sort((a, b) => b.blocks.length - a.blocks.length)[0];
    const read = found === undefined ? 0 : SYSTEM + found.blocks.length * TOKENS_A_BLOCK;
    if (found !== undefined) found.usedMs = timeMs;
    entries.push({ key, blocks: [], usedMs: timeMs }, { key, blocks: [...blocks], usedMs: timeMs });
    return { read, written: sent - read, uncached: 0 };
  });
}

function byCache(all: readonly Step[]): Pick<CacheUse, 'read' | 'written' | 'uncached'>[] {
  const cache = new PromptCache({ ttlMs: TTL, minimumTokens: () => 500 });
  let blocks = 0;
  let timeMs = 0;
  return all.map(({ model, kept, added, waitMs, changesSystem }) => {
    timeMs += waitMs;
    const unchanged = Math.floor(blocks * kept);
    blocks = unchanged + added;
    const { read, written, uncached } = cache.request({
      model,
      timeMs,
      systemTokens: SYSTEM,
      unchanged: place(unchanged),
      end: place(blocks),
      systemChanged: changesSystem,
    });
    return { read, written, uncached };
  });
}

it('[E1] reads what a search through all prefixes ever written finds', () => {
  fc.assert(
    fc.property(steps, (all) => {
      expect(byCache(all)).toEqual(bySearch(all));
    }),
    { numRuns: 500 },
  );
});
