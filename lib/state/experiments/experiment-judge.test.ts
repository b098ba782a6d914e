import { describe, expect, it } from 'vitest';
import type { TrialOutcome, TrialProgress } from '../../judge/judge-once';
import type { Probe } from '../../judge/probe';
import type { Finding } from '../../judge/trial';
import { createGroupStore } from '../../storage/group-store';
import { memoryStore } from '../../storage/memory-store.test-support';
import { createExperimentJudge, isSentUnanswered, verdictForm, withVerdicts } from './experiment-judge';
import type { StoredAnswer } from './experiment-record';
import { experimentOf } from './experiments.test-support';
import { SessionEngines } from './session-engines';

const ID = 'experiment-1';
const probes: readonly Probe[] = [
  { id: 'q1', topic: 'value', question: 'Which port?', expected: '7741' },
  { id: 'q2', topic: 'own', question: 'Who?', expected: 'Ada' },
];
const usage = { input: 1_000, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 100 };
const sent = { usage, dollars: 0.004, timeMs: 900, tries: 2 };

function judged(first: Finding, second: Finding): TrialOutcome {
  const found = { q1: { finding: first, reason: 'It is.' }, q2: { finding: second, reason: 'It is.' } };
  return { type: 'judged', sent, trial: { answers: { q1: '7741', q2: 'Ada' }, found, ratings: ratings() } };
}

/** Of the dimensions of these questions: a trial without one would not be read again. */
function ratings() {
  const rating = { points: 3, reason: 'Fair.' };
  return { accuracy: rating, context: rating, completeness: rating, continuity: rating };
}

function answer(row: string, repeat: number, others: Partial<StoredAnswer> = {}): StoredAnswer {
  return {
    id: `${row}-${repeat}`,
    job: `${row}.b1.${repeat}`,
    row,
    boundary: 'b1',
    repeat,
    atMs: repeat,
    state: 'whole',
    text: `Summary ${row} ${repeat}`,
    tokens: 10,
    scores: [],
    isBillUnknown: false,
    ...others,
  };
}

function judgeForTest(
  outcome: (summary: string, report: (progress: TrialProgress) => void) => TrialOutcome | Promise<TrialOutcome>,
  records = memoryStore(),
) {
  const asked: string[] = [];
  /** Answers that only have to be judged. */
  const given: unknown[] = [];
  const material: unknown[] = [];
  const held = new Set<string>();
  const engines = new SessionEngines({
    start: async () => ({
      stop: () => undefined,
      ask: async (method, request) => {
        if (method === 'open-session') return { summary: {}, timeline: {}, rows: [] } as never;
        material.push(request);
        const { summaries } = request as { summaries: readonly string[] };
        return { probes, summaries, secretsMasked: 1 } as never;
      },
    }),
    ruleEdits: async () => ({ ok: true, value: [] }),
    content: async ({ child }) => ({ ok: true, value: { type: 'stored', body: new Blob([]), child } }),
  });
  const judge = createExperimentJudge({
    verdicts: createGroupStore({ records, noun: 'verdict', form: verdictForm }),
    engines,
    loadEngine: async () => ({
      ask: async (_, request, options) => {
        const { summary, answers } = request as { summary: string; answers?: unknown };
        asked.push(summary);
        if (answers !== undefined) given.push(answers);
        return (await outcome(summary, (progress) => options?.onProgress?.(progress as never))) as never;
      },
    }),
    questions: () => [{ question: 'Who?', expected: 'Ada' }],
    key: () => 'stand-in-key',
    nowMs: () => 1_000,
    newSeed: () => 7,
    lock: async (name) => {
      if (held.has(name)) return undefined;
      held.add(name);
      return () => void held.delete(name);
    },
  });
  const state = () => judge.getState().byExperiment[ID];
  return { judge, asked, material, state, records, held, given };
}

const answers = [answer('r1', 1), answer('r1', 2), answer('r2', 1), answer('r2', 2, { state: 'partial' })];

describe('judging an experiment', () => {
  it('states the price first, the sum of its rows, with the own questions of the session', async () => {
    const { judge, asked, material, state } = judgeForTest(() => judged('right', 'right'));
    await judge.getState().prepare(experimentOf(), answers, 'claude-haiku-4-5');
    const pending = state()?.pending;
    expect(asked).toEqual([]);
    expect(material).toMatchObject([{ questions: [{ question: 'Who?', expected: 'Ada' }] }]);
    expect(pending).toMatchObject({ requests: 6, secretsMasked: 1, ownQuestions: 1 });
    expect(pending?.rows?.map(({ row }) => row)).toEqual(['r1', 'r2']);
    expect(pending?.rows?.reduce((sum, { most }) => sum + most, 0)).toBe(pending?.total?.most);
    expect(pending?.total?.most).toBeGreaterThan(pending?.total?.least ?? 0);
    judge.getState().chooseModel(ID, 'somebody-7b');
    expect(state()?.pending?.total).toBeUndefined();
  });

  it('[V6] gives each whole answer the share of questions it answers, and asks for nothing twice', async () => {
    const test = judgeForTest((summary) =>
      summary.includes('r1') ? judged('right', 'partly') : judged('wrong', 'not-known'),
    );
    await test.judge.getState().prepare(experimentOf(), answers, 'claude-haiku-4-5');
    await test.judge.getState().judge(ID);
    expect(test.asked).toHaveLength(3);
    const shares = withVerdicts(answers, test.state() ?? { verdicts: {} }).map((each) => each.judged);
    expect(shares).toEqual([0.75, 0.75, 0, undefined]);
    const again = judgeForTest(() => judged('right', 'right'), test.records);
    await again.judge.getState().load(ID);
    expect(withVerdicts(answers, again.state() ?? { verdicts: {} }).map((each) => each.judged)).toEqual(shares);
    await again.judge.getState().prepare(experimentOf(), answers, 'claude-haiku-4-5');
    expect(again.state()?.problem?.what).toContain('Nothing to judge');
  });

  it('judges again what could not be read, and adds up what both cost', async () => {
    const failure = { what: 'The verdict could not be read.', advice: 'Judge again.' };
    let count = 0;
    const test = judgeForTest(() => {
      count += 1;
      return count === 1 ? { type: 'failed', failure, isFinal: false, sent } : judged('right', 'right');
    });
    const { prepare, judge } = test.judge.getState();
    await prepare(experimentOf(), answers, 'claude-haiku-4-5');
    await judge(ID);
    expect(withVerdicts(answers, test.state() ?? { verdicts: {} }).filter((each) => each.judged === 1)).toHaveLength(2);
    await prepare(experimentOf(), answers, 'claude-haiku-4-5');
    expect(test.state()?.pending?.requests).toBe(2);
    await judge(ID);
    const bills = Object.values(test.state()?.verdicts ?? {}).map(({ judgement }) => judgement.sent?.dollars);
    expect(bills.sort()).toEqual([0.004, 0.004, 0.008]);
  });

  it('ends at a failure that all would meet', async () => {
    const failure = { what: 'The key was not accepted.', advice: 'Check the key.' };
    const test = judgeForTest(() => ({ type: 'failed', failure, isFinal: true, sent: { timeMs: 1, tries: 1 } }));
    await test.judge.getState().prepare(experimentOf(), answers, 'claude-haiku-4-5');
    await test.judge.getState().judge(ID);
    expect(test.state()).toMatchObject({ judging: undefined, problem: failure });
  });

  it('knows after a reload what was sent and not answered, keeps what was answered, and asks only for the rest', async () => {
    const test = judgeForTest((summary, report) => {
      if (summary === 'Summary r1 1') return judged('right', 'right');
      if (summary === 'Summary r1 2') report({ type: 'answers', answers: { q1: '7741', q2: 'Ada' } });
      return new Promise(() => undefined);
    });
    await test.judge.getState().prepare(experimentOf(), answers, 'claude-haiku-4-5');
    const whole = test.state()?.pending?.total;
    void test.judge.getState().judge(ID);
    await expect.poll(() => test.state()?.judging?.done).toBe(1);
    await expect.poll(() => test.asked.length).toBe(3);

    const watching = judgeForTest(() => judged('right', 'right'), test.records);
    watching.held.add(ID);
    await watching.judge.getState().load(ID);
    expect(watching.state()?.isElsewhere).toBe(true);

    const next = judgeForTest(() => judged('right', 'right'), test.records);
    await next.judge.getState().load(ID);
    const verdicts = next.state()?.verdicts ?? {};
    expect(Object.values(verdicts).map((each) => [each.answer, isSentUnanswered(each)])).toEqual([
      ['r1-1', false],
      ['r1-2', true],
      ['r2-1', true],
    ]);
    await next.judge.getState().prepare(experimentOf(), answers, 'claude-haiku-4-5');
    const pending = next.state()?.pending;
    expect(pending).toMatchObject({ requests: 3, sentBefore: 2 });
    expect(pending?.total?.most).toBeLessThan(whole?.most ?? 0);
    expect(next.asked).toEqual([]);
    await next.judge.getState().judge(ID);
    expect(next.asked.sort()).toEqual(['Summary r1 2', 'Summary r2 1']);
    expect(next.given).toEqual([{ q1: '7741', q2: 'Ada' }]);
    expect(Object.values(next.state()?.verdicts ?? {}).map(isSentUnanswered)).toEqual([false, false, false]);
  });

  it('notes a request before it is sent', async () => {
    const test = judgeForTest(() => judged('right', 'right'));
    await test.judge.getState().prepare(experimentOf(), answers, 'claude-haiku-4-5');
    const release = test.records.holdWrites();
    const judging = test.judge.getState().judge(ID);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(test.asked).toEqual([]);
    release();
    await judging;
    expect(test.asked).toHaveLength(3);
  });
});
