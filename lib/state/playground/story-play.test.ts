import { expect, it, vi } from 'vitest';
import { surroundings } from '../../agent/host/surroundings';
import { scriptedModel } from '../../agent/scripted/scripted-model';
import { sampleFiles } from '../../agent/scripted/scripted-run.test-support';
import { fiveForks } from '../../agent/story/five-forks';
import { HeadlessStage } from '../../agent/story/headless-stage.test-support';
import { type PlayedDay, playStory } from '../../agent/story/play-story';
import { threeDays } from '../../agent/story/three-days';
import { ok } from '../../base/result';
import { testAgent, testBrowser } from '../../worker/agent/agent.test-support';
import { keptSetup } from './kept-setup';
import { createPlayground } from './playground';
import { createStoryPlay } from './story-play';

// Three runs with a shell.
const PATIENCE_MS = 120_000;

function openTab() {
  const browser = testBrowser();
  const model = scriptedModel({ pace: () => ({ firstWordMs: 0, perWordMs: 0 }), nowMs: () => 0 });
  const agent = testAgent(browser, model, surroundings);
  const kept: string[] = [];
  const playground = createPlayground({
    loadAgent: async () => agent,
    runs: browser.runs,
    projects: browser.projects,
    newId: browser.newId,
    sweep: async () => undefined,
    sampleFiles: async () => ok(sampleFiles()),
    keys: () => ({}),
    providers: () => ({ anthropic: 'default', openai: 'openai-default' }),
    setup: keptSetup({ read: () => undefined, write: (value) => void kept.push(value) }),
    saveSession: async () => ok('/simulate?session=x'),
    nowMs: Date.now,
    onRemoved: () => undefined,
  });
  playground.getState().start();
  return { playground, play: createStoryPlay(playground), kept };
}

const until = (holds: () => void) => vi.waitFor(holds, { timeout: PATIENCE_MS, interval: 5 });

it(
  '[J1] a story is played in sessions of one project, with the sentences that it has without a page',
  async () => {
    const { playground, play } = openTab();
    play.getState().start(threeDays);
    for (const day of [1, 2, 3]) {
      await until(() => expect([play.getState().playing, play.getState().days.length]).toEqual([undefined, day]));
      if (day < 3) play.getState().goOn();
    }
    const stage = new HeadlessStage(Date.now());
    const expected: PlayedDay[] = [];
    for await (const day of playStory(threeDays, stage)) expected.push(day);
    expect(play.getState().days).toEqual(expected);
    const { runs, projects } = playground.getState();
    await until(() => expect(playground.getState().runs).toHaveLength(3));
    const ofStory = projects.filter(({ title }) => title === threeDays.title);
    expect(ofStory).toHaveLength(1);
    expect(new Set(runs.map(({ project }) => project?.id))).toEqual(new Set(ofStory.map(({ id }) => id)));
  },
  PATIENCE_MS,
);

it(
  '[O4] a story in parts goes on in one session, and leaves the user’s own setup as it is',
  async () => {
    const { playground, play, kept } = openTab();
    play.getState().start(fiveForks);
    for (const part of [1, 2, 3]) {
      await until(() => expect([play.getState().playing, play.getState().days.length]).toEqual([undefined, part]));
      expect(play.getState().runs).toHaveLength(part === 3 ? 2 : 1);
      if (part < 3) play.getState().goOn();
    }
    const stage = new HeadlessStage(Date.now());
    const expected: PlayedDay[] = [];
    for await (const day of playStory(fiveForks, stage)) expected.push(day);
    expect(play.getState().days).toEqual(expected);
    const { open } = playground.getState();
    expect(open.type === 'open' && open.run.agents.listing).toBe('in-tool');
    expect(kept).toEqual([]);
  },
  PATIENCE_MS,
);

it(
  'a story ends when another run is opened, and the playground goes on without it',
  async () => {
    const { playground, play } = openTab();
    play.getState().start(threeDays);
    await until(() => expect(play.getState().runs).toHaveLength(1));
    await playground.getState().begin({ text: 'How many files are there?' });
    await until(() => expect(play.getState().story).toBeUndefined());
    await until(() => {
      const { open } = playground.getState();
      expect(open.type === 'open' && open.run.items.at(-1)?.type).toBe('reply');
    });
    expect(play.getState()).toMatchObject({ runs: [], days: [], playing: undefined });
  },
  PATIENCE_MS,
);
