import { createStore, type StoreApi } from 'zustand/vanilla';
import { type PlayedDay, playStory, type StoryStage } from '../../agent/story/play-story';
import type { Story, TeamStep } from '../../agent/story/story';
import { TEAM_ROOT } from '../../agent/tools/memory-files';
import type { RunView } from '../../agent/view/run-view';
import { assertNever } from '../../base/assert-never';
import { optional } from '../../base/optional';
import type { TeamMemberView } from '../../team/team-driver';
import { teamOfUrl } from '../../team/team-of-workspace';
import type { Playground } from './playground';
import { configWithRemote } from './team/team-words';
import type { Teammate } from './team/teammate';

/** A story that is played in the playground, day after day. */
export interface StoryPlay {
  readonly story: Story | undefined;
  /** The run of each session, by day. */
  readonly runs: readonly string[];
  readonly days: readonly PlayedDay[];
  /** The day that is being played, from 0; undefined while it waits for the reader. */
  readonly playing: number | undefined;
  /** Its project begins, and its first day is played. */
  start(story: Story): void;
  /** The next day. */
  goOn(): void;
  /** Its runs stay in the list. */
  leave(): void;
}

export function createStoryPlay(
  playground: StoreApi<Playground>,
  /** The other one, in stories about a team. */
  teammate?: StoreApi<Teammate>,
): StoreApi<StoryPlay> {
  return createStore<StoryPlay>()((set, get) => {
    let under: { readonly days: AsyncGenerator<PlayedDay>; readonly leaving: AbortController } | undefined;

    const playNext = async (day: number) => {
      const playing = under;
      if (playing === undefined) return;
      set({ playing: day });
      try {
        const next = await playing.days.next();
        if (under !== playing) return;
        set((now) => ({ playing: undefined, days: next.done === true ? now.days : [...now.days, next.value] }));
      } catch (error) {
        // The reader has opened another run.
        if (!(error instanceof Left)) throw error;
        if (under === playing) get().leave();
      }
    };

    return {
      story: undefined,
      runs: [],
      days: [],
      playing: undefined,

      start: (story) => {
        get().leave();
        const leaving = new AbortController();
        const stage = new PlaygroundStage(playground, teammate, leaving.signal, (run) =>
          set(({ runs }) => ({ runs: [...runs, run] })),
        );
        under = { days: playStory(story, stage), leaving };
        set({ story, runs: [], days: [] });
        void playNext(0);
      },
      goOn: () => {
        const { playing, days } = get();
        if (playing === undefined) void playNext(days.length);
      },
      leave: () => {
        under?.leaving.abort();
        under = undefined;
        set({ story: undefined, runs: [], days: [], playing: undefined });
      },
    };
  });
}

/** The reader has left the run that the story is about. */
class Left extends Error {}

class PlaygroundStage implements StoryStage {
  private id: string | undefined;

  constructor(
    private readonly playground: StoreApi<Playground>,
    private readonly teammate: StoreApi<Teammate> | undefined,
    private readonly signal: AbortSignal,
    private readonly onRun: (id: string) => void,
  ) {}

  async beginSession({ policy, own, title, remote }: Story, day: number): Promise<void> {
    const { begin, say, open } = this.playground.getState();
    const before = open.type === 'open' ? open.run.id : undefined;
    this.id = undefined;
    if (day > 0) await say('/clear');
    else {
      const project = { type: 'new', kind: 'sample', title } as const;
      const moreFiles = remote === undefined ? {} : { '.git/config': configWithRemote(remote) };
      await this.beginTeam(remote);
      await begin({ policy, model: { type: 'scripted' }, ownOnce: own, project, moreFiles });
    }
    const run = await this.until((view) => view.id !== before);
    this.id = run.id;
    this.onRun(run.id);
  }

  async prompt(text: string): Promise<void> {
    // The view may still be that of before when the prompt is accepted.
    const before = this.look().items.length;
    await this.playground.getState().say(text);
    await this.until(({ status, waiting, items, agents, underWay }) => {
      const isResting = status.type === 'idle' || status.type === 'help';
      const isAlone =
        !items.some((item) => item.type === 'task' && item.task.state === 'running') &&
        !underWay.some((id) => id.startsWith('dream')) &&
        !agents.started.some(({ state }) => state === 'running');
      const said = items.findLastIndex((item) => item.type === 'prompt');
      const isAnswered = said >= before && items.slice(said).some(({ type }) => type === 'reply' || type === 'help');
      return isResting && isAlone && isAnswered && waiting.length === 0;
    });
  }

  async wait(ms: number): Promise<void> {
    await this.andSeen('waited', () => this.playground.getState().say(`/wait ${Math.round(ms / HOUR_MS)}h`));
  }

  fileText(path: string): Promise<string> {
    return this.playground.getState().asks.fileText(path);
  }

  async changeFiles(changes: Parameters<StoryStage['changeFiles']>[0]): Promise<void> {
    await this.andSeen('files', () => this.playground.getState().changeFiles(changes));
  }

  /** It is accepted before it is done, and a session that begins in between would not have it. */
  private async andSeen(type: 'waited' | 'files', act: () => Promise<unknown>): Promise<void> {
    const count = ({ items }: Pick<RunView, 'items'>) => items.filter((item) => item.type === type).length;
    const before = count(this.look());
    await act();
    await this.until((view) => view.waiting.length === 0 && count(view) > before);
  }

  async teamStep(step: TeamStep): Promise<void> {
    const robin = this.teammate?.getState();
    if (robin === undefined) return;
    switch (step.does) {
      case 'replace': {
        if (step.by === 'robin')
          robin.write(step.file, (robin.texts[step.file] ?? '').replaceAll(step.text, step.with));
        else {
          const path = `${TEAM_ROOT}/${step.file}`;
          const text = (await this.fileText(path)).replaceAll(step.text, step.with);
          await this.changeFiles([{ path, text }]);
          await this.until(({ team }) => team?.files.some(({ state }) => state === 'changed') === true);
        }
        return;
      }
      case 'remove':
        robin.remove(step.file);
        return;
      case 'begin-session':
        return robin.beginSession();
      case 'pull':
        return robin.pull();
      case 'push':
        return robin.push();
      case 'rest':
        await this.until(({ team }) => team?.state === 'idle' && !hasChanges(team));
        await this.robinRests();
        await robin.look();
        return;
      default:
        return assertNever(step);
    }
  }

  private async robinRests(): Promise<void> {
    for (;;) {
      const view = this.teammate?.getState().view;
      if (this.signal.aborted) throw new Left();
      if (view === undefined || view.blocked !== undefined || (view.state === 'idle' && !hasChanges(view))) return;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }

  /** With an empty server, in this browser: else the numbers would be those of others. */
  private async beginTeam(remote: string | undefined): Promise<void> {
    const team = remote === undefined ? undefined : teamOfUrl(remote);
    const robin = this.teammate?.getState();
    if (team === undefined || robin === undefined) return;
    if (robin.place !== 'page') robin.choosePlace('page');
    await robin.open(team);
    await robin.empty();
  }

  look(): ReturnType<StoryStage['look']> {
    const { open } = this.playground.getState();
    if (open.type !== 'open') throw new Left();
    const { items, memory, meter, agents, simulation, team: you } = open.run;
    const robin = this.teammate?.getState().view;
    const team = you?.team === undefined || robin === undefined ? undefined : { you, robin };
    const peakTokens = Math.max(0, ...simulation.used);
    return { items, memory, usedTokens: meter.used, agents, peakTokens, ...optional('team', team) };
  }

  /** The open run, once it looks like this. */
  private until(isSo: (run: RunView) => boolean): Promise<RunView> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const { open } = this.playground.getState();
        if (this.signal.aborted || open.type === 'none' || open.type === 'failed' || open.type === 'busy')
          stop(new Left());
        else if (open.type === 'open' && this.id !== undefined && open.run.id !== this.id) stop(new Left());
        else if (open.type === 'open' && isSo(open.run)) stop(open.run);
      };
      const stop = (outcome: RunView | Left) => {
        unsubscribe();
        this.signal.removeEventListener('abort', look);
        if (outcome instanceof Left) reject(outcome);
        else resolve(outcome);
      };
      const unsubscribe = this.playground.subscribe(look);
      this.signal.addEventListener('abort', look);
      look();
    });
  }
}

function hasChanges({ files }: TeamMemberView): boolean {
  return files.some(({ state }) => state === 'changed' || state === 'new');
}

const LOOK_EVERY_MS = 50;
const HOUR_MS = 3_600_000;
