import { describe, expect, it } from 'vitest';
import { summaryPrompts } from '../../prompts/index';
import type { SessionPlace } from '../sessions/session-place';
import {
  createExperimentDraft,
  designOf,
  earlierVersions,
  selectedIn,
  sessionModel,
  usualTitle,
} from './experiment-draft';
import { experimentOf } from './experiments.test-support';
import { spreadOut } from './offered-boundaries';
import { SessionEngines } from './session-engines';

interface Recording {
  readonly calls: number;
  readonly compacted: readonly number[];
  readonly simulated?: readonly number[];
}

const place = (session: string): SessionPlace => ({ session, child: [] });

/** Sessions of which only the compactions matter. */
function draftFor(recordings: Readonly<Record<string, Recording>>) {
  const asked: string[] = [];
  let opened = '';
  const engines = new SessionEngines({
    start: async () => ({
      stop: () => undefined,
      ask: async (method, request) => {
        const { calls, compacted, simulated = [] } = recordings[opened] ?? { calls: 0, compacted: [] };
        asked.push(method);
        const events = compacted.map((call) => ({ kind: 'full', call }));
        if (method === 'open-session') return { summary: {}, timeline: { calls, events }, rows: [] } as never;
        if (method === 'compare-policy') {
          const compactions = simulated.map((call) => ({ call, turn: 'gate' }));
          return { simulation: { compactions } } as never;
        }
        const { call } = (request as { place: { call: number } }).place;
        const done = (value: object) => ({ type: 'done', value }) as never;
        if (method === 'compaction-point')
          return done({ model: 'claude-opus-5', recordedSummary: { call, isOwn: call % 2 === 0 } });
        if (call === 13) return done({ type: 'failed', failure: { what: 'Nothing to summarise.', advice: '' } });
        return done({ type: 'asks', messages: call, tokens: call * 100, secretsMasked: 1 });
      },
    }),
    ruleEdits: async () => ({ ok: true, value: [] }),
    content: async ({ session, child }) => {
      opened = session;
      return { ok: true, value: { type: 'stored', body: new Blob([]), child } };
    },
  });
  return { draft: createExperimentDraft({ engines }), asked };
}

const prompt = (id: string) => summaryPrompts.find((each) => each.id === id);

function calls({ draft }: ReturnType<typeof draftFor>): readonly (readonly number[])[] {
  return draft.getState().sessions.map((session) => selectedIn(session).map(({ call }) => call));
}

describe('the set-up of an experiment', () => {
  it('takes all recorded compactions, else the simulated ones, else the last call', async () => {
    const test = draftFor({
      recorded: { calls: 50, compacted: [10, 20, 20, 50] },
      simulated: { calls: 50, compacted: [], simulated: [30] },
      neither: { calls: 5, compacted: [] },
      empty: { calls: 0, compacted: [] },
    });
    for (const session of ['recorded', 'simulated', 'neither', 'empty']) {
      await test.draft.getState().addSession(place(session), session);
    }
    expect(calls(test)).toEqual([[10, 20], [30], [4], []]);
    expect(test.draft.getState().sessions.map(({ kind }) => kind)).toEqual(['recorded', 'simulated', 'last', 'last']);
    expect(sessionModel(test.draft.getState().sessions)).toBe('claude-opus-5');
  });

  it('[K16] leaves out a compaction before the first call: what it removed is not in the file', async () => {
    const test = draftFor({
      several: { calls: 50, compacted: [0, 20] },
      alone: { calls: 50, compacted: [0], simulated: [30] },
    });
    for (const session of ['several', 'alone']) await test.draft.getState().addSession(place(session), session);
    expect(calls(test)).toEqual([[20], [30]]);
  });

  it('takes five of many, spread over the session', async () => {
    const test = draftFor({ long: { calls: 200, compacted: Array.from({ length: 60 }, (_, index) => index + 20) } });
    await test.draft.getState().addSession(place('long'), 'Long');
    expect(calls(test)).toEqual([[20, 35, 50, 64, 79]]);
    expect(spreadOut([1, 2, 3], 5)).toEqual([1, 2, 3]);
  });

  it('changes to the first, the latest, or some of them, and counts only what is selected', async () => {
    const test = draftFor({ one: { calls: 50, compacted: [10, 20, 30], simulated: [40] } });
    const { addSession, chooseWhich, toggle, chooseKind } = test.draft.getState();
    await addSession(place('one'), 'One');
    const counted = () => test.asked.filter((each) => each === 'compaction-preview').length;
    expect(counted()).toBe(3);
    await chooseWhich(place('one'), 'latest');
    expect(calls(test)).toEqual([[30]]);
    await toggle(place('one'), 10);
    expect(calls(test)).toEqual([[10, 30]]);
    await toggle(place('one'), 30);
    expect(calls(test)).toEqual([[10]]);
    expect(counted()).toBe(3);
    await chooseKind(place('one'), 'simulated');
    expect(calls(test)).toEqual([[40]]);
    expect(counted()).toBe(4);
  });

  it('is that of an experiment again, with the prompts as they are now', async () => {
    const test = draftFor({
      one: { calls: 50, compacted: [10, 20, 30] },
      two: { calls: 9, compacted: [], simulated: [5] },
    });
    const before = experimentOf(1);
    const [first] = before.boundaries;
    if (first === undefined) throw new Error('There is a boundary');
    const boundaries = [
      { ...first, call: 20 },
      { ...first, session: place('two'), title: 'two', kind: 'last' as const, call: 8 },
    ];
    await test.draft.getState().repeat({ ...before, boundaries, repeats: 4 });
    expect(calls(test)).toEqual([[20], [8]]);
    const { prompts, models, withRecorded, withOffline, repeats } = test.draft.getState();
    expect([withRecorded, withOffline, repeats, models]).toEqual([false, true, 4, ['claude-sonnet-5-5']]);
    expect(prompts).toEqual(summaryPrompts.slice(0, 2).map(({ id }) => id));
    expect(designOf(test.draft.getState(), models ?? [], prompt).boundaries).toHaveLength(2);
  });

  it('[V5] offers the texts that prompts no longer have as rows of their own', () => {
    const ran = experimentOf(1);
    const current = summaryPrompts.map((each) => (each.id === 'nine-sections' ? { ...each, text: 'Changed.' } : each));
    const [earlier, ...others] = earlierVersions([ran, { ...ran, createdMs: 900 }], current);
    expect(others).toEqual([]);
    expect(earlier).toMatchObject({ id: 'nine-sections', title: 'Nine sections, version 1' });
    expect(earlier?.text).toBe(prompt('nine-sections')?.text);
    const again = ran.rows.map((row) =>
      row.type === 'model' ? { ...row, promptTitle: `${row.promptTitle}, version 1` } : row,
    );
    expect(earlierVersions([{ createdMs: 1, rows: again }], current)[0]?.title).toBe('Nine sections, version 1');
  });

  it('makes a row of each prompt on each model, with its text, and leaves out what cannot be compacted', async () => {
    const test = draftFor({ one: { calls: 50, compacted: [10, 13] } });
    await test.draft.getState().addSession(place('one'), 'One');
    test.draft.getState().wish({ prompts: ['nine-sections', 'gone', 'handoff-brief'], withRecorded: false });
    const design = designOf(test.draft.getState(), ['a', 'b'], prompt);
    expect(design.boundaries.map(({ id, call, tokens }) => [id, call, tokens])).toEqual([['b1', 10, 1_000]]);
    expect(
      design.rows.map((row) => (row.type === 'model' ? `${row.id} ${row.promptId} ${row.model}` : row.type)),
    ).toEqual(['offline', 'r2 nine-sections a', 'r3 nine-sections b', 'r4 handoff-brief a', 'r5 handoff-brief b']);
    expect(design.rows[1]).toMatchObject({ promptText: prompt('nine-sections')?.text });
    expect(usualTitle(design.boundaries)).toBe('One');
    const titles = ['One', 'One', 'Two', 'Three', 'Four'].map((title) => ({ title }));
    expect(usualTitle(titles.slice(0, 3))).toBe('One, Two');
    expect(usualTitle(titles)).toBe('One, Two and 2 more');
    test.draft.getState().removeSession(place('one'));
    expect(designOf(test.draft.getState(), ['a'], prompt).boundaries).toEqual([]);
  });
});
