import { afterEach, describe, expect, it, vi } from 'vitest';
import { importers } from '../../lib/importers/index';
import { fullCompact } from '../../lib/layers/full-compact/full-compact';
import type { Context, ContextMessage } from '../../lib/layers/shape/context';
import type { Env, Outcome } from '../../lib/layers/shape/layer';
import { snip } from '../../lib/layers/snip/snip';
import type { Simulation } from '../../lib/simulator/pipeline/simulation';
import type { RecordedBill } from '../../lib/simulator/recorded/recorded-bill';
import type { Message, ToolCallId } from '../../lib/transcript/transcript';
import { arbitraryCase, type FuzzKind, knownFixtures } from './arbitrary-case';
import { fuzzed } from './fuzz';

/** What is done to what a module gives back. */
interface Planted {
  lines?: (lines: Iterable<string>) => Iterable<string>;
  simulation?: (simulation: Simulation) => Simulation;
  bill?: (bill: RecordedBill) => RecordedBill;
  request?: (messages: readonly Message[]) => void;
}
const planted = vi.hoisted((): { now: Planted } => {
  // Another test of this process may have loaded them as they are.
  vi.resetModules();
  return { now: {} };
});

vi.mock('../../lib/transcript/write-transcript', async (original) => {
  const real = await original<typeof import('../../lib/transcript/write-transcript')>();
  const writeTranscripts: typeof real.writeTranscripts = function* (transcripts) {
    const lines = real.writeTranscripts(transcripts);
    yield* planted.now.lines?.(lines) ?? lines;
  };
  return { ...real, writeTranscripts };
});

vi.mock('../../lib/simulator/replay/replay', async (original) => {
  const real = await original<typeof import('../../lib/simulator/replay/replay')>();
  const replay: typeof real.replay = (...given) => {
    const simulation = real.replay(...given);
    return planted.now.simulation?.(simulation) ?? simulation;
  };
  return { ...real, replay };
});

vi.mock('../../lib/simulator/recorded/recorded-bill', async (original) => {
  const real = await original<typeof import('../../lib/simulator/recorded/recorded-bill')>();
  const recordedBill: typeof real.recordedBill = (of) => {
    const bill = real.recordedBill(of);
    return bill === undefined ? undefined : (planted.now.bill?.(bill) ?? bill);
  };
  return { ...real, recordedBill };
});

vi.mock('../../lib/worker/engine/request-body', async (original) => {
  const real = await original<typeof import('../../lib/worker/engine/request-body')>();
  const requestBody: typeof real.requestBody = (messages, ...rest) => {
    planted.now.request?.(messages);
    return real.requestBody(messages, ...rest);
  };
  return { ...real, requestBody };
});

type Changed = Extract<Outcome, { readonly type: 'changed' }>;

/** Whatever the compaction has changed is changed once more. */
function afterCompaction(change: (outcome: Changed) => Outcome): void {
  const { run } = fullCompact;
  vi.spyOn(fullCompact, 'run').mockImplementation(function* (...given) {
    const outcome = yield* run(...given);
    return outcome.type === 'changed' ? change(outcome) : outcome;
  });
}

function withMessages(outcome: Changed, messages: readonly ContextMessage[]): Outcome {
  return { ...outcome, context: { ...outcome.context, messages } };
}

function inSnip(change: (decide: () => Outcome | undefined, context: Context, env: Env) => Outcome | undefined): void {
  const { decide } = snip;
  vi.spyOn(snip, 'decide').mockImplementation((context, settings, env) =>
    change(() => decide?.(context, settings, env), context, env),
  );
}

function withResultAlone(outcome: Changed): Outcome {
  const [first] = outcome.context.messages;
  if (first === undefined) return outcome;
  const part = { kind: 'tool-result', callId: 'nobody' as ToolCallId, parts: [], isError: false } as const;
  const message: Message = { ...first.message, role: 'tool', kind: 'tool-results', parts: [part] };
  return withMessages(outcome, [first, { ...first, message, parts: [{ ...first.parts[0], part }] } as ContextMessage]);
}

interface Fault {
  readonly fault: string;
  readonly kind: FuzzKind;
  readonly found: RegExp;
  plant(): void;
}

const faults: readonly Fault[] = [
  {
    fault: 'every fifth record of a file is passed over',
    kind: 'import',
    found: /a good record was lost/,
    plant: () => {
      for (const importer of importers.filter(({ format }) => format !== 'highwater')) {
        const { start } = importer;
        vi.spyOn(importer, 'start').mockImplementation((env) => {
          const reading = start(env);
          const add = reading.add.bind(reading);
          let records = 0;
          vi.spyOn(reading, 'add').mockImplementation((value, line) => {
            records += 1;
            if (records % 5 !== 0) add(value, line);
          });
          return reading;
        });
      }
    },
  },
  {
    fault: 'an export leaves out a record',
    kind: 'policies',
    found: /an export is/,
    plant: () => {
      planted.now.lines = (lines) => [...lines].slice(0, -1);
    },
  },
  {
    fault: 'a cost that is not a number',
    kind: 'policies',
    found: /cost.dollars is NaN/,
    plant: () => {
      planted.now.simulation = (simulation) => {
        const { totals } = simulation;
        return { ...simulation, totals: { ...totals, cost: { ...totals.cost, dollars: Number.NaN } } };
      };
    },
  },
  {
    fault: 'less than nothing is read from the cache after a compaction',
    kind: 'policies',
    found: /cacheRead.* is -#/,
    plant: () => {
      planted.now.simulation = (simulation) =>
        simulation.compactions.length === 0 ? simulation : { ...simulation, cacheRead: Float64Array.of(-1) };
    },
  },
  {
    fault: 'an exception at a request whose first message is a summary',
    kind: 'policies',
    found: /cannot be written/,
    plant: () => {
      planted.now.request = ([first]) => {
        if (first?.kind === 'summary') throw new Error('cannot be written');
      };
    },
  },
  {
    fault: 'the bill counts an answer twice',
    kind: 'policies',
    found: /an unchanged replay (?:sends|costs)/,
    plant: () => {
      planted.now.bill = (bill) => ({ ...bill, output: bill.output * 2 });
    },
  },
  {
    fault: '[L1] a compaction leaves a result without its call',
    kind: 'policies',
    found: /\[L1\]|has faults that the recording has not/,
    plant: () => afterCompaction(withResultAlone),
  },
  {
    fault: '[L2] a summary is said by the model, and nothing before it',
    kind: 'policies',
    found: /\[L1\]|has faults that the recording has not/,
    plant: () =>
      afterCompaction((outcome) => {
        const { messages } = outcome.context;
        return withMessages(
          outcome,
          messages.map((each) => ({ ...each, message: { ...each.message, role: 'assistant' } })),
        );
      }),
  },
  {
    fault: '[L3] a layer turns the order around',
    kind: 'settings',
    found: /\[L1\]|has faults that the recording has not/,
    plant: () =>
      inSnip((decide) => {
        const outcome = decide();
        return outcome?.type === 'changed' ? withMessages(outcome, outcome.context.messages.toReversed()) : outcome;
      }),
  },
  {
    fault: '[L3] a layer removes pinned messages',
    kind: 'policies',
    found: /\[L3\]/,
    plant: () => {
      const { run } = fullCompact;
      vi.spyOn(fullCompact, 'run').mockImplementation((context, settings, env) =>
        run(context, settings, { ...env, pinned: new Set() }),
      );
    },
  },
  {
    fault: '[L4] a compaction is another one each time',
    kind: 'policies',
    found: /\[L4\]/,
    plant: () => {
      let times = 0;
      afterCompaction((outcome) => {
        times += 1;
        return { ...outcome, summaryTokens: times };
      });
    },
  },
  {
    fault: '[L5] what a compaction left has no size',
    kind: 'policies',
    found: /NaN|\[L5\]/,
    plant: () =>
      afterCompaction((outcome) => {
        const [first, ...others] = outcome.context.messages;
        return first === undefined ? outcome : withMessages(outcome, [{ ...first, tokens: Number.NaN }, ...others]);
      }),
  },
  {
    fault: '[L6] a compaction adds more than it removes',
    kind: 'policies',
    found: /a layer added # tokens/,
    plant: () =>
      afterCompaction((outcome) => ({
        ...outcome,
        changes: outcome.changes.map((each) => (each.fate === 'injected' ? { ...each, tokens: -1_000_000 } : each)),
      })),
  },
  {
    fault: '[L7] a compaction does not say what it put there',
    kind: 'policies',
    found: /\[L7\]/,
    plant: () =>
      afterCompaction((outcome) => ({
        ...outcome,
        changes: outcome.changes.filter(({ fate }) => fate !== 'injected'),
      })),
  },
  {
    fault: '[L8] a layer does not know what it has freed',
    kind: 'settings',
    found: /snip changes its own result/,
    plant: () =>
      inSnip((decide) => {
        const outcome = decide();
        return outcome?.type === 'changed' ? { ...outcome, freedTokens: 0 } : outcome;
      }),
  },
];

/** Each is found in fewer; with a seed it is always the same one. */
const MOST = 1_500;

describe('the fuzzer finds a planted fault', () => {
  afterEach(() => {
    planted.now = {};
    vi.restoreAllMocks();
  });

  it.each(faults)('$fault', async ({ kind, found, plant }) => {
    const fixtures = kind === 'import' ? await knownFixtures() : [];
    plant();
    const first = await fuzzed(arbitraryCase(kind, 7, fixtures, []), { seed: 7, cases: MOST, isUnshrunk: true });
    expect(first?.name).toMatch(found);
  });
});
