import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { StandIn } from '../../../e2e/stand-in/stand-in';
import { type ModelAsker, modelAsker } from '../../api/asker/model-asker';
import type { StreamOutcome } from '../../api/stream-message';
import type { JsonObject } from '../../base/json';
import { fewProbes } from '../../judge/probes-from-text.test-support';
import { createGroupStore } from '../../storage/group-store';
import { memoryStore } from '../../storage/memory-store.test-support';
import { type AskOptions, Engine } from '../../worker/engine/client';
import type { JudgeMaterial } from '../../worker/engine/compaction-messages';
import { WorkerHere } from '../../worker/engine/engine.test-support';
import type { EngineMethod, EngineRequests } from '../../worker/engine/messages';
import type { Judgement } from '../prompts/prompt-judgement';
import { judgingForm } from './judging-journal';
import { createPromptJudge } from './prompt-judge';

const place = { session: 'session=a', place: { type: 'recording', call: 3 } } as const;
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
  records = memoryStore(),
) {
  keys += 1;
  const key = `stand-in-judge-${keys}`;
  const bodies: JsonObject[] = [];
  const kept: [string, Judgement][] = [];
  const held = new Set<string>();
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
    journals: createGroupStore({ records, noun: 'judgement', form: judgingForm }),
    lock: async (name) => {
      if (held.has(name)) return undefined;
      held.add(name);
      return () => void held.delete(name);
    },
    nowMs: () => 1_000,
    newSeed: () => 7,
  });
  const judged = async (given = texts, model = 'claude-haiku-4-5') => {
    await judge.getState().prepare(place, given, model);
    await judge.getState().judge();
    return judge.getState();
  };
  return { key, judge, judged, bodies, kept, records, held };
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

describe('a judging that a reload cuts off', () => {
  const model = 'claude-haiku-4-5';

  /** A page that closes: nothing of it is heard again. The last request hangs. */
  async function closed(answered: number) {
    const first = judgeForTest();
    const fine = { type: 'answer' } as const;
    standIn.behave(first.key, [...Array(answered).fill(fine), { type: 'hang' }]);
    await first.judge.getState().recall(place);
    await first.judge.getState().prepare(place, texts, model);
    void first.judge.getState().judge();
    await expect.poll(() => first.bodies.length).toBe(answered + 1);
    const frozen = memoryStore();
    for (const [key, value] of first.records.content) frozen.content.set(key, structuredClone(value));
    return { first, frozen };
  }

  test('says what was answered and what was sent, and asks only for what is missing, for its price', async () => {
    const { frozen } = await closed(4);
    const next = judgeForTest({}, (outcome) => outcome, frozen);
    await next.judge.getState().recall(place);
    const { left, recalled } = next.judge.getState();
    expect(left).toMatchObject({ answered: 4, requests: 12, isSentUnanswered: true, estimate: { requests: 8 } });
    expect(Object.values(recalled).map(({ trials }) => trials.length)).toEqual([1, 1]);
    expect(next.bodies).toEqual([]);

    next.judge.getState().prepareRest();
    const { pending } = next.judge.getState();
    expect(pending).toMatchObject({ model, estimate: left?.estimate });
    await next.judge.getState().judge();
    expect(next.bodies).toHaveLength(8);
    const after = next.judge.getState();
    expect([after.left, after.problem, after.judging]).toEqual([undefined, undefined, undefined]);
    expect(texts.map(({ text }) => after.recalled[text]?.trials.length)).toEqual([3, 3]);
    expect(new Set(next.kept.map(([id]) => id))).toEqual(new Set(texts.map(({ id }) => id)));
    const third = judgeForTest({}, (outcome) => outcome, frozen);
    await third.judge.getState().recall(place);
    expect(third.judge.getState().left).toBeUndefined();
    expect(third.judge.getState().recalled).toEqual(after.recalled);
  });

  test('does not ask again for answers that are there and only have to be judged', async () => {
    const { first, frozen } = await closed(1);
    const next = judgeForTest({}, (outcome) => outcome, frozen);
    await next.judge.getState().recall(place);
    const { left } = next.judge.getState();
    expect(left).toMatchObject({ answered: 1, isSentUnanswered: true, estimate: { requests: 11 } });
    next.judge.getState().prepareRest();
    await next.judge.getState().judge();
    expect(next.bodies).toHaveLength(11);
    // The verdict that was interrupted comes first, about the answers of the page before.
    expect(next.bodies[0]).toEqual(first.bodies[1]);
    const whole = judgeForTest();
    await whole.judge.getState().prepare(place, texts, model);
    const all = whole.judge.getState().pending?.estimate;
    expect(left?.estimate.inputTokens).toBeLessThan(all?.inputTokens ?? 0);
    expect(left?.estimate.mostDollars).toBeLessThan(all?.mostDollars ?? 0);
  });

  test('notes a request before it is sent', async () => {
    const { judge, bodies, records } = judgeForTest();
    await judge.getState().prepare(place, texts, model);
    const release = records.holdWrites();
    const judging = judge.getState().judge();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(bodies).toEqual([]);
    release();
    await judging;
    expect(bodies).toHaveLength(12);
  });

  test('is shown at its own cut alone, not while another tab judges, and not once it was discarded', async () => {
    const { frozen } = await closed(2);
    const next = judgeForTest({}, (outcome) => outcome, frozen);
    const left = () => next.judge.getState().left?.answered;
    await next.judge.getState().recall({ ...place, session: 'session=b' });
    expect(left()).toBeUndefined();
    next.held.add(`${place.session} ${JSON.stringify(place.place)}`);
    await next.judge.getState().recall(place);
    expect(left()).toBeUndefined();
    next.held.clear();
    await next.judge.getState().recall(place);
    expect(left()).toBe(2);
    await next.judge.getState().discardRest();
    expect(left()).toBeUndefined();
    await next.judge.getState().recall(place);
    expect(left()).toBeUndefined();
    expect(Object.values(next.judge.getState().recalled)).toHaveLength(1);
  });

  test('keeps the verdicts before it until it has its own', async () => {
    const { judge, judged, key, records } = judgeForTest();
    await judge.getState().recall(place);
    await judged();
    const before = judge.getState().recalled;
    standIn.behave(key, [{ type: 'error', status: 401 }]);
    await judged();
    const next = judgeForTest({}, (outcome) => outcome, records);
    await next.judge.getState().recall(place);
    expect(next.judge.getState().recalled).toEqual(before);
    expect(next.judge.getState().left).toMatchObject({ answered: 0, isSentUnanswered: false });
  });

  test('can be continued after a stop, too', async () => {
    const { judge, judged, bodies } = judgeForTest();
    await judge.getState().recall(place);
    const end = judge.subscribe(({ judgements }) => {
      if (Object.keys(judgements).length === 1) judge.getState().halt();
    });
    await judged();
    end();
    const stopped = bodies.length;
    const { left } = judge.getState();
    expect(left?.isSentUnanswered).toBe(false);
    judge.getState().prepareRest();
    await judge.getState().judge();
    expect(bodies.length - stopped).toBe(left?.estimate.requests);
    expect(judge.getState().left).toBeUndefined();
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
