import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ok } from '../../base/result';
import { none } from '../../policies/presets/none';
import type { Policy } from '../../policies/shape/policy';
import { policyLayers } from '../../policies/shape/policy-layer';
import type { Entry } from '../journal/entry';
import { decisionsOf, replayOf } from '../run/replayed-run.test-support';
import { AgentRun } from './agent-run';
import { RunHost } from './run-host';
import { begun, reads, says, surroundings, text } from './run-host.test-support';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Only clears by time. */
const policy: Policy = { ...none, layers: policyLayers({ 'microcompact-time': { keep: 1 } }) };

/** As the store keeps it, with what was cut off. */
class Kept {
  all: Entry[];
  length: number;

  constructor(entries: readonly Entry[]) {
    this.all = [...entries];
    this.length = entries.length;
  }

  readonly journal = {
    append: async (place: number, entry: Entry) => {
      this.all = [...this.all.slice(0, place), structuredClone(entry)];
      this.length = place + 1;
      return ok(undefined);
    },
    cut: async (length: number) => {
      this.length = length;
      return ok(undefined);
    },
  };
}

/** A run of a model that reads twice and is done, on a clock that goes on by a second whenever it is looked at. */
class Waiting {
  readonly kept: Kept;
  host: RunHost;
  private hostMs = 1_000;
  private replies = 0;

  constructor(under = policy) {
    this.kept = new Kept([begun(under)]);
    this.host = this.opened();
  }

  /** What a reload does. */
  reload(): void {
    this.host = this.opened();
  }

  private opened(): RunHost {
    const { all, length, journal } = this.kept;
    const answer = () => {
      this.replies += 1;
      return says(...(this.replies % 3 === 0 ? [text('done')] : [reads('a.txt')]));
    };
    const parts = {
      journal,
      surroundings,
      model: () => ({ ask: async () => answer() }),
      runTools: async (calls: readonly { readonly id: string }[], desk: Parameters<RunHostTools>[1]) => {
        desk.write(`written-${this.replies}.txt`, `${desk.nowMs()}`);
        const results = calls.map(({ id }) => ({
          callId: id,
          text: 'line\n'.repeat(1_000),
          isError: false,
          tookMs: 1,
        }));
        return { results, files: desk.workspace.takeChanges(), desk: desk.state() };
      },
      nowMs: () => {
        this.hostMs += 1_000;
        return this.hostMs;
      },
      onChange: () => undefined,
    };
    return new RunHost(parts, all.slice(0, length), all.slice(length));
  }
}
type RunHostTools = ConstructorParameters<typeof RunHost>[0]['runTools'];

function stateOf({ run, workspace, log, files, desk, passedMs }: AgentRun) {
  return {
    transcript: run.transcript,
    context: run.context,
    need: run.need,
    numbers: run.result(),
    texts: workspace.files(),
    items: log.items,
    files,
    desk,
    passedMs,
  };
}

const clearedIn = ({ host }: Waiting) =>
  host.state.run
    .result()
    .changes.map(({ layer, call, reason }) => `${layer} #${call}: ${reason.values.minutes} minutes`);

it('[M3] clears by time at the next call after 61 minutes, also over a reload', async () => {
  for (const reloads of [false, true]) {
    const run = new Waiting();
    await run.host.enter({ type: 'prompt', text: 'go' });
    await run.host.enter({ type: 'waited', ms: 61 * MINUTE_MS });
    if (reloads) run.reload();
    expect(run.host.status).toEqual({ type: 'idle' });
    expect(clearedIn(run)).toEqual([]);
    await run.host.enter({ type: 'prompt', text: 'go on' });
    expect(clearedIn(run)).toEqual(['microcompact-time #3: 61 minutes']);
    expect(decisionsOf(replayOf(run.host.state.run))).toEqual(decisionsOf(run.host.state.run.result()));
  }
});

it('does not clear by time after 59 minutes', async () => {
  const run = new Waiting();
  await run.host.enter({ type: 'prompt', text: 'go' });
  await run.host.enter({ type: 'waited', ms: 59 * MINUTE_MS });
  await run.host.enter({ type: 'prompt', text: 'go on' });
  expect(clearedIn(run)).toEqual([]);
});

it('dates entries, messages, calls and files by the clock of the run', async () => {
  const run = new Waiting();
  await run.host.enter({ type: 'prompt', text: 'go' });
  await run.host.enter({ type: 'waited', ms: DAY_MS });
  await run.host.enter({ type: 'prompt', text: 'go on' });
  const { entries, run: live, workspace } = run.host.state;
  const dayOf = (timeMs = 0) => Math.floor(timeMs / DAY_MS);
  expect(entries.map(({ type, timeMs }) => `${type} ${dayOf(timeMs)}`)).toEqual([
    ...['begun 0', 'prompt 0', 'reply 0', 'results 0', 'reply 0', 'results 0', 'reply 0', 'waited 0'],
    ...['prompt 1', 'reply 1', 'results 1', 'reply 1', 'results 1', 'reply 1'],
  ]);
  expect(live.transcript.calls.map(({ timeMs }) => dayOf(timeMs))).toEqual([0, 0, 0, 1, 1, 1]);
  expect(workspace.list().map((path) => dayOf(workspace.modifiedMs(path)))).toEqual([0, 0, 0, 1, 1]);
  // What a tool saw of the clock.
  expect(dayOf(Number(workspace.read('written-4.txt')))).toBe(1);
});

it('lets the cache expire', async () => {
  const readAfter = async (ms: number) => {
    const run = new Waiting(none);
    await run.host.enter({ type: 'prompt', text: 'go' });
    await run.host.enter({ type: 'waited', ms });
    await run.host.enter({ type: 'prompt', text: 'go on' });
    return run.host.state.run.calls[3]?.predictedCacheRead ?? 0;
  };
  expect(await readAfter(MINUTE_MS)).toBeGreaterThan(1_000);
  expect(await readAfter(61 * MINUTE_MS)).toBe(0);
});

it('undoes the passing of time alone, if it came after the last prompt', async () => {
  const run = new Waiting();
  await run.host.enter({ type: 'waited', ms: DAY_MS });
  await run.host.enter({ type: 'prompt', text: 'go' });
  await run.host.enter({ type: 'waited', ms: 2 * DAY_MS });
  const passed = () => run.host.state.passedMs / DAY_MS;
  expect(passed()).toBe(3);
  await run.host.undo();
  expect([passed(), run.host.state.entries.at(-1)?.type, run.host.status.type]).toEqual([1, 'reply', 'idle']);
  await run.host.undo();
  expect([passed(), run.host.state.entries.at(-1)?.type]).toEqual([1, 'waited']);
  await run.host.undo();
  expect([passed(), run.host.canUndo]).toEqual([0, false]);
  for (const expected of [1, 1, 3]) {
    await run.host.redo();
    expect(passed()).toBe(expected);
  }
  expect(run.host.canRedo).toBe(false);
});

it('prepares a stopped call again at its new time, unless layers have acted for it', async () => {
  const run = new Waiting();
  await run.host.enter({ type: 'prompt', text: 'go' });
  const stopped = AgentRun.of(
    [...run.host.state.entries, { type: 'prompt', text: 'go on', timeMs: 9_000_000 }],
    surroundings,
  );
  expect(stopped.run.need.type).toBe('reply');
  const acted = stopped.run.result().changes.length;
  stopped.apply({ type: 'waited', ms: DAY_MS, timeMs: 9_001_000 });
  expect(stopped.run.result().changes).toHaveLength(acted);
  const early = AgentRun.of(
    [...run.host.state.entries, { type: 'prompt', text: 'go on', timeMs: 30_000 }],
    surroundings,
  );
  expect(early.run.result().changes).toEqual([]);
  early.apply({ type: 'waited', ms: DAY_MS, timeMs: 31_000 });
  expect(early.run.result().changes.map(({ layer, call }) => `${layer} #${call}`)).toEqual(['microcompact-time #3']);
});

const act = fc.oneof(
  { weight: 3, arbitrary: fc.constant('prompt' as const) },
  { weight: 3, arbitrary: fc.constantFrom(MINUTE_MS, 61 * MINUTE_MS, DAY_MS) },
  { weight: 3, arbitrary: fc.constantFrom('undo' as const, 'redo' as const, 'reload' as const) },
);

it('is a fold of its entries, whatever is sent, waited, undone, redone and reloaded', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 12 }), async (acts) => {
      const run = new Waiting();
      let done: (number | 'prompt')[] = [];
      let undone: (number | 'prompt')[] = [];
      for (const each of acts) {
        if (each === 'undo') {
          await run.host.undo();
          undone = [...done.slice(-1), ...undone];
          done = done.slice(0, -1);
        } else if (each === 'redo') {
          await run.host.redo();
          done = [...done, ...undone.slice(0, 1)];
          undone = undone.slice(1);
        } else if (each === 'reload') run.reload();
        else {
          await run.host.enter(each === 'prompt' ? { type: 'prompt', text: 'go' } : { type: 'waited', ms: each });
          done = [...done, each];
          undone = [];
        }
        const { entries } = run.host.state;
        expect(stateOf(run.host.state)).toEqual(
          stateOf(AgentRun.of(JSON.parse(JSON.stringify(entries)), surroundings)),
        );
        expect(entries.flatMap((entry) => stepOf(entry))).toEqual(done);
        expect(run.host.state.passedMs).toBe(
          done.reduce<number>((sum, step) => sum + (step === 'prompt' ? 0 : step), 0),
        );
        expect([run.host.canUndo, run.host.canRedo]).toEqual([done.length > 0, undone.length > 0]);
        const times = entries.map(({ timeMs }) => timeMs);
        expect(times).toEqual([...times].sort((a, b) => a - b));
      }
      expect(decisionsOf(replayOf(run.host.state.run))).toEqual(decisionsOf(run.host.state.run.result()));
    }),
    { numRuns: 150 },
  );
}, 60_000);

function stepOf(entry: Entry): (number | 'prompt')[] {
  if (entry.type === 'prompt') return ['prompt'];
  return entry.type === 'waited' ? [entry.ms] : [];
}
