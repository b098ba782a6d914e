import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { policyLayers } from '../../policies/shape/policy-layer';
import type { Simulation } from '../../simulator/pipeline/simulation';
import type { ChatModel, ModelOutcome } from '../journal/chat-model';
import { decisionsOf, replayOf } from '../run/replayed-run.test-support';
import {
  happens,
  type MemoryRun,
  type MemoryRunParts,
  memoryRun,
  said,
  settled,
  withMemory,
} from './memory-run.test-support';

const RULE = 'Never push to main yourself, because the release robot deploys whatever lands there.';
const TASK = 'List all files';

/** Written often, so that a short run has several notes. */
const often = policyLayers({
  'note-extraction': { when: 'beside', firstTokens: 0, growthTokens: 50, toolCalls: 1 },
});

function noteBeside(more: Parameters<typeof withMemory>[0] = {}) {
  const policy = withMemory(more);
  const layers = policy.layers.map((row, place) => (often[place]?.isOn === true ? often[place] : row));
  return { ...policy, id: 'note-beside', layers };
}

/** Notes as `answer` says, everything else as the script says. */
function notesBy(
  answer: (number: number, scripted: () => Promise<ModelOutcome>, signal: AbortSignal) => Promise<ModelOutcome>,
) {
  return (scripted: ChatModel): ChatModel => {
    let number = 0;
    return {
      ask: (request, options) => {
        if (request.purpose !== 'note') return scripted.ask(request, options);
        number += 1;
        return answer(number, () => scripted.ask(request, options), options.signal);
      },
    };
  };
}

const never = () => new Promise<ModelOutcome>(() => undefined);

function noteRun(parts: MemoryRunParts = {}): MemoryRun {
  return memoryRun({ policy: noteBeside(), ...parts });
}

function notesIn({ host }: MemoryRun) {
  return host.state.log.items.filter((item) => item.type === 'fork');
}

/** An answer that was stopped is recorded as one that failed, whoever asked. */
function decided(simulation: Simulation) {
  const { failures, ...others } = decisionsOf(simulation);
  return { ...others, failures: failures.map(({ call, layer }) => [call, layer]) };
}

describe('a note beside the turns', () => {
  it('[N2] [J2] does not hold up the turn, and is there once it is done', async () => {
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const run = noteRun({ model: notesBy((_, scripted) => held.then(scripted)) });
    await run.host.enter({ type: 'prompt', text: TASK });
    await run.host.enter({ type: 'prompt', text: RULE });
    expect(run.host.status).toEqual({ type: 'idle' });
    expect(run.host.state.run.calls.length).toBeGreaterThan(2);
    expect(run.host.state.run.open).toEqual(['note-1']);
    expect(run.host.isUnderWay('note-1')).toBe(true);
    expect(run.asked.filter(({ purpose }) => purpose === 'note')).toHaveLength(1);
    expect(notesIn(run)).toMatchObject([{ purpose: 'note', openTask: 'note-1' }]);
    const place = run.host.state.log.items.findIndex((item) => item.type === 'fork');
    answer();
    await settled(run);
    expect(run.host.state.run.open).toEqual([]);
    expect(run.host.state.run.note?.tokens).toBeGreaterThan(0);
    const done = run.host.state.log.items[place];
    expect(done).toMatchObject({ type: 'fork', purpose: 'note', usage: { output: expect.any(Number) } });
    expect(done).not.toHaveProperty('openTask');
    expect(run.stored.filter(({ type }) => type === 'forked')).toMatchObject([{ task: 'note-1' }]);
  });

  it('[N2] `/summary` is answered at once, and the older note does not replace its own', async () => {
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const run = noteRun({ model: notesBy((number, scripted) => (number === 1 ? held.then(scripted) : scripted())) });
    await run.host.enter({ type: 'prompt', text: TASK });
    await run.host.enter({ type: 'command', command: { type: 'note' } });
    const byHand = run.host.state.run.note;
    expect(byHand).toBeDefined();
    expect(run.host.state.run.result().notes.map(({ reason }) => reason.code)).toEqual(['forced']);
    answer();
    await settled(run);
    expect(run.host.state.run.open).toEqual([]);
    expect(run.host.state.run.note).toEqual(byHand);
  });

  it.each([
    [{ type: 'failed', what: 'The API is busy.', advice: 'Wait.' } as const, 'The API is busy.'],
    [{ type: 'too-long', what: 'too long' } as const, 'the request was too long'],
  ])('[J2] that fails is shown and stops no turn (%#)', async (outcome, words) => {
    const run = noteRun({
      model: notesBy((number, scripted) => (number === 1 ? Promise.resolve(outcome) : scripted())),
    });
    await said(run, TASK);
    expect(run.host.status).toEqual({ type: 'idle' });
    expect(notesIn(run)[0]).toMatchObject({ failed: expect.stringContaining(words.slice(0, 8)) });
    expect(run.host.state.log.items.filter(({ type }) => type === 'layer-failed')).toHaveLength(1);
    await said(run, RULE);
    expect(run.host.state.run.note).toBeDefined();
  });

  it('[J2] is stopped with the run, or alone', async () => {
    for (const end of ['stop', 'alone'] as const) {
      const run = noteRun({ model: notesBy((number, scripted) => (number === 1 ? never() : scripted())) });
      await run.host.enter({ type: 'prompt', text: TASK });
      expect(run.host.state.run.open).toEqual(['note-1']);
      if (end === 'stop') await run.host.stop();
      else await run.host.endTask('note-1');
      await settled(run);
      expect(run.host.state.run.open).toEqual([]);
      expect(run.host.status).toEqual({ type: 'idle' });
      expect(notesIn(run)).toMatchObject([{ failed: 'it was stopped' }]);
      await said(run, RULE);
      expect(run.host.state.run.note).toBeDefined();
    }
  });

  it('[J2] rests after a reload at any step, and goes on with the run and the very same request', async () => {
    const whole = noteRun({ policy: noteBeside({ save: {} }) });
    await said(whole, TASK, RULE);
    const { stored } = whole;
    let rested = 0;
    for (let length = 1; length <= stored.length; length++) {
      const again = noteRun({ entries: stored.slice(0, length) });
      const { run } = again.host.state;
      if (run.open.length > 0 && run.need.type === 'prompt') {
        expect(again.host.status.type).toBe('resting');
        rested += 1;
      }
      await again.host.goOn();
      await settled(again);
      expect(again.host.state.run.open).toEqual([]);
      const asked = JSON.stringify(again.asked.find(({ purpose }) => purpose === 'note')?.body);
      const before = whole.asked.filter(({ purpose }) => purpose === 'note').map(({ body }) => JSON.stringify(body));
      if (asked !== undefined && length > 1) expect(before).toContain(asked);
    }
    expect(rested).toBeGreaterThan(0);
  });

  it('[J2] is gone with the turn that is undone, and comes back with it', async () => {
    const run = noteRun();
    await said(run, TASK);
    const { note: first } = run.host.state.run;
    await said(run, RULE);
    const { note: second } = run.host.state.run;
    expect(second).not.toEqual(first);
    await run.host.undo();
    expect(run.host.state.run.note).toEqual(first);
    await run.host.undo();
    expect(run.host.state.run.note).toBeUndefined();
    await run.host.redo();
    await run.host.redo();
    expect(run.host.state.run.note).toEqual(second);
  });

  const steps = fc.array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(RULE, TASK, 'I am new to awk.') },
      {
        weight: 5,
        arbitrary: fc.constantFrom(
          '/compact',
          'stop',
          'undo',
          'redo',
          'reload',
          'crash',
          'end',
          'wait',
          'full',
          'fail',
        ),
      },
    ),
    { minLength: 3, maxLength: 10 },
  );
  const RUNS = process.env.HIGHWATER_LONG === '1' ? 3_000 : 300;

  it('[N2] [J2] whatever happens: no second one meanwhile, nothing is lost, and a replay decides the same', async () => {
    let written = 0;
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(), async (wanted, seed) => {
        let failing = 0;
        let slow = seed % 5;
        const open = new Set<AbortSignal>();
        let mostAtOnce = 0;
        const model = notesBy(async (_, scripted, signal) => {
          slow = (slow + 1) % 5;
          open.add(signal);
          mostAtOnce = Math.max(mostAtOnce, [...open].filter(({ aborted }) => !aborted).length);
          for (let times = 0; times < slow * 6; times++) await new Promise((resolve) => setImmediate(resolve));
          open.delete(signal);
          failing -= 1;
          return failing >= 0 ? { type: 'failed', what: 'It broke.', advice: 'Go on.' } : scripted();
        });
        const policy = noteBeside(seed % 2 === 0 ? {} : { save: {}, recall: {} });
        let run = noteRun({ model, policy });
        for (const [place, step] of wanted.entries()) {
          // Some steps do not wait for what the one before it has started.
          if ((seed >> (place % 20)) % 2 === 0) await settled(run);
          run = await happens(run, step, {
            reloaded: (entries) => {
              // Requests end with the tab that made them.
              open.clear();
              return noteRun({ model, policy, entries });
            },
            failsNext: () => {
              failing = 1;
            },
          });
        }
        run.store.isFull = false;
        failing = 0;
        await run.host.goOn();
        await settled(run);
        await said(run, TASK);
        const { state } = run.host;
        expect(state.run.open).toEqual([]);
        expect(state.run.note).toBeDefined();
        expect(mostAtOnce).toBe(1);
        expect(state.entries.filter(({ type }) => type === 'problem')).toEqual([]);
        expect(run.stored.slice(0, state.entries.length)).toEqual(state.entries);
        written += state.run.result().notes.length;
        // A command that changed nothing is in no record, so a replay does not try it.
        if (wanted.includes('/compact')) return;
        expect(decided(replayOf(state.run))).toEqual(decided(state.run.result()));
      }),
      { numRuns: RUNS, seed: 5 },
    );
    expect(written).toBeGreaterThan(RUNS);
  }, 600_000);
});
