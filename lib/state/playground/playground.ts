import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FileChange, ModelChoice, OwnSetup, RunLimits, SectionChoices } from '../../agent/journal/entry';
import type { Lesson } from '../../agent/lessons/lesson';
import type { Pace, RunView } from '../../agent/view/run-view';
import type { Providers } from '../../agent/view/who-answers';
import type { ApiKeys } from '../../api/asker/model-asker';
import { assertNever } from '../../base/assert-never';
import { type Failure, failureOf, isCancelled } from '../../base/failure';
import { Latest } from '../../base/latest';
import { optional } from '../../base/optional';
import type { Result } from '../../base/result';
import { playground as smallWindow } from '../../policies/presets/playground';
import type { Policy } from '../../policies/shape/policy';
import type { StoredProject } from '../../storage/stored-project';
import type { StoredRun } from '../../storage/stored-run';
import type { TeamPlace } from '../../team/team-driver';
import type { TeamFault } from '../../team/team-faults';
import type { agent } from '../../worker/agent/agent-client';
import type { ActAnswer, AgentUpdate, Permitted, RunAct, RunRequest, Shows } from '../../worker/agent/agent-messages';
import type { OpenSession } from '../../worker/engine/messages';
import type { KeptSetup } from './kept-setup';
import { type ProjectList, type ProjectListParts, projectList, type WantedProject } from './project-list';
import { createRunAsks, type RunAsks } from './run-asks';
import { type RunList, type RunListParts, runList } from './run-list';
import type { RunToSave } from './saved-run';
import { updatedRun } from './updated-run';

export type { RunAsks } from './run-asks';

/** The running agent, and the runs stored in this browser. */
export interface Playground extends RunList, ProjectList {
  readonly open: PlaygroundRun;
  /** Why the user's input was rejected, what is to be known about it, or the output of a command. */
  readonly answer:
    | { readonly type: 'refused' | 'said'; readonly what: string }
    | { readonly type: 'show'; readonly what: Shows }
    | undefined;
  /** For the next run, and for the open one. */
  readonly pace: Pace;

  /** Reads the list and watches it until the returned function is called. The open run continues. */
  start(): () => void;
  /**
   * On the sample repository, unless other files are given. A text is sent immediately as the first prompt. Returns
   * whether a run started.
   */
  begin(options?: BeginOptions): Promise<boolean>;
  /** [J1] On the files that its latest session left. */
  beginSession(project: StoredProject): Promise<void>;
  /** On the sample repository, with an empty home folder. */
  beginProject(): Promise<void>;
  renameProject(project: StoredProject, title: string): Promise<void>;
  /** With its runs and its home folder. */
  removeProject(project: StoredProject): Promise<void>;
  /** Its run waits for `startLesson`. It is not stored. */
  openLesson(lesson: Lesson): Promise<void>;
  startLesson(lesson: Lesson): Promise<void>;
  /** Continues from what is stored; interrupted work waits for `goOn`. */
  openRun(id: string): Promise<void>;
  copyRun(id: string): Promise<void>;
  removeRun(id: string): Promise<void>;
  restoreRun(run: StoredRun): Promise<void>;
  close(): void;

  /**
   * A prompt, or a command such as `/compact keep the parser`. While the agent works it waits for the next call. Prompts
   * in `followUps` follow, each when the agent has finished. Returns whether it was accepted.
   */
  say(text: string, followUps?: readonly string[]): Promise<boolean>;
  dismissAnswer(): void;
  stop(): Promise<void>;
  /** One that works beside the turns; the turn continues. */
  stopTask(task: string): Promise<void>;
  /** [D4] */
  undoDream(dream: string): Promise<void>;
  /** [H1] Answers a question. */
  permit(answer: Permitted): Promise<void>;
  /** [H3] The settings of this session. */
  setHooks(text: string): Promise<void>;
  goOn(): Promise<void>;
  /** The user's last turn. */
  undo(): Promise<void>;
  redo(): Promise<void>;
  choosePolicy(policy: Policy): Promise<void>;
  chooseModel(model: ModelChoice): Promise<void>;
  setLimits(limits: RunLimits): Promise<void>;
  /** System prompt, instructions, tools and task: of the open run as far as it has not begun, and of the next ones. */
  setUp(own: OwnSetup): Promise<void>;
  /** [Y3] What of the system prompt is sent, from the next call on. */
  chooseSections(sections: SectionChoices): Promise<void>;
  /** A new run on the current files of the open one. */
  beginAgain(own: OwnSetup): Promise<void>;
  /** For the next run. */
  nextSetup(): OwnSetup;
  /** [U2] At once, whatever is due. */
  syncTeam(does: 'pull' | 'push'): Promise<void>;
  /** What the next request of the run to the server of its team meets. */
  meetTeamFault(fault: TeamFault | undefined): Promise<void>;
  /** It was chosen where the server of teams is. */
  teamPlaceChanged(): Promise<void>;
  /** The paid call that `status` shows. */
  approve(): Promise<void>;
  setPace(pace: Pace): void;
  /** The user has set or removed a key: it is only in the agent's memory. */
  keyChanged(): void;
  /** Returns whether they were accepted. */
  changeFiles(files: readonly FileChange[]): Promise<boolean>;
  resetFiles(): Promise<void>;

  readonly asks: RunAsks;
  /** Adds it to the sessions, like an import. Returns the URL of the view with the run's policy. */
  saveAsSession(): Promise<string | undefined>;
}

export type PlaygroundRun =
  | { readonly type: 'none' }
  | { readonly type: 'opening' }
  /** Another tab has it open. */
  | { readonly type: 'busy'; readonly id: string }
  | ({ readonly type: 'failed'; readonly id?: string } & Failure)
  | { readonly type: 'open'; readonly run: RunView; readonly session: OpenSession };

export interface BeginOptions {
  readonly policy?: Policy;
  readonly model?: ModelChoice;
  readonly limits?: RunLimits;
  readonly files?: Readonly<Record<string, string>>;
  /** Beside those. */
  readonly moreFiles?: Readonly<Record<string, string>>;
  /** That of the sample repository, unless other files are given. */
  readonly project?: WantedProject;
  readonly text?: string;
  readonly own?: OwnSetup;
  /** For this run alone: what is kept for others stays. */
  readonly ownOnce?: OwnSetup;
  /** How far its clock is ahead. */
  readonly passedMs?: number;
  /** Prompts that follow it, each when the agent has finished. */
  readonly followUps?: readonly string[];
}

export interface PlaygroundParts extends RunListParts, ProjectListParts {
  loadAgent(): Promise<Pick<typeof agent, 'ask'>>;
  sampleFiles(): Promise<Result<Readonly<Record<string, string>>, Failure>>;
  /** The user's own keys, as far as set. */
  keys(): ApiKeys;
  /** Where the server sends paid calls, as far as it says. */
  providers(): Providers;
  /** [U2] Where the server of teams is. */
  teamPlace?(): TeamPlace;
  /** The set-up for the next run, which outlasts the page. */
  readonly setup: KeptSetup;
  /** Adds it to the sessions; returns the URL of the view. */
  saveSession(run: RunToSave, transcript: Blob): Promise<Result<string, Failure>>;
}

const USUAL_LIMITS: RunLimits = { calls: 500, dollars: 5, runCalls: 10_000, runDollars: 20 };

export function createPlayground(parts: PlaygroundParts): StoreApi<Playground> {
  const { loadAgent } = parts;
  /** The open run: another one closes it. */
  const opened = new Latest();

  return createStore<Playground>()((set, get) => {
    const asks = createRunAsks(loadAgent);
    const list = runList(parts, get, set);
    const projects = projectList(parts, set);

    const takeUpdate = (update: AgentUpdate, id: string | undefined) => {
      const { open } = get();
      set({ open: updatedRun(open.type === 'open' && open.run.id === id ? open : undefined, update) });
    };

    /** Resolves when the run is closed. */
    const show = async (request: RunRequest, text?: string, followUps: readonly string[] = []) => {
      const signal = opened.begin();
      const asked = request.type === 'open' || request.type === 'copy' ? request.id : undefined;
      let id: string | undefined;
      set({ open: { type: 'opening' }, answer: undefined, failure: undefined });
      const onProgress = (update: AgentUpdate) => {
        if (signal.aborted) return;
        const isFirst = id === undefined;
        id ??= update.id;
        takeUpdate(update, isFirst ? undefined : id);
        // It was chosen while the run was opened.
        if (isFirst && get().pace !== request.pace) void act({ type: 'pace', pace: get().pace });
        if (isFirst && text !== undefined) void get().say(text, followUps);
      };
      try {
        const end = await (await loadAgent()).ask('run', request, { signal, onProgress });
        if (signal.aborted) return;
        set({ open: end.type === 'busy' && asked !== undefined ? { type: 'busy', id: asked } : { type: 'none' } });
      } catch (error) {
        if (signal.aborted || isCancelled(error)) return;
        set({ open: { type: 'failed', ...optional('id', id ?? asked), ...failureOf(error) } });
      }
    };

    const take = async (answer: ActAnswer, own?: OwnSetup): Promise<boolean> => {
      switch (answer.type) {
        case 'done':
          set({ answer: undefined });
          return true;
        case 'said':
        case 'refused':
        case 'show':
          set({ answer });
          return answer.type !== 'refused';
        case 'clear': {
          const { open } = get();
          const { policy, model, limits } = open.type === 'open' ? open.run : usual();
          return get().begin({
            policy,
            model,
            limits,
            files: answer.files,
            project: projectAfter(open),
            passedMs: answer.passedMs,
            ...optional('own', own),
            // What was chosen for this run alone, as a story does, is not kept for others.
            ...optional('ownOnce', open.type === 'open' && own === undefined ? open.run.setup.own : undefined),
          });
        }
        default:
          return assertNever(answer);
      }
    };

    /** Whether it was accepted. */
    const act = async (wanted: RunAct, own?: OwnSetup): Promise<boolean> => {
      if (get().open.type !== 'open') return false;
      try {
        return await take(await (await loadAgent()).ask('act', wanted), own);
      } catch (error) {
        if (!isCancelled(error)) set({ failure: failureOf(error) });
        return false;
      }
    };

    /** Shown immediately, because the next choice builds on it, and the agent confirms only a moment later. */
    const choose = async (chosen: Partial<Pick<RunView, 'policy' | 'model' | 'limits' | 'system'>>, wanted: RunAct) => {
      const { open } = get();
      const isOurs = open.type === 'open' && open.run.role === 'runs';
      if (isOurs) set({ open: { ...open, run: { ...open.run, ...chosen } } });
      await act(wanted);
    };

    const request = () => ({
      keys: parts.keys(),
      providers: parts.providers(),
      pace: get().pace,
      ...optional('teamPlace', parts.teamPlace?.()),
    });

    return {
      runs: [],
      damagedRuns: 0,
      projects: [],
      damagedProjects: 0,
      isLoaded: false,
      open: { type: 'none' },
      failure: undefined,
      answer: undefined,
      pace: 'usual',
      asks,

      begin: async ({ files: given, moreFiles, project: wanted, text, followUps, ownOnce, ...chosen } = {}) => {
        let files = given;
        if (files === undefined) {
          const sample = await parts.sampleFiles();
          if (!sample.ok) {
            set({ failure: sample.error });
            return false;
          }
          files = sample.value;
        }
        files = { ...files, ...moreFiles };
        const own = ownOnce ?? chosen.own ?? parts.setup.read();
        if (chosen.own !== undefined) parts.setup.write(own);
        const project = await projects.ensure(wanted ?? (given === undefined ? { type: 'sample' } : UNTITLED));
        const beginning = {
          type: 'begin',
          ...usual(),
          ...chosen,
          own,
          files,
          ...optional('project', project),
        } as const;
        void show({ ...beginning, ...request() }, text, followUps);
        return true;
      },

      beginSession: async ({ id, kind, title }) => {
        const { open, runs } = get();
        // The session that is open may have no prompt yet, or be ahead of the list.
        if (open.type === 'open' && open.run.project?.id === id && open.run.role === 'runs') {
          await get().say('/clear');
          return;
        }
        const latest = sessionsOf(id, runs)[0];
        if (latest !== undefined) void show({ type: 'next', of: latest.id, ...request() });
        else if (kind === 'sample') await get().begin({ project: { type: 'id', id } });
        else {
          set({
            failure: {
              what: `Could not start a session of “${title}”: its files were in its runs, and they were deleted.`,
              advice: 'Load the folder again. The home folder of the project is unchanged.',
            },
          });
        }
      },
      beginProject: async () => {
        await get().begin({ project: { type: 'new', kind: 'sample', title: 'Sample repository' } });
      },
      renameProject: async (project, title) => {
        if (title.trim() !== '' && title.trim() !== project.title) await projects.rename(project, title);
      },
      removeProject: async (project) => {
        const { open } = get();
        if (open.type === 'open' && open.run.project?.id === project.id) {
          await get().stop();
          get().close();
        }
        await projects.remove(project);
      },

      openLesson: async ({ id, policy, files }) => {
        // Not with the user's set-up, which could switch off what the lesson shows.
        const model = { type: 'scripted', lesson: id } as const;
        void show({ type: 'begin', ...usual(), policy, files, model, own: {}, ...request() });
      },
      startLesson: async ({ prompts: [first = '', ...followUps] }) => void (await get().say(first, followUps)),
      openRun: async (id) => void show({ type: 'open', id, ...request() }),
      copyRun: async (id) => void show({ type: 'copy', id, ...request() }),

      close: () => {
        opened.drop();
        set({ open: { type: 'none' }, answer: undefined });
      },

      removeRun: async (id) => {
        const { open } = get();
        if (open.type === 'open' && open.run.id === id) {
          await get().stop();
          get().close();
        }
        await list.remove(id);
      },
      restoreRun: list.restore,
      start: () => {
        const stops = [projects.start(), list.start()];
        return () => {
          for (const stop of stops) stop();
        };
      },

      say: async (text, followUps = []) => {
        const isTaken = await act({ type: 'say', text });
        for (const later of isTaken ? followUps : []) await act({ type: 'say-later', text: later });
        return isTaken;
      },
      dismissAnswer: () => set({ answer: undefined }),
      stop: async () => void (await act({ type: 'stop' })),
      permit: async (answer) => void (await act({ type: 'permitted', ...answer })),
      setHooks: async (text) => void (await act({ type: 'hook-settings', text })),
      stopTask: async (task) => void (await act({ type: 'end-task', id: task })),
      undoDream: async (dream) => void (await act({ type: 'undo-dream', id: dream })),
      goOn: async () => void (await act({ type: 'go-on' })),
      undo: async () => void (await act({ type: 'undo' })),
      redo: async () => void (await act({ type: 'redo' })),
      choosePolicy: (policy) => choose({ policy }, { type: 'policy', policy }),
      chooseModel: (model) => choose({ model }, { type: 'model', model }),
      approve: async () => void (await act({ type: 'approve' })),
      syncTeam: async (does) => void (await act({ type: 'team-sync', does })),
      meetTeamFault: async (fault) => void (await act({ type: 'team-fault', fault })),
      teamPlaceChanged: async () => void (await act({ type: 'team-place', place: parts.teamPlace?.() ?? 'page' })),
      nextSetup: () => parts.setup.read(),
      beginAgain: async (own) => void (await act({ type: 'say', text: '/clear' }, own)),
      setUp: async (own) => {
        parts.setup.write(own);
        const { open } = get();
        if (open.type !== 'open' || open.run.role !== 'runs') return;
        set({ open: { ...open, run: { ...open.run, setup: { ...open.run.setup, own } } } });
        await act({ type: 'own-setup', own });
      },
      chooseSections: async (sections) => {
        const { open } = get();
        if (open.type !== 'open') return;
        await choose({ system: { ...open.run.system, choices: sections } }, { type: 'sections', sections });
      },
      setLimits: (limits) => choose({ limits }, { type: 'limits', limits }),
      changeFiles: (files) => act({ type: 'files', files }),
      resetFiles: async () => void (await act({ type: 'reset-files' })),

      setPace: (pace) => {
        set({ pace });
        void act({ type: 'pace', pace });
      },

      keyChanged: () => void act({ type: 'keys', keys: parts.keys(), providers: parts.providers() }),

      saveAsSession: async () => {
        const { open } = get();
        if (open.type !== 'open') return undefined;
        try {
          const { title, policy, earlier, items } = open.run;
          // No policy knows what a provider rejects: only the recording has the compaction that followed.
          const mode = items.some(({ type }) => type === 'refused') ? 'following' : 'free';
          const saved = await parts.saveSession({ title, policy, earlier, mode }, await asks.transcript());
          set({ failure: saved.ok ? undefined : saved.error });
          return saved.ok ? saved.value : undefined;
        } catch (error) {
          if (!isCancelled(error)) set({ failure: failureOf(error) });
          return undefined;
        }
      },
    };
  });
}

const UNTITLED: WantedProject = { type: 'new', kind: 'folder', title: 'Untitled project' };

/** A run from before there were projects begins one. */
function projectAfter(open: PlaygroundRun): WantedProject {
  const project = open.type === 'open' ? open.run.project : undefined;
  return project === undefined ? UNTITLED : { type: 'id', id: project.id };
}

/** The latest first. */
function sessionsOf(project: string, runs: readonly StoredRun[]): readonly StoredRun[] {
  const own = runs.filter((run) => run.project?.id === project);
  return own.sort((a, b) => (b.project?.session ?? 0) - (a.project?.session ?? 0));
}

function usual(): { readonly policy: Policy; readonly model: ModelChoice; readonly limits: RunLimits } {
  return { policy: smallWindow, model: { type: 'scripted' }, limits: USUAL_LIMITS };
}
