import { describe, expect, it } from 'vitest';
import { readingSession } from '../simulator/replay/reading-session.test-support';
import type { Transcript } from '../transcript/transcript';
import { transcriptFromText } from '../transcript/transcript-from-text';
import { compactionCosts } from './compaction-costs';
import { type CountedSession, compactionReport, costOfSession, needsReplay } from './compaction-report';
import { figuresOf } from './figures-of';
import { focusOn, lostRules } from './lost-rules';

const MODEL = 'claude-sonnet-4-5';
const MILLION = 1_000_000;

/** Sonnet 4.5: $3 in, $3.75 written, $0.30 read, $15 out, a million tokens each. */
function compacted(more: { readonly wait?: string } = {}): Transcript {
  const recorded = transcriptFromText(`clock 2026-03-01T10:00:00Z
user "Never push to main. Look at src/rare-file.ts and port 8417."
assistant "I look."
call #1 read src/rare-file.ts
usage 100000 read 90000 written 9000 output 500
result #1 300 tokens
${more.wait ?? 'wait 1 min'}
boundary full auto 101000
summary 2000 tokens
assistant "On with src/rare-file.ts at port 8417."
call #2 read src/rare-file.ts
usage 25000 read 20000 written 4000 output 100
result #2 300 tokens
assistant "Done"
usage 26000 read 24000 written 1000 output 20`);
  return {
    ...recorded,
    format: 'claude-code',
    agent: { name: 'Claude Code', version: '2.1.60' },
    models: [MODEL],
    calls: recorded.calls.map((call) => ({ ...call, model: MODEL })),
  };
}

describe('what a compaction cost', () => {
  it('is the request for its summary, estimated from the cache, and what was sent again, as recorded', () => {
    const { compactions, neededLater } = compactionCosts(compacted());
    const [cost] = compactions;
    expect(compactions).toHaveLength(1);
    expect(cost).toMatchObject({ isRecorded: false, sentTokens: 101_000, resentTokens: 5_000 });
    const summaryTokens = cost?.summaryTokens ?? 0;
    expect(summaryTokens).toBeGreaterThan(1_000);
    expect(cost?.summaryCost).toBeCloseTo((101_000 * 0.3 + summaryTokens * 15) / MILLION, 9);
    expect(cost?.resentCost).toBeCloseTo((1_000 * 3 + 4_000 * 3.75) / MILLION, 9);
    expect(neededLater).toBeGreaterThan(0);
  });

  it('is more where the cache had expired', () => {
    const [cost] = compactionCosts(compacted({ wait: 'wait 90 min' })).compactions;
    expect(cost?.summaryCost).toBeCloseTo((101_000 * 3 + (cost?.summaryTokens ?? 0) * 15) / MILLION, 9);
  });

  it('is unknown without a price, and needs no replay where nothing is near', () => {
    const session = compacted();
    const unpriced = { ...session, calls: session.calls.map((call) => ({ ...call, model: 'secret-model' })) };
    expect(compactionCosts(unpriced).compactions[0]).toMatchObject({ summaryCost: null, resentCost: null });
    expect(compactionCosts({ ...session, agent: { name: 'Somebody' } }).replays).toBeNull();
    expect(needsReplay(figuresOf(session))).toBe(true);
    expect(needsReplay(figuresOf({ ...session, boundaries: [] }))).toBe(true);
    const small = session.calls.slice(1);
    expect(needsReplay(figuresOf({ ...session, boundaries: [], calls: small }))).toBe(false);
  });

  it('is compared with compacting at 60 %, which happens earlier', () => {
    const recorded = transcriptFromText(readingSession(16));
    const calls = recorded.calls.map((call) => ({ ...call, model: MODEL }));
    const session = { ...recorded, agent: { name: 'Claude Code', version: '2.1.60' }, models: [MODEL], calls };
    const { replays, compactions } = compactionCosts(session);
    expect(compactions).toEqual([]);
    expect(replays?.tried.compactions).toBeGreaterThan(replays?.asItIs.compactions ?? 0);
    expect(replays?.tried.cost).not.toBe(replays?.asItIs.cost);
  });
});

describe('the report', () => {
  const session = { path: 'a.jsonl', ...figuresOf(compacted()) };
  const costs = compactionCosts(compacted());
  const counted: CountedSession[] = [{ session, costs }];

  it('adds up compactions since a day, and only those', () => {
    const { sums, worst } = compactionReport(counted, 0);
    const [cost] = costs.compactions;
    expect(sums).toMatchObject({ compactions: 1, sessions: 1, neededLater: costs.neededLater });
    expect(sums.summaries.dollars).toBe(cost?.summaryCost);
    expect(worst[0]?.compactionCost).toBeCloseTo((cost?.summaryCost ?? 0) + (cost?.resentCost ?? 0), 12);
    expect(worst[0]?.cost).toBe(costOfSession(session));
    const later = compactionReport(counted, Date.UTC(2026, 5, 1));
    expect(later.sums).toMatchObject({ compactions: 0, sessions: 0, neededLater: 0 });
    expect(later.worst).toEqual([]);
  });

  it('lists the ten most expensive sessions, and leaves out of a comparison what has no price', () => {
    const many = Array.from({ length: 14 }, (_, place): CountedSession => {
      const compactions = costs.compactions.map((each) => ({ ...each, timeMs: place, summaryCost: place }));
      const replays = place % 2 === 0 ? costs.replays : null;
      return { session: { ...session, path: `${place}.jsonl` }, costs: { ...costs, compactions, replays } };
    });
    const { worst, tried } = compactionReport(many, 0);
    expect(worst.map(({ path }) => path)).toEqual([13, 12, 11, 10, 9, 8, 7, 6, 5, 4].map((place) => `${place}.jsonl`));
    expect([tried.sessions, tried.leftOut]).toEqual([7, 7]);
  });
});

describe('[K4] the rules that compactions lost', () => {
  it('are named for the next one, most frequent first, on one line', () => {
    expect(lostRules(compacted())).toEqual(['Never push to main.']);
    expect(focusOn([['B.'], ['A.', 'B.', 'B.'], []])).toBe('/compact focus on these rules, word for word: B. A.');
    expect(focusOn([[]])).toBeUndefined();
  });

  it('cannot control the terminal they are printed to', () => {
    const session = compacted();
    const messages = session.messages.map((message) =>
      message.kind === 'prompt'
        ? { ...message, parts: [{ kind: 'text' as const, text: 'Never push\u001b]0;title\u0007 to\nmain.' }] }
        : message,
    );
    for (const rule of lostRules({ ...session, messages })) expect(rule).toMatch(/^\P{Cc}*$/u);
  });
});
