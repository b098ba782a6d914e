import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countedReads } from '../../base/counted-reads.test-support';
import { microcompactCached } from '../../layers/microcompact-cached/microcompact-cached';
import { microcompactCounting } from '../../layers/microcompact-counting/microcompact-counting';
import { microcompactTime } from '../../layers/microcompact-time/microcompact-time';
import { oldLiveResults } from '../../layers/results/old-live-results';
import type { ContextMessage } from '../../layers/shape/context';
import { contextFromText, environment } from '../../layers/shape/context-text.test-support';
import type { Env, Outcome } from '../../layers/shape/layer';
import { defaultsOf } from '../../layers/shape/setting';
import { ContextLedger } from './context-ledger';

const NO_TOOLS: ReadonlySet<string> = new Set();
const env = environment({ exemptTools: NO_TOOLS, lastAssistantMs: 0, nowMs: 9e9 });

const cached = defaultsOf(microcompactCached.settings);
const counting = { ...defaultsOf(microcompactCounting.settings), longerThanTokens: 0, minSavingTokens: 0 };
const byTime = defaultsOf(microcompactTime.settings);

type Decide = (ledger: ContextLedger, context: { messages: readonly ContextMessage[] }) => Outcome | undefined;

const { memory } = contextFromText('');
const layers: Readonly<Record<string, Decide>> = {
  '[M4] microcompact in the cache': (index, { messages }) =>
    microcompactCached.decide?.({ messages, memory, index }, cached, env),
  '[M6] microcompact by size': (index, { messages }) =>
    microcompactCounting.decide?.({ messages, memory, index }, counting, env),
  '[M6] microcompact by size, with a least saving': (index, { messages }) =>
    microcompactCounting.decide?.({ messages, memory, index }, { ...counting, minSavingTokens: 1_000_000 }, env),
  '[M3] microcompact by time': (index, { messages }) =>
    microcompactTime.decide?.({ messages, memory, index }, byTime, env),
};

/** So often parts are read while a session of so many calls, with a tiny result each, grows. */
function readsOf(decide: Decide, calls: number): number {
  const { messages } = contextFromText('call #1 read a.ts\n---\nresult #1 "ok"');
  const ledger = new ContextLedger(NO_TOOLS);
  const counts: (() => number)[] = [];
  for (let call = 0; call < calls; call++) {
    for (const message of messages) {
      const { list, reads } = countedReads(message.parts);
      counts.push(reads);
      ledger.add({ ...message, parts: list });
    }
    expect(decide(ledger, ledger)?.type).toBe('unchanged');
  }
  return counts.reduce((sum, reads) => sum + reads(), 0);
}

describe.each(Object.entries(layers))('%s, where clearing gains nothing', (_, decide) => {
  it('reads four times as much in four times as many calls', () => {
    expect(readsOf(decide, 2_000)).toBeLessThan(4.5 * readsOf(decide, 500));
  });
});

const tools = fc.constantFrom('read', 'bash', 'mcp__a__b', 'write');
const message = fc
  .tuple(fc.array(fc.tuple(tools, fc.integer({ min: 1, max: 40 })), { maxLength: 3 }))
  .map(([results]) => {
    const calls = results.map(([tool], i) => `call #${i} ${tool} a.ts`);
    const text = [...calls, '---', ...results.map(([, tokens], i) => `result #${i} ${tokens} tokens`)].join('\n');
    return contextFromText(text).messages.at(-1) ?? contextFromText('user 5 tokens').messages[0];
  })
  .filter((each) => each !== undefined);

type Step =
  | { readonly type: 'add'; readonly message: ContextMessage }
  | { readonly type: 'edit'; readonly place: number; readonly message: ContextMessage }
  | { readonly type: 'replace'; readonly from: number; readonly messages: readonly ContextMessage[] };

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ type: fc.constant('add' as const), message }) },
    fc.record({ type: fc.constant('edit' as const), place: fc.nat(20), message }),
    fc.record({
      type: fc.constant('replace' as const),
      from: fc.nat(20),
      messages: fc.array(message, { maxLength: 3 }),
    }),
  ),
  { maxLength: 30 },
);

describe('what is remembered of old results', () => {
  const limits = { tokens: 5, characters: 0 };
  const look = (messages: readonly ContextMessage[], index: ContextLedger | undefined, asked: Env) =>
    [undefined, limits].map((each) => {
      const context = { messages, memory, ...(index === undefined ? {} : { index }) };
      const { list, ...sums } = oldLiveResults(context, 3, asked, each);
      return { ...sums, list: list() };
    });

  it('is what a fresh look finds, whatever was added, edited and replaced', () => {
    fc.assert(
      fc.property(steps, fc.boolean(), (all, pins) => {
        const ledger = new ContextLedger(NO_TOOLS);
        const [, first] = contextFromText('call #1 read a.ts\n---\nresult #1 9 tokens').messages;
        const asked = pins && first !== undefined ? { ...env, pinned: new Set([first.message.id]) } : env;
        for (const step of all) {
          if (step.type === 'add') ledger.add(step.message);
          else if (step.type === 'replace') ledger.replace([...step.messages, ...ledger.messages.slice(step.from)]);
          else if (step.place < ledger.messages.length) ledger.edit([step], false);
          expect(look(ledger.messages, ledger, asked)).toEqual(look([...ledger.messages], undefined, asked));
        }
      }),
      { numRuns: 200 },
    );
  });
});
