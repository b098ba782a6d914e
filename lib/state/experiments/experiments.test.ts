import { describe, expect, it } from 'vitest';
import { openJobs } from '../../experiments/plan';
import { boundsOf, paidFor, priceOf, requestPrice } from '../../experiments/price';
import { cutOff, experimentOf, experimentsForTest, recounted, rejected, whole } from './experiments.test-support';

const ID = 'experiment-1';

function opened({ experiments }: ReturnType<typeof experimentsForTest>) {
  const found = experiments.getState().opened[ID];
  if (found === undefined) throw new Error('It was not opened');
  return found;
}

describe('an experiment', () => {
  it('gets every answer once, a few at once, and stores each with its lists', async () => {
    const test = experimentsForTest(async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return whole;
    });
    await test.experiments.getState().begin(experimentOf());
    const { answers, isRunning, problem, experiment } = opened(test);
    // Two prompts twice and the offline summary once, at four boundaries.
    expect(answers).toHaveLength(20);
    expect(new Set(answers.map(({ job }) => job)).size).toBe(20);
    expect(answers.every(({ state }) => state === 'whole')).toBe(true);
    expect([isRunning, problem]).toEqual([false, undefined]);
    expect(test.seen.mostAtOnce).toBeGreaterThan(1);
    expect(test.seen.mostAtOnce).toBeLessThanOrEqual(4);
    expect(test.engines).toEqual({ started: 2, stopped: 2 });
    expect([test.memory.answers.content.size, test.memory.lists.content.size]).toEqual([20, 20]);
    expect(test.memory.begun.content.size).toBe(0);
    expect(experiment.agreed).toEqual([{ atMs: expect.any(Number), ...boundsOf(experimentOf(), []) }]);
    const lists = await test.experiments.getState().lists(ID, answers[0]?.id ?? '');
    expect(lists?.scores[0]?.items).toHaveLength(1);
  });

  it('lets the first request of a prefix go ahead, so that the others read what it wrote to the cache', async () => {
    let ahead = 0;
    const early: number[] = [];
    const seen = new Set<string>();
    const test = experimentsForTest(async ({ place }, { onProgress }) => {
      const prefix = JSON.stringify(place);
      const isFirst = !seen.has(prefix);
      seen.add(prefix);
      if (!isFirst && ahead > 0) early.push(ahead);
      if (isFirst) ahead += 1;
      await new Promise((resolve) => setTimeout(resolve, 2));
      if (isFirst) ahead -= 1;
      onProgress?.({ type: 'asking', tryNumber: 1, text: 'A', firstTokenMs: 1 });
      await new Promise((resolve) => setTimeout(resolve, 1));
      return whole;
    });
    await test.experiments.getState().begin(experimentOf(1, { boundaries: experimentOf(1).boundaries.slice(0, 1) }));
    expect(opened(test).answers).toHaveLength(5);
    expect(early).toEqual([]);
  });

  it('asks again for an interrupted answer, keeps the partial one, and stays within its bounds', async () => {
    const begun = new Set<string>();
    const test = experimentsForTest(({ id }) => {
      const isFirst = !begun.has(id);
      begun.add(id);
      return isFirst && id.endsWith('.2') ? cutOff : whole;
    });
    await test.experiments.getState().begin(experimentOf());
    const { answers, experiment } = opened(test);
    const partial = answers.filter(({ state }) => state === 'partial');
    expect(partial).toHaveLength(8);
    expect(partial.every(({ text, problem }) => text === 'A summ' && problem !== undefined)).toBe(true);
    expect(openJobs(experiment, answers)).toEqual([]);
    expect(paidFor(answers).dollars * 1_000).toBeLessThanOrEqual(experiment.agreed[0]?.most ?? 0);
  });

  it('stops after several failures in a row, and continues where it was', async () => {
    let isBroken = true;
    const test = experimentsForTest(() => (isBroken ? rejected : whole));
    await test.experiments.getState().begin(experimentOf());
    expect(opened(test).problem?.what).toBe('Stopped after 5 failures in a row. The latest: The key was not accepted.');
    expect(test.asked.filter(({ writer }) => writer.type === 'model').length).toBeLessThan(10);
    isBroken = false;
    await test.experiments.getState().resume(ID);
    expect(openJobs(experimentOf(), opened(test).answers)).toEqual([]);
    expect(opened(test).problem).toBeUndefined();
    expect(opened(test).experiment.agreed).toHaveLength(2);
  });

  it('[V7] stops before the request that could pass its limit, says so, and continues with a higher one', async () => {
    const test = experimentsForTest(() => whole);
    const prices = ['r1', 'r2'].map((row) => requestPrice(experimentOf(), { row, boundary: 'b1' }, 'each')?.most ?? 0);
    const most = Math.min(...prices);
    // Five answers of $0.05 each, and one request more than fits.
    await test.experiments.getState().begin(experimentOf(2, { limitMills: 250 + most - 1 }));
    const { answers, problem, isRunning } = opened(test);
    expect(paidFor(answers).dollars).toBeCloseTo(0.25);
    expect(problem?.what).toMatch(/the next request may cost up to \$0\.\d{3}, and \$0\.250 may be spent already/);
    expect(isRunning).toBe(false);
    expect(answers.filter(({ sent }) => sent === undefined).length).toBeGreaterThan(0);
    await test.experiments.getState().resume(ID, { limitMills: undefined });
    expect(opened(test).problem).toBeUndefined();
    expect(openJobs(experimentOf(), opened(test).answers)).toEqual([]);
    expect(opened(test).experiment.limitMills).toBeUndefined();
  });

  it('[V7] sends nothing to a model without a known price while there is a limit', async () => {
    const test = experimentsForTest(() => whole);
    const rows = experimentOf().rows.map((row) => (row.type === 'model' ? { ...row, model: 'somebody-7b' } : row));
    await test.experiments.getState().begin(experimentOf(1, { rows, limitMills: 1_000_000 }));
    expect(opened(test).problem?.what).toContain('The price of somebody-7b is unknown');
    expect(test.asked.filter(({ writer }) => writer.type === 'model')).toEqual([]);
  });

  it('can be stopped: what had arrived is kept, and nothing more is asked', async () => {
    const test = experimentsForTest(
      (_, { signal, onProgress }) =>
        new Promise((resolve) => {
          onProgress?.({ type: 'asking', tryNumber: 1, text: 'A summ', firstTokenMs: 1 });
          signal?.addEventListener('abort', () => resolve(cutOff), { once: true });
        }),
    );
    const running = test.experiments.getState().begin(experimentOf());
    await expect.poll(() => test.experiments.getState().running[ID]?.length).toBe(4);
    await expect.poll(() => test.memory.begun.content.size).toBeGreaterThan(0);
    test.experiments.getState().stop(ID);
    await running;
    const before = test.asked.length;
    expect(opened(test).answers.filter(({ state }) => state === 'partial').length).toBeGreaterThan(0);
    expect(test.memory.begun.content.size).toBe(0);
    expect(test.asked.length).toBe(before);
    expect(opened(test).isRunning).toBe(false);
  });

  it('takes up after a reload: finished answers are there, begun ones are partial, and none is asked twice', async () => {
    const dying = experimentsForTest(({ id }, { onProgress }) => {
      onProgress?.({ type: 'asking', tryNumber: 1, text: 'A summ', firstTokenMs: 1 });
      return id.endsWith('.1') ? whole : new Promise(() => {});
    });
    void dying.experiments.getState().begin(experimentOf());
    await expect.poll(() => dying.memory.answers.content.size).toBe(6);
    const again = experimentsForTest(() => whole, dying.memory);
    await again.experiments.getState().open(ID);
    const { answers } = opened(again);
    const interrupted = answers.filter(({ isBillUnknown }) => isBillUnknown);
    expect(interrupted.length).toBeGreaterThan(0);
    expect(interrupted.every(({ problem }) => problem?.what.startsWith('Interrupted'))).toBe(true);
    expect(again.memory.begun.content.size).toBe(0);
    expect(boundsOf(experimentOf(), answers).most).toBeLessThanOrEqual(priceOf(experimentOf()).most + 200);
    await again.experiments.getState().resume(ID);
    const jobs = opened(again)
      .answers.filter(({ state }) => state === 'whole')
      .map(({ job }) => job);
    expect(jobs).toHaveLength(20);
    expect(new Set(jobs).size).toBe(20);
  });

  it('stops when an answer cannot be stored, keeps it, and stores it when there is room', async () => {
    const test = experimentsForTest(() => whole);
    let saves = 0;
    const { set } = test.memory.answers;
    test.memory.answers.set = async (key, value) => {
      saves += 1;
      if (saves === 6) throw new DOMException('full', 'QuotaExceededError');
      return set(key, value);
    };
    await test.experiments.getState().begin(experimentOf());
    const { unsaved, notSaved, answers, isRunning } = opened(test);
    expect(notSaved?.kind).toBe('full');
    expect(unsaved).toHaveLength(1);
    expect(isRunning).toBe(false);
    expect(answers.length).toBeLessThan(20);
    expect(test.memory.answers.content.size).toBe(answers.length - 1);
    await test.experiments.getState().saveAgain(ID);
    expect(opened(test)).toMatchObject({ unsaved: [], notSaved: undefined });
    expect(test.memory.answers.content.size).toBe(answers.length);
  });

  it('does not run here while another tab runs it', async () => {
    const test = experimentsForTest(() => whole);
    test.held.add(ID);
    await test.experiments.getState().begin(experimentOf());
    expect(opened(test)).toMatchObject({ isElsewhere: true, isRunning: false, answers: [] });
  });

  it('is renamed, and deleted with undo', async () => {
    const test = experimentsForTest(() => whole);
    const { begin, edit, remove } = test.experiments.getState();
    await begin(experimentOf(1));
    await edit(ID, { title: 'Renamed', thresholds: { 'used-later': 0.8 } });
    await remove(ID);
    expect(test.experiments.getState().kept).toEqual([]);
    expect(test.memory.answers.content.size).toBeGreaterThan(0);
    test.removed.undo();
    await expect.poll(() => test.experiments.getState().kept.map(({ title }) => title)).toEqual(['Renamed']);
    const again = experimentsForTest(() => whole, test.memory);
    const end = again.experiments.getState().start();
    await expect.poll(() => again.experiments.getState().kept).toHaveLength(1);
    expect(again.experiments.getState().kept[0]).toMatchObject({
      title: 'Renamed',
      thresholds: { 'used-later': 0.8 },
    });
    end();
  });

  it('shows an answer once it is stored, and can undo a deletion as soon as it is seen', async () => {
    const test = experimentsForTest(() => whole);
    const release = test.memory.answers.holdWrites();
    const running = test.experiments.getState().begin(experimentOf());
    await expect.poll(() => test.asked.length).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(opened(test).answers).toEqual([]);
    release();
    await running;
    expect(opened(test).answers.length).toBe(test.memory.answers.content.size);
    test.memory.heads.holdWrites();
    test.removed.undo = () => {};
    const before = test.removed.undo;
    void test.experiments.getState().remove(ID);
    expect(test.experiments.getState().kept).toEqual([]);
    expect(test.removed.undo).not.toBe(before);
  });

  it('[K4] says which answers count other rules than their sessions have now, and counts them again without asking a model', async () => {
    const test = experimentsForTest(({ id }) => (id.endsWith('.2') ? cutOff : whole));
    await test.experiments.getState().begin(experimentOf());
    expect(opened(test).outdated).toBe(0);
    const before = opened(test).answers;
    const asked = test.asked.filter(({ writer }) => writer.type === 'model').length;

    test.rules.edits = [{ type: 'added', text: 'Never push on a Friday.' }];
    await test.experiments.getState().open(ID);
    expect(opened(test).outdated).toBe(before.length);
    await test.experiments.getState().recount(ID);
    const { answers, outdated, isRunning } = opened(test);
    expect([outdated, isRunning, answers.length]).toEqual([0, false, before.length]);
    expect(answers.every(({ scores }) => scores[0]?.count === recounted.count)).toBe(true);
    const without = (all: typeof answers) =>
      all.map(({ scores: _, rules: __, ...rest }) => rest).sort((a, b) => a.id.localeCompare(b.id));
    expect(without(answers)).toEqual(without(before));
    expect(test.asked.filter(({ writer }) => writer.type === 'model')).toHaveLength(asked);
    expect((await test.experiments.getState().lists(ID, answers[0]?.id ?? ''))?.scores[0]?.count).toBe(1);

    await test.experiments.getState().open(ID);
    expect(opened(test).outdated).toBe(0);
    test.rules.edits = [];
    await test.experiments.getState().open(ID);
    expect(opened(test).outdated).toBe(before.length);
  });
});
