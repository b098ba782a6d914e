import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../base/json';
import { labelledFolders } from '../../memory/calibration/labelled-folder';
import { dreamScores } from '../../memory/dreaming/folder-scores';
import type { MemoryFolder } from '../../memory/files/memory-folder';
import { playground } from '../../policies/presets/playground';
import { policyLayers } from '../../policies/shape/policy-layer';
import type { Entry, FileChange } from '../journal/entry';
import { LOCK_PATH } from '../run/live-dreams';
import { decisionsOf, replayOf } from '../run/replayed-run.test-support';
import { MEMORY_ROOT, memoryFolderIn } from '../tools/memory-files';
import { shellHere } from '../tools/shell';
import { problemOf, randomFrom } from './made-up-agent.test-support';
import { happens, type MemoryRun, type MemoryRunParts, memoryRun, said, settled } from './memory-run.test-support';
import { lookAlone } from './project-look';

const read = labelledFolders(
  readFileSync(join(import.meta.dirname, '../../memory/calibration/made-up/dreams.md'), 'utf8'),
);
if (!read.ok) throw new Error(read.error);
const [everything] = read.value.filter(({ title }) => title === 'Everything at once');
if (everything === undefined) throw new Error('The folder is gone');
const { folder, code } = everything;

const DAY_MS = 86_400_000;

/** The playground's policy, with dreams. */
function dreaming(settings: object = { hoursBetween: 0, sessions: 0 }) {
  const on = policyLayers({ dreaming: settings });
  const layers = playground.layers.map((row, place) => (on[place]?.isOn === true ? on[place] : row));
  return { ...playground, id: 'dreaming', layers };
}

const files = {
  'README.md': '# Ward\n',
  ...Object.fromEntries(code),
  ...Object.fromEntries([...folder.files].map(([name, { text }]) => [`${MEMORY_ROOT}/${name}`, text])),
};

const modified = Object.fromEntries(
  [...folder.files].map(([name, { mtimeMs }]) => [`${MEMORY_ROOT}/${name}`, mtimeMs]),
);

/** The shell takes a moment to load. */
beforeAll(async () => {
  const clock = { nowMs: 0, modifiedMs: {} };
  await shellHere.run(
    'rg',
    { 'a.txt': 'a' },
    { timeLimitMs: 60_000, clock, signal: new AbortController().signal, args: ['--files'] },
  );
});

const dreamer = (parts: MemoryRunParts = {}) =>
  memoryRun({ files, modified, policy: dreaming(), startMs: everything.nowMs, ...parts });

const lockOf = ({ host }: MemoryRun) => ({
  text: host.state.workspace.read(LOCK_PATH),
  mtimeMs: host.state.workspace.modifiedMs(LOCK_PATH),
});
const dreamsOf = ({ host }: MemoryRun) => host.state.run.memory.dreams;
const now = ({ host }: MemoryRun): MemoryFolder => memoryFolderIn(host.state.workspace);

describe('a dream', () => {
  it('[D4] goes on beside the turn, from its gates to the lock that it leaves', async () => {
    const run = dreamer();
    const before = now(run);
    await said(run, 'Thanks, that is all.');
    const [dream] = dreamsOf(run).all;
    expect(dream).toMatchObject({ state: 'completed', isOpen: false });
    expect(dream?.gates.map(({ id, state }) => [id, state])).toEqual([
      ['on', 'passed'],
      ['time', 'passed'],
      ['look', 'passed'],
      ['sessions', 'passed'],
      ['lock', 'passed'],
    ]);
    const scores = dreamScores(before, now(run), { code });
    expect(scores.lost).toEqual([]);
    expect(scores.changed).toEqual([]);
    expect(scores.before).toMatchObject({ duplicates: 1, contradictions: 1, refuted: 1, deadLinks: 1 });
    expect(scores.after).toMatchObject({
      duplicates: 0,
      contradictions: 0,
      deadLinks: 0,
      unlisted: 0,
      relativeDates: 0,
    });
    expect(lockOf(run)).toMatchObject({ text: '' });
    expect(lockOf(run).mtimeMs).toBeGreaterThan(everything.nowMs);
    expect(dream?.task?.says).toMatch(/^Dated 1 relative date, removed 2 contradicted facts, merged 1 memory/);
    expect(run.host.state.run.transcript.children.map(({ title }) => title)).toContain('Dream');
    expect(run.asked.some(({ purpose }) => purpose === 'dream')).toBe(true);
  });

  it('[D3] forks: its first request is that of the turn, and then its own message', async () => {
    const run = dreamer();
    await said(run, 'Thanks, that is all.');
    const turn = run.asked.findLast(({ purpose }) => purpose === 'turn');
    const [first] = run.asked.filter(({ purpose }) => purpose === 'dream');
    const start = unmarked(turn?.body.messages ?? []).slice(0, -1);
    expect(unmarked(first?.body.messages ?? []).startsWith(start)).toBe(true);
    expect(first?.body.tools).toEqual(turn?.body.tools);
  });

  it('[D1] is begun by /dream before the first turn, and the session goes on as it was begun', async () => {
    const run = dreamer({ policy: dreaming({}) });
    expect(run.host.state.run.canDream).toBe(true);
    await run.host.enter({ type: 'dream' });
    await settled(run);
    const [dream] = dreamsOf(run).all;
    expect(dream).toMatchObject({ state: 'completed', start: { isByCommand: true, call: undefined } });
    expect(dream?.task?.changes.length).toBeGreaterThan(0);
    const [first] = run.asked;
    expect(first?.purpose).toBe('dream');
    expect(first && problemOf(first)).toBeUndefined();
    // What it sent stays: the setup, and the beginning of every request.
    await run.host.enter({ type: 'own-setup', own: { instructions: 'Too late.' } });
    await run.host.enter({ type: 'files', files: [{ path: 'CLAUDE.md', text: 'Too late.' }] });
    await said(run, 'Thanks.');
    const turn = run.asked.find(({ purpose }) => purpose === 'turn');
    expect(turn?.body.system).toEqual(first?.body.system);
    expect(dreamsOf(run).all).toHaveLength(1);
    const again = dreamer({ entries: run.stored });
    expect(sorted(now(again))).toEqual(sorted(now(run)));
    expect(decisionsOf(replayOf(run.host.state.run))).toEqual(decisionsOf(run.host.state.run.result()));
    expect(await run.host.undoDream('dream-1')).toEqual([]);
  });

  it('[D1] does not start while a gate is closed, and /dream passes those of time and sessions', async () => {
    const run = dreamer({ policy: dreaming({}) });
    await said(run, 'Thanks, that is all.');
    expect(dreamsOf(run).all).toMatchObject([{ state: 'closed', start: { isByCommand: false } }]);
    expect(dreamsOf(run).all[0]?.gates.find(({ id }) => id === 'sessions')).toMatchObject({ state: 'closed', has: 0 });
    expect(lockOf(run).text).toBeUndefined();
    await said(run, 'And thanks again.');
    // [D1] At most one look in ten minutes.
    expect(dreamsOf(run).all).toHaveLength(1);
    expect(dreamsOf(run).ladder?.closedBy).toBe('look');
    await run.host.enter({ type: 'dream' });
    await settled(run);
    expect(dreamsOf(run).all[1]).toMatchObject({ state: 'completed', start: { isByCommand: true } });
    expect(lockOf(run).text).toBe('');
  });

  it('[D1] is off without its layer, and /dream says so', async () => {
    const run = dreamer({ policy: playground });
    await said(run, 'Thanks.');
    await run.host.enter({ type: 'dream' });
    await settled(run);
    expect(dreamsOf(run).all).toEqual([]);
    expect(dreamsOf(run).ladder?.closedBy).toBe('on');
  });

  it('[D2] [D4] ended at every step, the lock has its time back, and one press takes back what was written', async () => {
    const lockMs = everything.nowMs - 30 * DAY_MS;
    const locked: FileChange = { path: LOCK_PATH, text: '', modifiedMs: lockMs };
    const whole = dreamer();
    await run(whole);
    const steps = whole.stored.filter((entry) => isOfDream(entry)).length;
    expect(steps).toBeGreaterThan(6);
    const reached = new Set<string>();
    for (let step = 0; step < steps; step++) {
      // The stored entries of a tab that was closed after so many steps of the dream.
      const cut = dreamer();
      await run(cut);
      let seen = 0;
      const at = cut.stored.findIndex((entry) => {
        if (isOfDream(entry)) seen += 1;
        return seen > step;
      });
      const again = dreamer({ entries: cut.stored.slice(0, at), startMs: everything.nowMs + 1_000_000 });
      const [dream] = dreamsOf(again).all;
      expect(dream?.isOpen).toBe(true);
      await again.host.endTask('dream-1');
      expect(dreamsOf(again).all[0]).toMatchObject({ state: 'ended', isOpen: false });
      expect(lockOf(again)).toEqual({ text: '', mtimeMs: lockMs });
      reached.add((dream?.task?.changes.length ?? 0) > 0 ? 'updating' : 'starting');
      const before = now(cut);
      expect(await again.host.undoDream('dream-1')).toEqual([]);
      await settled(again);
      expect(sorted(now(again))).toEqual(sorted(folder));
      expect(before.files.size).toBeGreaterThan(0);
    }
    expect([...reached].sort()).toEqual(['starting', 'updating']);

    async function run(each: MemoryRun) {
      await each.host.enter({ type: 'files', files: [locked] });
      await said(each, 'Thanks, that is all.');
    }
  });

  it('[D2] fails with its model, and the lock has its time back', async () => {
    const lockMs = everything.nowMs - 30 * DAY_MS;
    const run = dreamer({
      model: (scripted) => ({
        ask: async (request, options) =>
          request.purpose === 'dream'
            ? { type: 'failed', what: 'Overloaded.', advice: 'Try again.' }
            : scripted.ask(request, options),
      }),
    });
    await run.host.enter({ type: 'files', files: [{ path: LOCK_PATH, text: '', modifiedMs: lockMs }] });
    await said(run, 'Thanks.');
    expect(dreamsOf(run).all).toMatchObject([{ state: 'failed', why: 'Overloaded. Try again.' }]);
    expect(lockOf(run)).toEqual({ text: '', mtimeMs: lockMs });
  });

  it('[D4] takes back only what nobody has changed since', async () => {
    const run = dreamer();
    const before = now(run);
    await said(run, 'Thanks.');
    const index = `${MEMORY_ROOT}/MEMORY.md`;
    await run.host.enter({ type: 'files', files: [{ path: index, text: '- mine\n' }] });
    expect(await run.host.undoDream('dream-1')).toEqual([index]);
    await settled(run);
    expect(dreamsOf(run).all[0]?.isUndone).toBe(true);
    for (const [name, file] of before.files) {
      if (name !== 'MEMORY.md') expect(now(run).files.get(name), name).toEqual(file);
    }
    expect(run.host.state.workspace.read(index)).toBe('- mine\n');
  });

  it('[D3] [D4] searches transcripts of other sessions, and can neither read one whole nor leave the folder', async () => {
    const transcript = `${MEMORY_ROOT.replace(/\/memory$/, '')}/session-4.jsonl`;
    const folderOfSessions = transcript.replace(/\/[^/]+$/, '');
    const calls = [
      { name: 'Bash', input: { command: `grep -rn heron-eu ${folderOfSessions} --include=*.jsonl | tail -50` } },
      { name: 'Grep', input: { pattern: 'heron-eu', path: folderOfSessions } },
      { name: 'Read', input: { file_path: transcript } },
      { name: 'Bash', input: { command: `cat ${transcript}` } },
      { name: 'Bash', input: { command: `rm ${MEMORY_ROOT}/user-role.md` } },
      { name: 'Write', input: { file_path: '/workspace/a.txt', content: 'x' } },
      { name: 'Write', input: { file_path: LOCK_PATH, content: 'mine' } },
    ];
    let asked = 0;
    const run = dreamer({
      project: {
        look: async () => ({ ...lookAlone(run.host.state.workspace), sessions: 9 }),
        letters: async () => [],
        sessions: async () => [],
        transcripts: async () => new Map([[transcript, '{"type":"user","text":"The host is heron-eu-2."}\n']]),
      },
      model: (scripted) => ({
        ask: async (request, options) => {
          if (request.purpose !== 'dream') return scripted.ask(request, options);
          asked += 1;
          const blocks =
            asked === 1
              ? calls.map(({ name, input }, at) => ({ type: 'tool-call' as const, id: `c${at}`, name, input }))
              : [{ type: 'text' as const, text: 'Nothing to tidy.' }];
          return { type: 'answered', reply: { blocks, stopReason: 'end_turn', timeMs: 1 } };
        },
      }),
    });
    await said(run, 'Thanks.');
    const task = dreamsOf(run).all[0]?.task;
    const byId = new Map(task?.steps[0]?.results?.map((result) => [result.callId, result]));
    const results = calls.map((_, at) => byId.get(`c${at}`));
    for (const found of results.slice(0, 2))
      expect(found).toMatchObject({ isError: false, text: expect.stringContaining('heron-eu-2') });
    for (const denied of results.slice(2)) expect(denied?.isError).toBe(true);
    expect(task?.changes).toEqual([]);
    expect(run.host.state.workspace.read(transcript)).toBeUndefined();
    expect(dreamsOf(run).all[0]).toMatchObject({ state: 'completed' });
  });

  it('[D2] whatever happens to it at random, the lock is held only while it goes on, and a replay is the same', async () => {
    const RUNS = process.env.HIGHWATER_LONG === '1' ? 200 : 25;
    const ends = new Map<string, number>();
    for (let seed = 1; seed <= RUNS; seed++) {
      const random = randomFrom(seed);
      let fails = 0;
      const parts: MemoryRunParts = {
        model: (scripted) => ({
          ask: async (request, options) => {
            if (request.purpose !== 'dream' || fails === 0) return scripted.ask(request, options);
            fails -= 1;
            return { type: 'failed', what: 'Overloaded.', advice: 'Try again.' };
          },
        }),
      };
      let run = dreamer(parts);
      const chances = {
        reloaded: (entries: readonly Entry[]) =>
          dreamer({ ...parts, entries, startMs: (entries.at(-1)?.timeMs ?? 0) + 1_000 }),
        failsNext: () => {
          fails += 1;
        },
      };
      for (let step = 0; step < 8; step++) {
        const steps = [
          'Thanks.',
          'dream',
          'stop',
          'undo',
          'redo',
          'end',
          'wait',
          'fail',
          'crash',
          'reload',
          'take back',
        ];
        const next = steps[Math.floor(random() * steps.length)] ?? 'Thanks.';
        const { dreams } = run.host.state.run.memory;
        if (next === 'dream') {
          if (run.host.state.run.canDream) await run.host.enter({ type: 'dream' });
        } else if (next === 'take back') await run.host.undoDream(dreams.all.at(-1)?.start.id ?? '');
        else run = await happens(run, next, chances);
        if (random() < 0.4) await settled(run);
      }
      run.store.isFull = false;
      await run.host.goOn();
      await settled(run);
      const { all } = dreamsOf(run);
      for (const { state } of all) ends.set(state, (ends.get(state) ?? 0) + 1);
      const isHeld = (lockOf(run).text ?? '') !== '';
      expect(isHeld, `seed ${seed}`).toBe(all.some(({ isOpen, task }) => isOpen && task !== undefined));
      const again = dreamer({ entries: run.host.state.entries });
      expect(lockOf(again), `seed ${seed}`).toEqual(lockOf(run));
      expect(sorted(now(again)), `seed ${seed}`).toEqual(sorted(now(run)));
      expect(
        dreamsOf(again).all.map(({ state }) => state),
        `seed ${seed}`,
      ).toEqual(all.map(({ state }) => state));
    }
    console.info(`[D2] ${RUNS} random runs: ${JSON.stringify([...ends])}`);
    for (const state of ['completed', 'ended', 'failed']) expect(ends.get(state) ?? 0, state).toBeGreaterThan(0);
  }, 300_000);

  it('[J1] is the same after a reload, entry by entry', async () => {
    const run = dreamer();
    await said(run, 'Thanks.');
    const again = dreamer({ entries: run.stored });
    expect(dreamsOf(again).all.map(({ state, gates }) => [state, gates])).toEqual(
      dreamsOf(run).all.map(({ state, gates }) => [state, gates]),
    );
    expect([...now(again).files]).toEqual([...now(run).files]);
    expect(lockOf(again)).toEqual(lockOf(run));
  });
});

function isOfDream(entry: Entry): boolean {
  return 'task' in entry && entry.task === 'dream-1';
}

function sorted(given: MemoryFolder) {
  return [...given.files].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Breakpoints of the cache move on. */
function unmarked(messages: Json): string {
  return JSON.stringify(messages, (key, each: Json) => (key === 'cache_control' ? undefined : each));
}
