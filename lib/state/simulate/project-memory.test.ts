import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../base/result';
import { none } from '../../policies/presets/none';
import { changed } from '../../policies/shape/arbitrary-policy.test-support';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { writeTranscripts } from '../../transcript/write-transcript';
import { Engine } from '../../worker/engine/client';
import { WorkerHere } from '../../worker/engine/engine.test-support';
import { sameProject } from './project-members';
import { createProjectMemory } from './project-memory';

const MONDAY = `clock 2026-03-02T09:00:00Z
user "The staging database is db-3.keel.example:5433. Never deploy on a Friday evening, because nobody is on call."
assistant "Noted. The gate is called HARBOUR_GATE=77."`;
const THURSDAY = `clock 2026-03-05T09:00:00Z
user "Check the staging database, please."
call #1 bash {"command":"psql -h db-3.keel.example:5433"}
result #1 "fine"
assistant "It runs. I also opened HARBOUR_GATE=77."`;

function blobOf(text: string): Blob {
  return new Blob([...writeTranscripts([transcriptFromText(text, { workingDirectory: '/srv/shop' })])]);
}

const member = (id: string, day: number, workingDirectory = '/srv/shop') => ({
  id,
  title: id,
  workingDirectory,
  recordedAtMs: Date.UTC(2026, 2, day),
  calls: 1,
});
const members = [member('thursday', 5), member('monday', 2), member('other', 1, '/srv/other'), member('friday', 6)];

async function open(bodies: Readonly<Record<string, Blob>> = { monday: blobOf(MONDAY) }) {
  const engine = new Engine(() => new WorkerHere());
  await engine.ask('open-session', { type: 'stored', body: blobOf(THURSDAY), child: [] });
  const store = createProjectMemory({
    loadEngine: async () => engine,
    body: async (id) => {
      const body = bodies[id];
      return body === undefined ? fail({ what: `No ${id}.`, advice: 'Import it.' }) : ok(body);
    },
  });
  return { engine, store, state: () => store.getState() };
}

describe('the project of a session', () => {
  it('[J1] is the sessions of the same working directory before it, oldest first', () => {
    const { earlier, later } = sameProject('thursday', [...members, member('sunday', 1)]);
    expect(earlier.map(({ id }) => id)).toEqual(['sunday', 'monday']);
    expect(later.map(({ id }) => id)).toEqual(['friday']);
    expect(sameProject('unknown', members)).toEqual({ earlier: [], later: [] });
  });

  it('[J1] has no session without a working directory, and puts one without a time last', () => {
    const without = [{ id: 'a', title: 'a', calls: 1 }, member('b', 2)];
    expect(sameProject('a', without)).toEqual({ earlier: [], later: [] });
    const { recordedAtMs: _, ...timeless } = member('c', 1);
    expect(sameProject('b', [member('b', 2), timeless]).later.map(({ id }) => id)).toEqual(['c']);
  });

  it('[A5] [R1] reports what this session would have started with, recalled and left', async () => {
    const { state } = await open();
    await state().look('thursday', members, none);
    const { report } = state();
    expect(report?.earlier[0]?.kept).toMatchObject([
      { type: 'reference', message: 0, call: 0 },
      { type: 'feedback', message: 0, call: 0 },
    ]);
    expect(report?.opening.index.lines).toBe(2);
    expect(report?.before.files.length).toBe(3);
    expect(report?.prompts).toMatchObject([{ message: 0, call: 0, chosen: [{ words: ['staging', 'database'] }] }]);
    expect(report?.prompts[0]?.recalled).toMatchObject([{ ageDays: 3 }]);
    expect(report?.carried.rules).toBeGreaterThan(report?.carried.recalled ?? 0);
  });

  it('[K2] lists values that a later session needed, with both places', async () => {
    const { state } = await open();
    await state().look('thursday', members, none);
    await state().countUses();
    const { uses } = state();
    expect(uses).toMatchObject({ type: 'counted' });
    const found = uses.type === 'counted' ? uses.uses : [];
    expect(found.find(({ value }) => value === 'db-3.keel.example:5433')).toMatchObject({
      was: { session: 0, message: 0 },
      used: { session: 1 },
      memory: 'carried',
    });
    expect(found.find(({ value }) => value === 'HARBOUR_GATE=77')).toMatchObject({ memory: 'none', wasCall: 0 });
  });

  it('[K2] counts them after the engine was started again, too: it reads the earlier sessions by itself', async () => {
    const { state } = await open();
    await state().look('thursday', members, none);
    await state().countUses();
    const before = state().uses;
    WorkerHere.started.at(-1)?.die();
    await state().countUses();
    expect(before.type).toBe('counted');
    expect(state().uses).toEqual(before);
  });

  it('[R3] a changed budget is answered from what was read, a session left out is not', async () => {
    const { engine, state } = await open();
    await state().look('thursday', members, none);
    const asked: string[] = [];
    const ask = engine.ask.bind(engine);
    engine.ask = (method, request, options) => {
      asked.push(method);
      return ask(method, request, options);
    };
    await state().look('thursday', members, none);
    expect(asked).toEqual([]);
    await state().look('thursday', members, changed(none, 'memory-recall.bytesOfSession', 0));
    expect(state().report?.prompts).toMatchObject([{ recalled: [], leftOut: [{ why: 'budget' }] }]);
    state().toggle('monday');
    await expect.poll(() => state().report?.prompts).toEqual([]);
    expect(state().report?.earlier).toEqual([]);
    state().toggle('monday');
    await expect.poll(() => state().report?.earlier.length).toBe(1);
  });

  it('says which session cannot be read, and what to do', async () => {
    const missing = await open({});
    await missing.state().look('thursday', members, none);
    expect(missing.state().failure).toEqual({ what: 'No monday.', advice: 'Import it.' });
    const broken = await open({ monday: new Blob(['no session']) });
    await broken.state().look('thursday', members, none);
    expect(broken.state().failure?.advice).toBe('Leave it out, or import it again.');
  });

  it('can be stopped, and begun again', async () => {
    const { state } = await open();
    const looking = state().look('thursday', members, none);
    state().stop();
    await looking;
    expect(state()).toMatchObject({ isStopped: true, report: undefined, failure: undefined });
    state().again();
    await expect.poll(() => state().report?.earlier.length).toBe(1);
  });
});
