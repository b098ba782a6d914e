import { describe, expect, it } from 'vitest';
import { openJobs } from '../../experiments/plan';
import { paidFor, priceOf, requestPrice } from '../../experiments/price';
import { owedJobs } from './batch-record';
import { waitBeforeLook } from './experiment-batches';
import { experimentOf, experimentsForTest, whole } from './experiments.test-support';
import { FakeBatches, resultOf } from './fake-batches.test-support';

const ID = 'experiment-1';
/** Two prompts twice at four boundaries. */
const REQUESTS = 16;
const FREE = 4;

function view({ experiments }: ReturnType<typeof experimentsForTest>) {
  const found = experiments.getState().opened[ID];
  if (found === undefined) throw new Error('It was not opened');
  return found;
}

async function sent(others: Parameters<typeof experimentOf>[1] = {}, batches = new FakeBatches()) {
  const test = experimentsForTest(() => whole, undefined, batches);
  await test.experiments.getState().begin(experimentOf(2, others), 'batch');
  return {
    ...test,
    state: () => test.experiments.getState(),
    view: () => view(test),
    batch: () => view(test).batches[0],
  };
}

/** The page after a reload. */
async function reloaded(before: Awaited<ReturnType<typeof sent>>) {
  const test = experimentsForTest(() => whole, before.memory, before.batches);
  await test.experiments.getState().open(ID);
  return {
    ...test,
    state: () => test.experiments.getState(),
    view: () => view(test),
    batch: () => view(test).batches[0],
  };
}

describe('[V8] an experiment in a batch', () => {
  it('sends everything once, with what costs nothing at once, and asks nothing of it elsewhere', async () => {
    const test = await sent();
    const { requests } = test.batches.created[0] ?? { requests: [] };
    expect(test.batches.created).toHaveLength(1);
    expect(requests).toHaveLength(REQUESTS);
    expect(new Set(requests.map(({ customId }) => customId)).size).toBe(REQUESTS);
    expect(requests.every(({ customId }) => /^[a-zA-Z0-9_-]{1,64}$/.test(customId))).toBe(true);
    expect(test.view().answers).toHaveLength(FREE);
    expect(test.state().owed).toEqual({ [ID]: REQUESTS });
    expect(test.asked.filter(({ writer }) => writer.type === 'model')).toEqual([]);
    const { agreed } = test.view().experiment;
    expect(agreed[0]?.most).toBe(priceOf(experimentOf(), [], { sending: 'batch' }).most);
    const owed = owedJobs(test.view().batches);
    expect(openJobs(experimentOf(), test.view().answers, owed)).toEqual([]);
    await test.state().resume(ID, { sending: 'batch' });
    await test.state().resume(ID, { sending: 'each' });
    expect(test.batches.created).toHaveLength(1);
    expect(test.asked.filter(({ writer }) => writer.type === 'model')).toEqual([]);
  });

  it('is there after a reload, is fetched on another day, and has every answer once', async () => {
    const test = await reloaded(await sent());
    expect(test.batch()).toMatchObject({ apiId: 'msgbatch_1', state: 'in_progress', counts: { processing: REQUESTS } });
    const stop = test.state().start();
    await expect.poll(() => test.state().owed[ID]).toBe(REQUESTS);
    stop();
    const local = test.batch()?.id ?? '';
    test.batches.end();
    await test.state().lookAtBatch(ID, local);
    expect(test.batch()).toMatchObject({ state: 'ended', counts: { processing: 0, succeeded: REQUESTS } });
    await test.state().fetchBatch(ID, local);
    expect(test.batch()).toMatchObject({ isSettled: true, found: { damaged: 0, unknown: 0, repeated: 0, missing: 0 } });
    expect(test.state().owed).toEqual({ [ID]: 0 });
    const { answers } = test.view();
    expect(answers).toHaveLength(REQUESTS + FREE);
    expect(new Set(answers.map(({ job }) => job)).size).toBe(REQUESTS + FREE);
    // Matched by their ids: the results came in another order.
    expect(
      answers.every(
        ({ job, text, sent: figures }) => figures === undefined || text === `Of ${job.replaceAll('.', '_')}.`,
      ),
    ).toBe(true);
    expect(paidFor(answers)).toEqual({ dollars: expect.closeTo(0.02 * REQUESTS), unknown: 0, unpriced: 0 });
    expect(answers.filter(({ sent: figures }) => figures?.isInBatch === true)).toHaveLength(REQUESTS);
    expect(test.memory.lists.content.size).toBe(REQUESTS + FREE);
    await test.state().fetchBatch(ID, local);
    expect(test.view().answers).toEqual(answers);
    expect(test.batch()?.found).toEqual({ damaged: 0, unknown: 0, repeated: 0, missing: 0 });
    expect((await reloaded(await sent())).view().answers).toHaveLength(FREE);
  });

  it('has its id stored before anything else, and what was sent without one is not sent again by itself', async () => {
    const batches = new FakeBatches();
    let left = () => {};
    batches.onCreate = () => new Promise((resolve) => (left = resolve));
    const dying = experimentsForTest(() => whole, undefined, batches);
    void dying.experiments.getState().begin(experimentOf(), 'batch');
    await expect.poll(() => batches.created.length).toBe(1);
    expect(dying.memory.batches.content.size).toBe(1);

    const again = experimentsForTest(() => whole, dying.memory, batches);
    await again.experiments.getState().open(ID);
    const { answers, batches: known } = view(again);
    expect(known).toMatchObject([{ state: 'sending', isSettled: true }]);
    expect(answers.filter(({ isBillUnknown }) => isBillUnknown)).toHaveLength(REQUESTS);
    expect(paidFor(answers)).toMatchObject({ unknown: REQUESTS });
    expect(answers.find(({ isBillUnknown }) => isBillUnknown)?.problem?.advice).toContain('Claude Console');
    expect(openJobs(experimentOf(), answers, owedJobs(known))).toHaveLength(REQUESTS);
    expect(batches.created).toHaveLength(1);
    left();
  });

  it('sends again only what failed or expired', async () => {
    const test = await sent();
    test.batches.end({ r1_b1_1: 'errored', r2_b4_2: 'expired' });
    const local = test.batch()?.id ?? '';
    await test.state().lookAtBatch(ID, local);
    await test.state().fetchBatch(ID, local);
    const failed = test.view().answers.filter(({ state }) => state === 'failed');
    expect(failed.map(({ job, problem }) => [job, problem?.what])).toEqual(
      expect.arrayContaining([
        ['r1.b1.1', 'It errored.'],
        ['r2.b4.2', 'It expired.'],
      ]),
    );
    expect(paidFor(test.view().answers).unknown).toBe(0);
    await test.state().resume(ID, { sending: 'batch' });
    expect(test.batches.created[1]?.requests.map(({ customId }) => customId)).toEqual(['r1_b1_1', 'r2_b4_2']);
    test.batches.end();
    await test.state().fetchBatch(ID, test.view().batches[1]?.id ?? '');
    expect(openJobs(experimentOf(), test.view().answers)).toEqual([]);
    const wholeOnes = test.view().answers.filter(({ state }) => state === 'whole');
    expect(wholeOnes).toHaveLength(REQUESTS + FREE);
  });

  it('warns of results that came twice, for unknown ids, in damaged lines, or not at all', async () => {
    const test = await sent();
    const { id, requests } = test.batches.created[0] ?? { id: '', requests: [] };
    const results = requests.slice(2).map(({ customId }) => resultOf(customId));
    test.batches.ended.set(id, [
      ...results,
      resultOf(requests[2]?.customId ?? '', 'succeeded', 'Another.'),
      resultOf('r9_b9_9'),
    ]);
    test.batches.damagedLines = [3];
    await test.state().fetchBatch(ID, test.batch()?.id ?? '');
    expect(test.batch()).toMatchObject({
      isSettled: true,
      found: { damaged: 1, unknown: 1, repeated: 1, missing: 2 },
    });
    const { answers, batches } = test.view();
    expect(answers).toHaveLength(REQUESTS + FREE - 2);
    expect(answers.map(({ text }) => text)).not.toContain('Another.');
    expect(openJobs(experimentOf(), answers, owedJobs(batches))).toHaveLength(2);
    // The missing ones are there when the results are fetched once more.
    test.batches.end();
    await test.state().fetchBatch(ID, test.batch()?.id ?? '');
    expect(test.view().answers).toHaveLength(REQUESTS + FREE);
    expect(test.batch()?.found?.missing).toBe(0);
  });

  it('keeps what had arrived when the results break off, and owes the rest', async () => {
    const test = await sent();
    const { id, requests } = test.batches.created[0] ?? { id: '', requests: [] };
    test.batches.ended.set(
      id,
      requests.slice(0, 3).map(({ customId }) => resultOf(customId)),
    );
    test.batches.isBroken = true;
    await test.state().fetchBatch(ID, test.batch()?.id ?? '');
    expect(test.view().batchProblem?.what).toBe('The answer was interrupted.');
    expect(test.batch()).toMatchObject({ isSettled: false });
    expect(test.view().answers).toHaveLength(FREE + 3);
    test.batches.isBroken = false;
    test.batches.end();
    await test.state().fetchBatch(ID, test.batch()?.id ?? '');
    expect(test.view()).toMatchObject({ batchProblem: undefined });
    expect(test.view().answers).toHaveLength(FREE + REQUESTS);
  });

  it('owes what could not be stored, and stores it when there is room', async () => {
    const test = await sent();
    test.batches.end();
    const { set } = test.memory.answers;
    test.memory.answers.set = async (key, value) => {
      if (test.memory.answers.content.size >= FREE + 5) throw new DOMException('full', 'QuotaExceededError');
      return set(key, value);
    };
    await test.state().fetchBatch(ID, test.batch()?.id ?? '');
    expect(test.view().notSaved?.kind).toBe('full');
    expect(test.batch()?.isSettled).toBe(false);
    test.memory.answers.set = set;
    await test.state().saveAgain(ID);
    await test.state().fetchBatch(ID, test.batch()?.id ?? '');
    expect(test.memory.answers.content.size).toBe(FREE + REQUESTS);
    expect(test.batch()?.isSettled).toBe(true);
  });

  it('is looked at less and less often, until it has ended', async () => {
    const test = await sent();
    const looked = () => test.batches.looks.length;
    test.batches.pause = async () => {
      if (test.pauses.length === 4) test.batches.end();
    };
    test.state().watch(ID);
    await expect.poll(() => test.batch()?.state).toBe('ended');
    expect(test.pauses.slice(0, 4)).toEqual([2_000, 4_000, 8_000, 16_000]);
    expect(looked()).toBe(4);
    expect(waitBeforeLook(30)).toBe(300_000);
    const stop = test.state().watch(ID);
    stop();
    expect(looked()).toBe(4);
  });

  it('can be cancelled, and given up', async () => {
    const test = await sent();
    const local = test.batch()?.id ?? '';
    await test.state().cancelBatch(ID, local);
    expect(test.batch()?.state).toBe('canceling');
    expect(test.batches.cancelled).toEqual(['msgbatch_1']);
    await test.state().giveUpBatch(ID, local);
    expect(test.batch()?.isSettled).toBe(true);
    expect(paidFor(test.view().answers).unknown).toBe(REQUESTS);
    expect(test.view().answers).toHaveLength(REQUESTS + FREE);
  });

  it('is not noted where it was rejected, and may have been billed where the answer did not arrive', async () => {
    const refused = new FakeBatches();
    refused.refusal = { mayExist: false };
    const rejected = await sent({}, refused);
    expect(rejected.view()).toMatchObject({ batches: [], problem: { what: 'Creating the batch failed.' } });
    expect(rejected.memory.batches.content.size).toBe(0);

    const silent = new FakeBatches();
    silent.refusal = { mayExist: true };
    const lost = await sent({}, silent);
    expect(lost.view().problem?.what).toContain('may exist');
    expect(paidFor(lost.view().answers).unknown).toBe(REQUESTS);
  });

  it('is several batches where it is larger than one may be', async () => {
    const batches = new FakeBatches();
    batches.bytes = 7 * 1024 * 1024;
    const test = await sent({}, batches);
    expect(batches.created.map(({ requests }) => requests.length)).toEqual([4, 4, 4, 4]);
    expect(test.view().batches).toHaveLength(4);
    batches.bytes = 31 * 1024 * 1024;
    const tooLarge = await sent({}, batches);
    expect(tooLarge.view().answers.filter(({ state }) => state === 'failed')).toHaveLength(REQUESTS);
    expect(batches.created).toHaveLength(4);
  });

  it('[V7] stays within the limit: what does not fit is not in the batch', async () => {
    const most = requestPrice(experimentOf(), { row: 'r1', boundary: 'b1' }, 'batch')?.most ?? 0;
    const test = await sent({ limitMills: most * 3 + 1 });
    const requests = test.batches.created[0]?.requests ?? [];
    expect(requests.length).toBeGreaterThanOrEqual(2);
    expect(requests.length).toBeLessThanOrEqual(3);
    expect(test.view().problem?.what).toContain('Stopped at the limit of');
    // What the batch may cost counts, before its price is known.
    await test.state().resume(ID, { sending: 'each', limitMills: most * 3 + 1 });
    expect(test.asked.filter(({ writer }) => writer.type === 'model')).toEqual([]);
    expect(test.view().problem?.what).toContain('may be spent already');
  });

  it('is left alone while another tab has the experiment', async () => {
    const test = await sent();
    test.batches.end();
    test.held.add(ID);
    await test.state().fetchBatch(ID, test.batch()?.id ?? '');
    expect(test.view()).toMatchObject({ isElsewhere: true });
    expect(test.view().answers).toHaveLength(FREE);
  });
});
