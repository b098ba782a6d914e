import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Behaviour } from '../../../e2e/stand-in/behaviour';
import { StandIn } from '../../../e2e/stand-in/stand-in';
import { modelAsker } from '../../api/asker/model-asker';
import { playgroundMemory } from '../../policies/presets/playground-memory';
import { changed } from '../../policies/shape/arbitrary-policy.test-support';
import type { Policy } from '../../policies/shape/policy';
import { memoryPrice } from '../../simulator/memory/memory-plan';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { writeTranscripts } from '../../transcript/write-transcript';
import { notOvertaken } from '../wire/latest-only';
import { Engine } from './client';
import { WorkerHere } from './engine.test-support';
import type { MemoryScope, ModelMemoryProgress } from './memory-messages';

const SECRET = 'sk-ant-api03-Zk3Qx9Lw7Vb2Nm5Rt8Yp1Hd4Gf6Js0Ka';
const MONDAY = `clock 2026-03-02T09:00:00Z
user "The staging database is db-3.keel.example:5433. Never deploy on a Friday evening, because nobody is on call. My key is ${SECRET}."
call #1 Bash {"command":"echo ${SECRET}"}
result #1 "${SECRET}"
assistant "Noted. The gate is called HARBOUR_GATE=77."
user "I am a data scientist, new to Rust."
assistant "Good to know."`;
const THURSDAY = `clock 2026-03-05T09:00:00Z
user "Check the staging database, please. The key is still ${SECRET}."
call #1 bash {"command":"psql -h db-3.keel.example:5433"}
result #1 "fine"
assistant "It runs. I also opened HARBOUR_GATE=77."`;
const MODEL = 'claude-opus-5-5';
const ROOT = '/home/agent/.claude/projects/-srv-shop/memory';

let standIn: StandIn;
let key = '';
let tests = 0;
beforeAll(async () => {
  standIn = await StandIn.start();
});
afterAll(() => standIn.close());
beforeEach(() => {
  tests += 1;
  key = `stand-in-project-memory-${tests}`;
});

function blobOf(text: string): Blob {
  return new Blob([...writeTranscripts([transcriptFromText(text, { workingDirectory: '/srv/shop' })])]);
}

async function opened() {
  const engine = new Engine(() => new WorkerHere(modelAsker(standIn.addresses)));
  await engine.ask('open-session', { type: 'stored', body: blobOf(THURSDAY), child: [] });
  const sessions = [{ id: 'monday', title: 'Monday', body: blobOf(MONDAY) }];
  const request = { sessions, policy: playgroundMemory, scope: 'all' as MemoryScope };
  const withModel = (
    more: {
      readonly scope?: MemoryScope;
      readonly mostDollars?: number;
      readonly model?: string;
      readonly policy?: Policy;
    } = {},
    signal = new AbortController().signal,
    onProgress: (progress: ModelMemoryProgress) => void = () => undefined,
  ) =>
    engine.ask(
      'memory-with-model',
      { ...request, model: MODEL, key, mostDollars: 10, ...more },
      { signal, onProgress, wantsPartial: true },
    );
  return { engine, request, withModel };
}

const behave = (...behaviours: readonly Behaviour[]) => standIn.behave(key, behaviours);
const seen = () => standIn.seen(key);

function memory(name: string) {
  return `---\nname: ${name}\ndescription: Never deploy on a Friday evening\ntype: feedback\n---\n\nNever.\n`;
}

describe('memory by a model', () => {
  it('[A11] [R2] answers every extraction and every recall of the sessions, within the price that was told', async () => {
    const { engine, request, withModel } = await opened();
    const plan = notOvertaken(await engine.ask('memory-plan', request));
    const price = memoryPrice(plan, MODEL);
    expect(plan.asks.map(({ type }) => type)).toEqual(['memory', 'recall', 'memory', 'recall', 'memory']);
    expect(plan.secretsMasked).toBeGreaterThan(0);
    expect(seen()).toEqual([]);
    const told: ModelMemoryProgress[] = [];
    const { report, uses, sent, requests, answered, ...rest } = await withModel({}, undefined, (each) => {
      told.push(each);
    });
    expect(rest).toMatchObject({ refused: 0, failed: 0, model: MODEL });
    expect(rest.problem).toBeUndefined();
    expect(seen().flatMap(({ problem }) => problem ?? [])).toEqual([]);
    expect(seen()).toHaveLength(requests);
    expect(requests).toBeGreaterThan(answered);
    expect(requests).toBeLessThanOrEqual(price.requests);
    expect(sent?.dollars).toBeGreaterThan(0);
    expect(sent?.dollars).toBeLessThan(price.mostDollars ?? 0);
    expect(told.at(-1)?.answered).toBe(answered - 1);
    expect(report.earlier[0]?.kept.map(({ type }) => type).sort()).toEqual(['feedback', 'reference', 'user']);
    expect(report.prompts).toMatchObject([{ chosen: [{ words: [] }], recalled: [{ ageDays: 3 }] }]);
    expect(uses.find(({ value }) => value === 'db-3.keel.example:5433')?.memory).toBe('carried');
    expect(report.askedCost.dollars).toBe(sent?.dollars);
  });

  it('[D3] dreams, too: what it did is seen from what it left, and is counted the same', async () => {
    const { engine, request, withModel } = await opened();
    const policy = changed(playgroundMemory, 'dreaming.sessions', 1);
    const plan = notOvertaken(await engine.ask('memory-plan', { ...request, policy }));
    expect(plan.asks.map(({ type }) => type)).toContain('dream');
    const { report, problem, refused } = await withModel({ policy });
    expect(problem).toBeUndefined();
    expect(seen().flatMap((each) => each.problem ?? [])).toEqual([]);
    // It looks for daily logs, which a replay does not have.
    expect(refused).toBeLessThanOrEqual(1);
    expect(report.own.dreams).toMatchObject([{ requests: expect.any(Number), scores: { lost: [], changed: [] } }]);
    const asked = seen().filter(({ body }) => JSON.stringify(body).includes('the agent that tidies the memory'));
    expect(asked.length).toBeGreaterThan(0);
    expect(JSON.stringify(asked.map(({ body }) => body))).not.toContain(SECRET);
  });

  it('[A11] [R2] asks an OpenAI-compatible server the same', async () => {
    const { withModel } = await opened();
    const { report, problem, refused } = await withModel({ model: 'chat/gpt-5.4-mini' });
    expect(problem).toBeUndefined();
    expect(refused).toBe(0);
    expect(seen().flatMap((each) => each.problem ?? [])).toEqual([]);
    expect(JSON.stringify(seen().map(({ body }) => body))).not.toContain(SECRET);
    expect(report.earlier[0]?.kept).toHaveLength(3);
    expect(report.prompts[0]?.recalled).toHaveLength(1);
  });

  it('[A1] nothing that is sent or kept holds a secret', async () => {
    const { withModel } = await opened();
    const { report } = await withModel();
    expect(seen().length).toBeGreaterThan(4);
    expect(JSON.stringify(seen().map(({ body }) => body))).not.toContain(SECRET);
    expect(JSON.stringify(report)).not.toContain(SECRET);
  });

  it('[J1] for the open session alone, those before it are read by rules', async () => {
    const { withModel } = await opened();
    const { report } = await withModel({ scope: 'open' });
    expect(report.earlier[0]?.kept).toHaveLength(3);
    expect(JSON.stringify(seen().map(({ body }) => body))).not.toContain('The gate is called');
    expect(report.prompts[0]?.recalled).toHaveLength(1);
  });

  it('keeps what was answered when it is stopped, and goes on without asking it again', async () => {
    const { withModel } = await opened();
    const whole = await withModel();
    const stopping = new AbortController();
    const stopped = await withModel({}, stopping.signal, ({ answered }) => {
      if (answered === 1) stopping.abort();
    });
    expect(stopped.problem?.what).toBe('Stopped.');
    expect(stopped.answered).toBe(1);
    expect(stopped.report.earlier[0]?.kept).toHaveLength(2);
    const before = seen().length;
    const gone = await withModel();
    expect(gone.problem).toBeUndefined();
    expect(gone.report).toEqual({ ...whole.report, askedCost: expect.anything(), asks: expect.any(Number) });
    expect(seen().length - before).toBeLessThan(whole.requests);
    expect(gone.requests).toBeGreaterThanOrEqual(whole.requests);
  });

  it('says why the API failed, and shows what was answered before', async () => {
    behave(
      { type: 'answer', callsTool: 'Write', input: { file_path: `${ROOT}/friday.md`, content: memory('friday') } },
      { type: 'answer', text: 'Saved.' },
      { type: 'error', status: 401 },
    );
    const { withModel } = await opened();
    const { report, problem, answered, requests } = await withModel();
    expect(problem).toEqual({ what: expect.stringMatching(/key/i), advice: expect.any(String) });
    expect({ answered, requests }).toEqual({ answered: 1, requests: 3 });
    expect(report.earlier[0]?.kept).toMatchObject([
      { file: 'friday.md', type: 'feedback', action: 'created', message: 0, text: 'Never deploy on a Friday evening' },
    ]);
    expect(report.own.kept).toEqual([]);
  });

  it('[A10] denies what is outside the folder, and says what a replay does not have', async () => {
    const input = (file_path: string) => ({ file_path, content: memory('x') });
    behave(
      { type: 'answer', callsTool: 'Write', input: input('/etc/passwd.md') },
      { type: 'answer', callsTool: 'Write', input: input(`${ROOT}/../x.md`) },
      { type: 'answer', callsTool: 'Bash', input: { command: 'ls' } },
      { type: 'answer', callsTool: 'Read', input: { file_path: '/srv/shop/a.txt' } },
      { type: 'answer', callsTool: 'Write', input: input(`${ROOT}/kept.md`) },
      { type: 'error', status: 401 },
    );
    const { withModel } = await opened();
    const { report, refused } = await withModel();
    expect(refused).toBe(4);
    expect(report.earlier[0]?.kept.map(({ file }) => file)).toEqual(['kept.md']);
    const told = JSON.stringify(seen()[4]?.body?.messages);
    for (const words of ['is only allowed in', 'with “..”', 'Bash is not available in a replay', 'other files']) {
      expect(told).toContain(words);
    }
    expect(seen().flatMap(({ problem }) => problem ?? [])).toEqual([]);
  });

  it('[R2] an answer that is no list of memories recalls nothing, and is counted', async () => {
    behave({ type: 'answer', text: 'The one about staging.' });
    const { withModel } = await opened();
    const { report, failed, problem } = await withModel({ scope: 'open' });
    expect(problem).toBeUndefined();
    expect(failed).toBe(1);
    expect(report.prompts).toMatchObject([{ chosen: [], recalled: [] }]);
  });

  it('[A11] a request longer than the window saves nothing, and the rest is asked', async () => {
    behave({ type: 'too-long', overTokens: 12 });
    const { withModel } = await opened();
    const { report, failed, problem } = await withModel();
    expect(problem).toBeUndefined();
    expect(failed).toBe(1);
    // [A8] Its messages are looked at again after the next turn.
    expect(report.earlier[0]).toMatchObject({ extractions: 1 });
    expect(report.earlier[0]?.kept).toHaveLength(3);
  });

  it('[A10] stops after as many requests as the layer allows', async () => {
    const again = { type: 'answer', callsTool: 'Read', input: { file_path: `${ROOT}/MEMORY.md` } } as const;
    behave(again, again, again, again, again, { type: 'error', status: 401 });
    const { withModel } = await opened();
    expect(await withModel()).toMatchObject({ answered: 1, requests: 6 });
  });

  it('sends nothing that could exceed the limit of dollars', async () => {
    const { withModel } = await opened();
    const none = await withModel({ mostDollars: 0.0001 });
    expect(seen()).toEqual([]);
    expect(none.problem?.what).toContain('limit of dollars');
    const some = await withModel({ mostDollars: 0.13 });
    expect(some.problem?.what).toContain('limit of dollars');
    expect(some.requests).toBeGreaterThan(0);
    expect(some.sent?.dollars).toBeLessThanOrEqual(0.13);
  });
});
