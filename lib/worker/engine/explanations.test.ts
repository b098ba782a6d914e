import { describe, expect, it } from 'vitest';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { none } from '../../policies/presets/none';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { writeTranscripts } from '../../transcript/write-transcript';
import { nextTask } from '../wire/next-task';
import { readingSession, testEngine } from './engine.test-support';
import type { EngineMethod, EngineRequests, FromWorker, SimulationChoice } from './messages';

const choice: SimulationChoice = { policy: claudeCode21, replies: { type: 'assumed' }, mode: 'free' };

async function opened() {
  const engine = testEngine();
  await engine.ask('open-session', readingSession(), 0);
  return engine;
}

type LatestMethod = 'explain-call' | 'lost-at-call' | 'predict-compactions';

function answerOf<M extends EngineMethod>(_: M, message: FromWorker | undefined): EngineRequests[M]['answer'] {
  if (message?.type !== 'answer') throw new Error(`Not answered: ${JSON.stringify(message)}`);
  return message.answer as EngineRequests[M]['answer'];
}

async function ask<M extends LatestMethod>(
  engine: Awaited<ReturnType<typeof opened>>,
  method: M,
  request: EngineRequests[M]['request'],
  id?: number,
) {
  return answerOf(method, await engine.ask(method, request, id));
}

describe('the engine, explaining a call', () => {
  it('[G1] gives the equation, the sum behind it, the cache and the bill', async () => {
    const engine = await opened();
    expect(await ask(engine, 'explain-call', { ...choice, call: 15 })).toMatchObject({
      type: 'done',
      value: {
        call: 15,
        equations: [{ text: '171,600 used ≥ 167,000 = 200,000 − 20,000 − 13,000 → compact' }],
        used: { used: 171_600 },
        cache: { why: 'changed' },
        bill: { layers: ['full-compact'] },
      },
    });
  });

  it('explains one policy after another, and has what the simulation transferred', async () => {
    const engine = await opened();
    const first = await ask(engine, 'explain-call', { ...choice, call: 15 });
    await engine.ask('simulate', choice);
    expect(await ask(engine, 'explain-call', { ...choice, call: 15 })).toEqual(first);
    const plain = await ask(engine, 'explain-call', { ...choice, policy: none, call: 18 });
    expect(plain).toMatchObject({ value: { equations: [{ text: expect.stringContaining('→ rejected') }] } });
    expect(await ask(engine, 'explain-call', { ...choice, call: 15 })).toEqual(first);
  });

  it('rejects a call that does not exist', async () => {
    const engine = await opened();
    expect(await engine.ask('explain-call', { ...choice, call: 24 })).toMatchObject({
      type: 'failed',
      what: expect.stringContaining('Call 24 of 24'),
    });
  });

  it('[K1] [K2] [K3] says what was lost', async () => {
    const engine = await opened();
    expect(await ask(engine, 'lost-at-call', { ...choice, call: 15 })).toMatchObject({
      type: 'done',
      value: {
        call: 15,
        isAssumed: true,
        leftParts: 31,
        files: { counts: [{}, {}, { deed: 'read', left: 15, unnamed: 10 }] },
      },
    });
  });

  it('answers other requests while it reads a large session, and skips all but the latest of several', async () => {
    const lines = Array.from({ length: 30 }, (_, n) => `assistant "file-${n}.ts"\nuser 20000 tokens`);
    const file = new Blob([...writeTranscripts([transcriptFromText(lines.join('\n'))])]);
    const engine = testEngine();
    await engine.ask('open-session', { type: 'file', path: 'large.highwater.json', file, child: [] }, 0);
    const order: string[] = [];
    const losses = [10, 11, 12].map((call) =>
      ask(engine, 'lost-at-call', { ...choice, call }, 100 + call).then((answer) => {
        order.push(`lost ${call} ${answer.type}`);
      }),
    );
    await nextTask();
    const explained = ask(engine, 'explain-call', { ...choice, call: 3 }, 200).then(() => order.push('explained'));
    await Promise.all([...losses, explained]);
    expect(order[0]).toBe('explained');
    expect(order.slice(1).sort()).toEqual(['lost 10 done', 'lost 11 overtaken', 'lost 12 done']);
  });

  it('stops reading if the request is cancelled', async () => {
    const engine = await opened();
    const lost = ask(engine, 'lost-at-call', { ...choice, call: 15 }, 7);
    await engine.handle({ type: 'cancel', id: 7 });
    expect((await lost).type).toBe('overtaken');
    expect(await ask(engine, 'lost-at-call', { ...choice, call: 15 })).toMatchObject({ type: 'done' });
  });

  it('[P2] compares the policy with recorded compactions', async () => {
    const engine = await opened();
    expect(await ask(engine, 'predict-compactions', { policy: claudeCode21 })).toMatchObject({
      type: 'done',
      value: { checks: [], elsewhere: [{ call: 15, used: 171_600, threshold: 167_000 }] },
    });
  });
});
