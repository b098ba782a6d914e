import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ok } from '../../base/result';
import { policies } from '../../policies/index';
import type { Policy } from '../../policies/shape/policy';
import type { Command } from '../../simulator/commands/command';
import {
  MadeUpAgent,
  madeUpResults,
  madeUpSurroundings,
  problemOf,
  smallWindow,
} from '../host/made-up-agent.test-support';
import { RunHost } from '../host/run-host';
import type { ChatModel } from '../journal/chat-model';
import { type Entry, JOURNAL_VERSION, type ModelChoice, type RunSetup } from '../journal/entry';
import type { OwnEntry } from '../journal/new-entry';

const RUNS = process.env.HIGHWATER_LONG === '1' ? 200 : 4;
const TURNS = 40;

const models: fc.Arbitrary<ModelChoice> = fc.oneof(
  fc.constant({ type: 'scripted' } as const),
  fc
    .record({
      id: fc.constantFrom('claude-opus-5-5', 'claude-opus-4-6', 'claude-haiku-4-5'),
      thinks: fc.boolean(),
      serverClears: fc.boolean(),
      compacts: fc.boolean(),
    })
    .map(
      ({ compacts, ...model }) =>
        ({ type: 'api', ...model, ...(compacts ? { serverCompactsFrom: 60_000 } : {}) }) as const,
    ),
);

/** What the user does in the middle of it, and before which call. */
const interventions = fc.array(
  fc.record({
    call: fc.nat(TURNS),
    entry: fc.oneof(
      fc.constantFrom(...policies).map((policy): OwnEntry => ({ type: 'policy', policy: smallWindow(policy) })),
      models.map((model): OwnEntry => ({ type: 'model', model })),
      fc
        .constantFrom<Command>(
          { type: 'compact' },
          { type: 'compact', focus: 'the tiles' },
          { type: 'snip' },
          { type: 'note' },
        )
        .map((command): OwnEntry => ({ type: 'command', command })),
      fc.constant<OwnEntry>({ type: 'prompt', text: 'And never empty src/pool.ts.' }),
    ),
  }),
  { maxLength: 5 },
);

it.each(policies)(
  '[L2] under "$id", every request is accepted by the API',
  async (preset) => {
    const seen = { turn: 0, summary: 0, note: 0, recall: 0, memory: 0, dream: 0, agent: 0, progress: 0, hook: 0 };
    await fc.assert(
      fc.asyncProperty(models, interventions, async (model, planned) => {
        const inner = new MadeUpAgent({ turns: TURNS, thinks: true, compacts: true });
        const waiting = [...planned];
        const judged: ChatModel = {
          ask: (request, options) => {
            seen[request.purpose] += 1;
            expect(problemOf(request)).toBeUndefined();
            const due = waiting.findIndex(({ call }) => call === host.state.run.calls.length);
            const [next] = due === -1 ? [] : waiting.splice(due, 1);
            if (next !== undefined) void host.enter(next.entry);
            return inner.ask(request, options);
          },
        };
        const host = hostOf(smallWindow(preset), model, judged);
        await host.enter({ type: 'prompt', text: 'Mend the pool' });
        for (let tries = 0; tries < 20 && inner.answered < TURNS; tries++) {
          if (host.status.type === 'help') await host.goOn();
          else await host.enter({ type: 'prompt', text: 'Go on' });
        }
        expect(host.state.entries.filter(({ type }) => type === 'problem')).toEqual([]);
      }),
      { numRuns: RUNS },
    );
    expect(seen.turn).toBeGreaterThan(RUNS * 5);
  },
  120_000,
);

function hostOf(policy: Policy, model: ModelChoice, agent: ChatModel): RunHost {
  let nowMs = 0;
  const limits = { calls: 1_000, dollars: 1_000 };
  const setup: RunSetup = { version: JOURNAL_VERSION, runId: 'run', policy, model, limits, files: {} };
  const begun: Entry = { type: 'begun', timeMs: 0, setup };
  return new RunHost(
    {
      journal: { append: async () => ok(undefined), cut: async () => ok(undefined) },
      surroundings: madeUpSurroundings,
      model: () => agent,
      runTools: madeUpResults,
      nowMs: () => {
        nowMs += 1_000;
        return nowMs;
      },
      onChange: () => undefined,
    },
    [begun],
  );
}
