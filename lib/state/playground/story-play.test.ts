import { expect, it, vi } from 'vitest';
import { surroundings } from '../../agent/host/surroundings';
import { scriptedModel } from '../../agent/scripted/scripted-model';
import { sampleFiles } from '../../agent/scripted/scripted-run.test-support';
import { fiveForks } from '../../agent/story/five-forks';
import { HeadlessStage } from '../../agent/story/headless-stage.test-support';
import { type PlayedDay, playStory } from '../../agent/story/play-story';
import { threeDays } from '../../agent/story/three-days';
import { twoTeammates } from '../../agent/story/two-teammates';
import { TEAM_ROOT } from '../../agent/tools/memory-files';
import { ok } from '../../base/result';
import { createGroupStore } from '../../storage/group-store';
import { memoryStore } from '../../storage/memory-store.test-support';
import { createTeamShelf } from '../../storage/team-shelf';
import { teamServer } from '../../team/team-server';
import { testAgent, testBrowser } from '../../worker/agent/agent.test-support';
import { keptSetup } from './kept-setup';
import { createPlayground } from './playground';
import { createStoryPlay } from './story-play';
import { keptTeammateForm } from './team/kept-teammate';
import { createTeammate } from './team/teammate';

// Three runs with a shell.
const PATIENCE_MS = 120_000;

function openTab(withTeam = false) {
  const browser = testBrowser();
  const model = scriptedModel({ pace: () => ({ firstWordMs: 0, perWordMs: 0 }), nowMs: () => 0 });
  const shelf = createTeamShelf(memoryStore(), () => `${Math.random()}`);
  const address = 'http://localhost/api/team';
  const send = () => (request: Request) => teamServer(request, shelf);
  const agent = testAgent(browser, model, surroundings, withTeam ? { address, send } : undefined);
  const teammate = createTeammate({
    address: () => address,
    send,
    kept: createGroupStore({ records: memoryStore(), noun: 'teammate', form: keptTeammateForm }),
    removeTeam: shelf.remove,
    place: { read: () => 'page', write: () => undefined },
    nowMs: Date.now,
  });
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
  return { playground, teammate, play: createStoryPlay(playground, teammate), kept };
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

it(
  '[U3] two teammates edit one memory: a push, a 412, and a deletion that does not travel, with the numbers of the runs',
  async () => {
    const { playground, teammate, play } = openTab(true);
    play.getState().start(twoTeammates);
    const texts: string[][] = [];
    const shared: string[] = [];
    for (const day of [1, 2, 3]) {
      await until(() => expect([play.getState().playing, play.getState().days.length]).toEqual([undefined, day]));
      texts.push(
        play
          .getState()
          .days.at(-1)
          ?.moments.map(({ text }) => text) ?? [],
      );
      const { open } = playground.getState();
      if (open.type !== 'open') throw new Error('The run is closed');
      const file = open.run.team?.files.find(({ key }) => key.startsWith('project-'))?.key ?? '';
      shared.push(await playground.getState().asks.fileText(`${TEAM_ROOT}/${file}`));
      if (day === 2) {
        const statuses = open.run.team?.requests.map(({ method, status }) => `${method} ${status}`);
        expect(statuses).toEqual(['GET 304', 'PUT 412', 'PUT 200']);
        expect(open.run.items.findLast(({ type }) => type === 'team')).toMatchObject({ contested: [file] });
      }
      if (day < 3) play.getState().goOn();
    }
    expect(texts.map((each) => each.length)).toEqual(twoTeammates.days.map(({ moments }) => moments.length));
    const [first, second, third] = texts;
    expect(first?.[0]).toMatch(/pushed: 1 request, 2 files, \d+ bytes\. The server now has the ETag [0-9a-f]{8}\./);
    expect(first?.[1]).toContain('answered with 200: 2 files');
    expect(second?.[0]).toContain('1 candidate, 1 chosen');
    expect(second?.[1]).toMatch(/The new difference was 1 file; try 2 was taken/);
    const sent = teammate.getState().view?.requests ?? [];
    expect(third?.[1]).toContain('brought 1 file back');
    expect(third?.[1]).toContain(
      `took Robin ${sent.length} requests, which sent ${sent.reduce((sum, { bytes }) => sum + bytes, 0)} bytes`,
    );
    expect(shared.map((text) => /(\w+)days\./.exec(text)?.[1])).toEqual(['Thurs', 'Fri', 'Fri']);
    expect(Object.values(teammate.getState().texts).join()).toContain('Fridays');
    expect(texts.flat().join(' ')).not.toMatch(/[{}]|NaN|undefined/);
  },
  PATIENCE_MS,
);
