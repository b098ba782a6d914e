import { describe, expect, it } from 'vitest';
import type { Policy } from '../../policies/shape/policy';
import { AgentRun } from '../host/agent-run';
import { executeNeed } from '../host/execute-need';
import { surroundings } from '../host/surroundings';
import { JOURNAL_VERSION } from '../journal/entry';
import { runTools } from '../tools/run-tools';
import { budget } from './budget';
import { collapse } from './collapse';
import { fullCompaction } from './full-compaction';
import { lessons } from './index';
import type { Lesson } from './lesson';
import { lessonModel } from './lesson-model';
import { microcompact } from './microcompact';
import { reachedMoments } from './reached-moments';
import { sessionMemory } from './session-memory';
import { snip } from './snip';
import { readingsIn, stationLog } from './station-log';

/** Less than a minute at the usual speed. */
const MOST_CALLS = 20;
const NEVER = new AbortController().signal;

async function runOf(lesson: Lesson, policy: Policy = lesson.policy) {
  const limits = { calls: 100, dollars: 100 };
  const model = { type: 'scripted', lesson: lesson.id } as const;
  const run = { runId: '0123456789-12345678', policy, model, limits, files: lesson.files };
  const setup = { version: JOURNAL_VERSION, ...run } as const;
  const state = AgentRun.of([{ type: 'begun', timeMs: 0, setup }], surroundings);
  const prompts = [...lesson.prompts];
  for (let timeMs = Date.UTC(2026, 0, 5); ; timeMs += 1_000) {
    const { need } = state.run;
    if (need.type === 'help' || need.type === 'permission') break;
    if (need.type === 'agents' || need.type === 'hook-agent') break;
    if (need.type !== 'prompt') {
      const entry = await executeNeed(need, state, {
        model: (_, place) =>
          lessonModel(lesson, place, { pace: () => ({ firstWordMs: 0, perWordMs: 0 }), nowMs: () => 0 }),
        runTools: (calls, desk, signal) => runTools(calls, desk, signal, () => 0),
        nowMs: () => 0,
        signal: NEVER,
        show: () => undefined,
      });
      state.apply({ ...entry, timeMs });
      continue;
    }
    const text = prompts.shift();
    if (text === undefined) break;
    state.apply({ type: 'prompt', timeMs, text });
  }
  return { simulation: state.run.result(), items: state.log.items };
}

const without = ({ layer, policy }: Lesson): Policy => ({
  ...policy,
  layers: policy.layers.map((each) => (each.layer === layer ? { ...each, isOn: false } : each)),
});

const written = (tokens: number) => tokens.toLocaleString('en-US', { maximumFractionDigits: 0 });

it('there is one for every layer that the playground’s users meet, each with its own id', () => {
  expect(lessons.map(({ id }) => id)).toEqual([
    'budget',
    'microcompact',
    'snip',
    'collapse',
    'session-memory',
    'full',
    'recovery',
    'thrash',
  ]);
});

describe.each(lessons)('the lesson $id', (lesson) => {
  it('comes to all its moments, in order, in less than a minute, and again in the same way', async () => {
    const run = await runOf(lesson);
    const reached = reachedMoments(lesson, run);
    expect(reached).toHaveLength(3);
    expect(lesson.moments).toHaveLength(3);
    const calls = reached.map(({ call }) => call);
    expect(calls).toEqual(calls.toSorted((a, b) => a - b));
    expect(run.simulation.calls).toBeLessThanOrEqual(MOST_CALLS);
    expect(run.simulation.failures).toEqual([]);
    expect(reachedMoments(lesson, await runOf(lesson))).toEqual(reached);
  });

  it('has its layer act where its sentences say so, and no other layer', async () => {
    const run = await runOf(lesson);
    const { changes } = run.simulation;
    const reached = reachedMoments(lesson, run);
    expect(new Set(changes.map(({ layer }) => layer))).toEqual(new Set([lesson.layer]));
    lesson.moments.forEach(({ at, text }, place) => {
      const moment = reached[place];
      const change = at.type === 'change' ? changes.filter(({ layer }) => layer === at.layer)[at.nth ?? 0] : undefined;
      if (at.type === 'change') expect(change?.call).toBe(moment?.call);
      if (text.includes('{before}')) expect(moment?.text).toContain(written(change?.before ?? Number.NaN));
      if (text.includes('{after}')) expect(moment?.text).toContain(written(change?.after ?? Number.NaN));
    });
    const acted = lesson.moments.filter(({ at }) => at.type === 'change' || at.type === 'thrash');
    expect(acted.length).toBeGreaterThanOrEqual(1);
  });

  it('shows what the layer does: without it, the run does not come to that moment', async () => {
    const reached = reachedMoments(lesson, await runOf(lesson, without(lesson)));
    const first = lesson.moments.findIndex(({ at }) => at.type === 'change');
    expect(reached.length).toBeLessThanOrEqual(first);
  });

  it('takes its numbers from the run', async () => {
    for (const { text } of lesson.moments) expect(text.replaceAll(/\{\w+\}/g, '')).not.toMatch(/\d{2}|\d,\d/);
    for (const { text } of reachedMoments(lesson, await runOf(lesson))) expect(text).not.toMatch(/[{}]|NaN|undefined/);
  });
});

describe('what the sentences say besides is true:', () => {
  it('the money of a request is called an estimate', async () => {
    const lesson = lessons.filter(({ moments }) => moments.some(({ text }) => text.includes('{dollars}')));
    expect(lesson.length).toBeGreaterThan(2);
    for (const each of lesson) {
      const texts = reachedMoments(each, await runOf(each)).map(({ text }) => text);
      for (const text of texts.filter((text) => text.includes('$'))) expect(text).toMatch(/≈ \$[\d.]+, estimated/);
    }
  });

  it('one of something is not called several', async () => {
    for (const lesson of lessons) {
      for (const { text } of reachedMoments(lesson, await runOf(lesson)))
        expect(text).not.toMatch(/(?<!day )\b1 \w+s\b/);
    }
  });

  it('before a microcompact, most of the context is tool results', async () => {
    const { byCategory, used } = (await runOf(microcompact)).simulation;
    const [{ call = 0 } = {}] = reachedMoments(microcompact, await runOf(microcompact));
    expect(byCategory['tool-results']?.[call]).toBeGreaterThan((used[call] ?? 0) / 2);
  });

  it('the agent answers what is in the logs', () => {
    const first = (day: number) => readingsIn(stationLog(day, 80))[0] ?? '';
    const celsius = (day: number) => Number.parseFloat(first(day).split('  ')[1] ?? '');
    const pressure = (day: number) => Number.parseFloat(first(day).split('  ')[2] ?? '');
    const days = Array.from({ length: 13 }, (_, index) => index + 1);
    const said = ({ replies }: Lesson) => replies.at(-1)?.say;
    expect(said(collapse)).toBe(
      `Day ${days.slice(0, 12).toSorted((a, b) => celsius(b) - celsius(a))[0]} began the warmest.`,
    );
    expect(said(fullCompaction)).toBe(
      `Day ${days.toSorted((a, b) => pressure(a) - pressure(b))[0]} began with the lowest pressure.`,
    );
    for (const day of days) {
      const winds = readingsIn(stationLog(day, 80)).map((reading) => reading.split('wind ')[1]);
      expect(winds.every((wind, place) => place === 0 || wind !== winds[place - 1])).toBe(true);
    }
  });

  it('the budget leaves less in the context than the long file has', async () => {
    const { used, changes } = (await runOf(budget)).simulation;
    expect(used.at(-1)).toBeLessThan((changes[0]?.before ?? 0) - (changes[0]?.after ?? 0));
  });

  it('session memory and snip need no request of their own', async () => {
    const { forks } = (await runOf(sessionMemory)).simulation;
    expect(forks.map(({ purpose }) => purpose)).not.toContain('summary');
    expect((await runOf(snip)).simulation.forks).toEqual([]);
  });

  it('after a microcompact, what stays is read from the cache', async () => {
    const { cacheRead, cacheWritten, changes } = (await runOf(microcompact)).simulation;
    const call = changes[1]?.call ?? 0;
    expect(cacheRead[call]).toBeGreaterThan(cacheWritten[call] ?? 0);
  });
});
