import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { StandIn } from '../../../e2e/stand-in/stand-in';
import { type ModelAsker, modelAsker } from '../../api/asker/model-asker';
import type { StreamOutcome } from '../../api/stream-message';
import type { JsonObject } from '../../base/json';
import { fewProbes } from '../../judge/probes-from-text.test-support';
import { type AskOptions, Engine } from '../../worker/engine/client';
import type { JudgeMaterial } from '../../worker/engine/compaction-messages';
import { WorkerHere } from '../../worker/engine/engine.test-support';
import type { EngineMethod, EngineRequests } from '../../worker/engine/messages';
import type { Judgement } from '../prompts/prompt-judgement';
import { createPromptJudge } from './prompt-judge';

const place = { type: 'recording', call: 3 } as const;
const texts = [
  { id: 'run-nine-sections', text: 'The port is 8080.' },
  { id: 'run-handoff', text: 'Nothing was done.' },
];

let standIn: StandIn;
let keys = 0;

beforeAll(async () => {
  standIn = await StandIn.start();
});
afterAll(() => standIn.close());

function judgeForTest(
  material: Partial<JudgeMaterial> = {},
  change: (outcome: StreamOutcome) => StreamOutcome = (o) => o,
) {
  keys += 1;
  const key = `stand-in-judge-${keys}`;
  const bodies: JsonObject[] = [];
  const kept: [string, Judgement][] = [];
  const askerFor: ModelAsker = (given) => async (body, options) => {
    bodies.push(body);
    const { outcome, sent } = await modelAsker(standIn.addresses)(given)(body, options);
    return { outcome: change(outcome), sent };
  };
  /** The real engine, but for the material: no session is open in it. */
  const engine = new Engine(() => new WorkerHere(askerFor));
  const judge = createPromptJudge({
    loadEngine: async () => ({
      async ask<Method extends EngineMethod>(
        method: Method,
        request: EngineRequests[Method]['request'],
        options?: AskOptions<EngineRequests[Method]['progress']>,
      ): Promise<EngineRequests[Method]['answer']> {
        if (method !== 'judge-material') return engine.ask(method, request, options);
        const { summaries } = request as EngineRequests['judge-material']['request'];
        const answer: JudgeMaterial = { probes: fewProbes, summaries, secretsMasked: 0, ...material };
        return answer as EngineRequests[Method]['answer'];
      },
    }),
    key: () => key,
    keep: async (id, judgement) => void kept.push([id, judgement]),
    nowMs: () => 1_000,
    newSeed: () => 7,
  });
  const judged = async (given = texts, model = 'claude-haiku-4-5') => {
    await judge.getState().prepare(place, given, model);
    await judge.getState().judge();
    return judge.getState();
  };
  return { key, judge, judged, bodies, kept };
}

describe('before anything is sent', () => {
  test('the number of requests and the price are shown, and nothing is sent', async () => {
    const { judge, bodies } = judgeForTest();
    await judge.getState().prepare(place, texts, 'claude-haiku-4-5');
    expect(judge.getState().pending).toMatchObject({ repeats: 3, estimate: { requests: 12 } });
    await judge.getState().prepare(place, [...texts, ...texts], 'claude-haiku-4-5');
    expect(judge.getState().pending).toMatchObject({ texts, estimate: { requests: 12 } });
    const before = judge.getState().pending?.estimate.mostDollars ?? 0;
    judge.getState().choose({ model: 'claude-opus-5', repeats: 9 });
    expect(judge.getState().pending).toMatchObject({ repeats: 5, estimate: { requests: 20 } });
    expect(judge.getState().pending?.estimate.mostDollars).toBeGreaterThan(before);
    judge.getState().choose({ repeats: 1 });
    expect(judge.getState().pending?.repeats).toBe(3);
    judge.getState().dismiss();
    await judge.getState().judge();
    expect(bodies).toEqual([]);
  });

  test('it is reported if nothing can be judged', async () => {
    const { judge } = judgeForTest({ probes: [] });
    await judge.getState().prepare(place, texts, 'claude-haiku-4-5');
    expect(judge.getState()).toMatchObject({
      pending: undefined,
      problem: { what: expect.stringContaining('Nothing') },
    });
  });
});

describe('judging', () => {
  test('asks twice per summary and repeat, gives each a verdict, and keeps them with their runs', async () => {
    const { judged, bodies, kept, key } = judgeForTest();
    const { judgements, judging, problem } = await judged();
    expect([judging, problem]).toEqual([undefined, undefined]);
    expect(bodies).toHaveLength(12);
    expect(standIn.seen(key).map(({ problem: refused }) => refused)).toEqual(Array(12).fill(undefined));
    for (const { id } of texts) {
      expect(judgements[id]?.trials).toHaveLength(3);
      expect(Object.keys(judgements[id]?.trials[0]?.ratings ?? {})).toHaveLength(6);
      expect(judgements[id]).toMatchObject({ model: 'claude-haiku-4-5', seed: 7, sent: { tries: 6 } });
      expect(judgements[id]?.sent?.dollars).toBeGreaterThan(0);
    }
    expect(kept.at(-1)?.[1]).toBe(judgements[kept.at(-1)?.[0] ?? '']);
  });

  test('is blind: two columns with the same summary send the same bytes, and none names its column', async () => {
    const { judged, bodies } = judgeForTest();
    await judged(texts.map(({ id }) => ({ id, text: 'The port is 8080.' })));
    const questions = bodies.filter((_, place) => place % 2 === 0).map((body) => JSON.stringify(body));
    expect(new Set(questions).size).toBe(1);
    expect(new Set(bodies.filter((_, place) => place % 2 === 1).map((body) => JSON.stringify(body))).size).toBe(1);
    const sent = JSON.stringify(bodies);
    for (const name of ['run-', 'nine-sections', 'handoff', 'column']) expect(sent).not.toContain(name);
  });

  test('sends the summaries masked', async () => {
    const { judged, bodies } = judgeForTest({ summaries: ['[secret: anthropic key]', 'x'] });
    await judged([
      { id: 'a', text: 'sk-secret' },
      { id: 'b', text: 'x' },
    ]);
    expect(JSON.stringify(bodies)).not.toContain('sk-secret');
    expect(JSON.stringify(bodies)).toContain('[secret: anthropic key]');
  });

  test('counts an unreadable answer as no verdict, and continues', async () => {
    const { judged, key } = judgeForTest();
    standIn.behave(key, [{ type: 'answer', text: 'I will not call a tool.' }]);
    const { judgements, problem } = await judged(texts.slice(0, 1));
    expect(problem).toBeUndefined();
    expect(judgements['run-nine-sections']?.trials).toHaveLength(2);
    expect(judgements['run-nine-sections']?.failures).toEqual([
      { what: expect.stringContaining('The answers could not be read'), advice: expect.any(String) },
    ]);
  });

  test('treats invalid points as no verdict, never as zero', async () => {
    const wrong = (outcome: StreamOutcome): StreamOutcome => {
      if (outcome.type !== 'answered') return outcome;
      const toolInput = (outcome.answer.toolInput ?? '').replace(/"points":\d/, '"points":9');
      return { ...outcome, answer: { ...outcome.answer, toolInput } };
    };
    const { judged, kept } = judgeForTest({}, wrong);
    const { judgements } = await judged(texts.slice(0, 1));
    const { trials, failures } = judgements['run-nine-sections'] ?? {};
    expect(trials).toEqual([]);
    expect(failures).toHaveLength(3);
    expect(kept).toEqual([]);
    expect(failures?.[0]?.what).toContain('has 9 points, but must have 0 to 5');
  });

  test('shows the wait after a 429, and retries', async () => {
    const { judge, judged, key } = judgeForTest();
    standIn.behave(key, [{ type: 'error', status: 429, retryAfterSeconds: 0.05 }]);
    const waits = vi.fn();
    judge.subscribe(({ judging }) => judging?.waiting && waits(judging.waiting.isAskedFor));
    const { judgements, problem } = await judged(texts.slice(0, 1));
    expect(problem).toBeUndefined();
    expect(waits).toHaveBeenCalledWith(true);
    expect(judgements['run-nine-sections']?.trials).toHaveLength(3);
    expect(judgements['run-nine-sections']?.sent?.tries).toBe(7);
  });

  test('ends with a message if the key fails, and keeps earlier verdicts', async () => {
    const { judged, key } = judgeForTest();
    const fine = { type: 'answer' } as const;
    standIn.behave(key, [fine, fine, { type: 'error', status: 401 }]);
    const { judgements, problem, judging } = await judged(texts.slice(0, 1));
    expect(judging).toBeUndefined();
    expect(problem).toMatchObject({ what: expect.stringContaining('key'), isByUser: false });
    expect(judgements['run-nine-sections']?.trials).toHaveLength(1);
  });

  test('can be stopped midway: verdicts stay, and progress was reported', async () => {
    const { judge, judged, bodies } = judgeForTest();
    const told: number[] = [];
    judge.subscribe(({ judging, judgements }) => {
      if (judging !== undefined) told.push(judging.done);
      if (Object.keys(judgements).length === 1) judge.getState().halt();
    });
    const { judgements, problem, judging } = await judged();
    expect(judging).toBeUndefined();
    expect(problem).toMatchObject({ what: expect.stringContaining('stopped'), isByUser: true });
    expect(Object.values(judgements).map(({ trials }) => trials.length)).toEqual([1]);
    expect(bodies.length).toBeLessThan(12);
    expect(told).toEqual(expect.arrayContaining([0, 1]));
  });

  test('leaves the previous judgement unchanged if it fails immediately', async () => {
    const { judge, judged, key, kept } = judgeForTest();
    const { judgements } = await judged(texts.slice(0, 1));
    const before = kept.length;
    standIn.behave(key, [{ type: 'error', status: 401 }]);
    await judged(texts.slice(0, 1));
    expect(judge.getState().judgements).toEqual(judgements);
    expect(kept).toHaveLength(before);
  });

  test('reports nothing after the cut is left', async () => {
    const { judge, key } = judgeForTest();
    standIn.behave(key, [{ type: 'hang' }]);
    await judge.getState().prepare(place, texts, 'claude-haiku-4-5');
    const ended = judge.getState().judge();
    judge.getState().leave();
    await ended;
    expect(judge.getState()).toMatchObject({ judging: undefined, problem: undefined, pending: undefined });
  });
});

describe.each(['chat/gpt-5.4-mini', 'chat/stand-in-plain:7b'])(
  'a judge of an OpenAI-compatible server, %s,',
  (model) => {
    test('answers in the format that is asked of it, and its requests are accepted', async () => {
      const { key, judged } = judgeForTest();
      const { problem, judgements } = await judged(texts, model);
      expect(problem).toBeUndefined();
      expect(Object.values(judgements).map(({ trials, failures }) => [trials.length, failures])).toEqual([
        [3, []],
        [3, []],
      ]);
      const rejected = standIn.seen(key).flatMap(({ problem: why }) => why ?? []);
      for (const why of rejected) expect(why).toMatch(/stream_options|response_format/);
      expect(rejected.length === 0).toBe(model === 'chat/gpt-5.4-mini');
    });
  },
);
