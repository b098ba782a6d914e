import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Failure, failureOf } from '../../base/failure';
import { optional } from '../../base/optional';
import type { Result } from '../../base/result';
import type { Sending } from '../../experiments/experiment';
import { boundsOf } from '../../experiments/price';
import { withoutScratch } from '../../layers/summary/without-scratch';
import type { GroupStore } from '../../storage/group-store';
import type { RecordStore } from '../../storage/record-store';
import type { StorageFailure } from '../../storage/storage-failure';
import { KEEP_REMOVED_MS } from '../../storage/stored-session';
import { CacheTurns } from '../prompts/cache-turns';
import { interrupted } from '../prompts/interrupted-runs';
import { type ExperimentBatch, owedJobs } from './batch-record';
import { type BatchProblem, ExperimentBatches } from './experiment-batches';
import type { AnswerLists, BegunAnswer, Experiment, StoredAnswer } from './experiment-record';
import { ExperimentRunner, type RunningJob } from './experiment-runner';
import { outdatedAnswers, recounted, rulesNow } from './recount';
import type { SessionEngine, SessionEngines } from './session-engines';

/** An experiment with its answers. */
export interface OpenedExperiment {
  readonly experiment: Experiment;
  /** In the order in which they ended. */
  readonly answers: readonly StoredAnswer[];
  readonly isRunning: boolean;
  /** Another tab has it open and running. */
  readonly isElsewhere: boolean;
  /** Why it ended early. */
  readonly problem: Failure | undefined;
  /** Answers that could not be stored yet. They are kept while the page is open. */
  readonly unsaved: readonly UnsavedAnswer[];
  readonly notSaved: StorageFailure | undefined;
  /** Unreadable answers. */
  readonly damaged: number;
  /** [K4] Answers whose scores count other rules than their sessions have now. */
  readonly outdated: number;
  /** [V8] Earliest first. */
  readonly batches: readonly ExperimentBatch[];
  /** Unreadable ones. */
  readonly damagedBatches: number;
  /** Why the latest look at a batch, or fetching its results, failed. */
  readonly batchProblem: BatchProblem | undefined;
}

/** What the user agreed to. */
export interface Agreement {
  readonly sending?: Sending;
  /** [V7] In thousandths of a dollar; undefined for none. */
  readonly limitMills?: number | undefined;
}

interface UnsavedAnswer {
  readonly answer: StoredAnswer;
  readonly lists: AnswerLists;
}

export interface Experiments {
  readonly isLoaded: boolean;
  /** Latest first, without deleted ones. */
  readonly kept: readonly Experiment[];
  /** Unreadable ones. */
  readonly damaged: number;
  readonly failure: StorageFailure | undefined;
  /** By id. */
  readonly opened: Readonly<Record<string, OpenedExperiment>>;
  /** [V8] By id: the answers that batches still owe. Also of experiments that are not open. */
  readonly owed: Readonly<Record<string, number>>;
  /** By id: the requests in progress. Apart from what is open, which changes with each answer and not with each piece of one. */
  readonly running: Readonly<Record<string, readonly RunningJob[]>>;
  /** Loads the list, and watches its changes until the returned function is called. */
  start(): () => void;
  /** Loads its answers, and takes up what a closed page left. */
  open(id: string): Promise<void>;
  /** Stores a new one, with what the user agreed to, and runs it. */
  begin(experiment: Experiment, sending?: Sending): Promise<void>;
  /** Runs what is left, after the user agreed to its price. Without an agreement, one after another and with the same limit. */
  resume(id: string, agreement?: Agreement): Promise<void>;
  /** [V8] Looks at its batches until all have ended, or the returned function is called. */
  watch(id: string): () => void;
  lookAtBatch(id: string, batch: string): Promise<void>;
  fetchBatch(id: string, batch: string): Promise<void>;
  cancelBatch(id: string, batch: string): Promise<void>;
  /** Of a batch whose results cannot be had: its answers can be sent again. */
  giveUpBatch(id: string, batch: string): Promise<void>;
  /** Partial answers are kept. */
  stop(id: string): void;
  edit(id: string, edit: Partial<Pick<Experiment, 'title' | 'thresholds' | 'score'>>): Promise<void>;
  remove(id: string): Promise<void>;
  /** [K4] Counts the scores of outdated answers again. Nothing is sent. */
  recount(id: string): Promise<void>;
  lists(id: string, answer: string): Promise<AnswerLists | undefined>;
  saveAgain(id: string): Promise<void>;
  /** Of any experiment, also of one that is not open. */
  answersOf(id: string): Promise<readonly StoredAnswer[]>;
}

export interface ExperimentsParts {
  readonly heads: RecordStore<Experiment>;
  readonly answers: GroupStore<StoredAnswer>;
  readonly lists: GroupStore<AnswerLists>;
  readonly begun: GroupStore<BegunAnswer>;
  readonly batches: GroupStore<ExperimentBatch>;
  /** Only erased here, with all that belongs to an experiment. */
  readonly verdicts: Pick<GroupStore<never>, 'removeAll'>;
  readonly engines: SessionEngines;
  /** For what needs no session. */
  loadEngine(): Promise<Pick<SessionEngine, 'ask'>>;
  /** Ends early with the signal. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  key(model: string): string | undefined;
  nowMs(): number;
  newId(): string;
  /** Undefined if another tab has the experiment. */
  lock(id: string): Promise<(() => void) | undefined>;
  onRemoved(title: string, undo: () => void): void;
}

export function createExperiments(parts: ExperimentsParts): StoreApi<Experiments> {
  const cache = new CacheTurns(parts.nowMs);
  const stopping = new Map<string, AbortController>();

  return createStore<Experiments>()((set, get) => {
    const refresh = async () => {
      const listed = await parts.heads.list();
      if (!listed.ok) {
        set({ isLoaded: true, failure: listed.error });
        return;
      }
      const { records, damaged } = listed.value;
      const kept = records.filter(({ removedMs }) => removedMs === undefined);
      set({ isLoaded: true, kept: kept.sort((a, b) => b.createdMs - a.createdMs), damaged });
      const owed = await Promise.all(
        kept.map(async ({ id }) => {
          const batches = await parts.batches.list(id);
          return [id, batches.ok ? owedJobs(batches.value.records).length : 0] as const;
        }),
      );
      set({ owed: Object.fromEntries(owed) });
    };

    /** Those that were deleted a while ago, with all that belongs to them. */
    const sweep = async () => {
      const listed = await parts.heads.list();
      if (!listed.ok) return;
      for (const { id, removedMs } of listed.value.records) {
        if (removedMs === undefined || parts.nowMs() - removedMs < KEEP_REMOVED_MS) continue;
        for (const group of [parts.answers, parts.lists, parts.begun, parts.batches, parts.verdicts]) {
          await group.removeAll(id);
        }
        await parts.heads.remove(id);
      }
    };

    const change = (id: string, edit: (opened: OpenedExperiment) => Partial<OpenedExperiment>) => {
      const opened = get().opened[id];
      if (opened === undefined) return;
      const edited = edit(opened);
      set({ opened: { ...get().opened, [id]: { ...opened, ...edited } } });
      if (edited.batches !== undefined) set({ owed: { ...get().owed, [id]: owedJobs(edited.batches).length } });
    };

    const saveHead = async (experiment: Experiment): Promise<Result<void, StorageFailure>> => {
      change(experiment.id, () => ({ experiment }));
      const kept = [...get().kept.filter(({ id }) => id !== experiment.id), experiment];
      set({
        kept: kept.filter(({ removedMs }) => removedMs === undefined).sort((a, b) => b.createdMs - a.createdMs),
      });
      const saved = await parts.heads.save(experiment);
      set({ failure: saved.ok ? undefined : saved.error });
      return saved;
    };

    /** The lists first: an answer without them would look like one that has none. */
    const save = async (id: string, { answer, lists }: UnsavedAnswer): Promise<boolean> => {
      const listed = await parts.lists.save(id, answer.id, lists);
      const saved = listed.ok ? await parts.answers.save(id, answer.id, answer) : listed;
      change(id, (before) => {
        const others = before.unsaved.filter((each) => each.answer.id !== answer.id);
        const unsaved = saved.ok ? others : [...others, { answer, lists }];
        // Another may have been stored meanwhile, as a smaller one.
        return { unsaved, notSaved: saved.ok ? (unsaved.length === 0 ? undefined : before.notSaved) : saved.error };
      });
      return saved.ok;
    };

    /** Shown once it is stored: then a reload keeps what is seen. */
    const keep = async (id: string, answer: StoredAnswer, lists: AnswerLists): Promise<boolean> => {
      const isStored = await save(id, { answer, lists });
      change(id, ({ answers }) => ({ answers: [...answers.filter((each) => each.id !== answer.id), answer] }));
      return isStored;
    };

    const desk = new ExperimentBatches(parts, { opened: (id) => get().opened[id], change, keep });

    /** [K4] After a change of rules or answers. Rules that cannot be read say so when they are to be counted. */
    const lookForOutdated = async (id: string) => {
      const opened = get().opened[id];
      if (opened === undefined) return;
      const rules = await rulesNow(parts.engines, opened.experiment).catch(() => undefined);
      if (rules !== undefined) change(id, ({ answers }) => ({ outdated: outdatedAnswers(answers, rules).length }));
    };

    /** What a page left that was closed in the middle of answers. */
    const takeUp = async (experiment: Experiment) => {
      const { id } = experiment;
      const left = await parts.begun.list(id);
      if (!left.ok) {
        set({ failure: left.error });
        return;
      }
      for (const begun of left.value.records) {
        const isAnswered = get().opened[id]?.answers.some(
          (answer) => answer.job === begun.job && answer.atMs >= begun.atMs,
        );
        if (isAnswered === false) await keep(id, interruptedAnswer(experiment, begun), { scores: [] });
        await parts.begun.remove(id, [begun.job]);
      }
      await desk.settleLost(experiment);
    };

    /** Of an experiment that is marked as running: otherwise it could be opened, and locked, in the meantime. */
    const alone = async (id: string, work: (experiment: Experiment) => Promise<void>) => {
      const opened = get().opened[id];
      if (opened === undefined) return;
      change(id, () => ({ isElsewhere: false, problem: undefined }));
      const release = await parts.lock(id);
      if (release === undefined) {
        change(id, () => ({ isRunning: false, isElsewhere: true }));
        return;
      }
      try {
        await work(opened.experiment);
      } finally {
        change(id, () => ({ isRunning: false }));
        set({ running: { ...get().running, [id]: [] } });
        parts.engines.closeIdle();
        release();
      }
      await lookForOutdated(id);
    };

    const run = async (id: string, sending: Sending) => {
      const mine = new AbortController();
      stopping.set(id, mine);
      await alone(id, async (experiment) => {
        await takeUp(experiment);
        const runner = new ExperimentRunner(
          {
            engines: parts.engines,
            cache,
            key: parts.key,
            nowMs: parts.nowMs,
            newId: parts.newId,
            keep: (answer, lists) => keep(id, answer, lists),
            // Where this fails, so does storing the answer, which is reported.
            note: (begun) => void parts.begun.save(id, begun.job, begun),
            forget: async (job) => {
              await parts.begun.remove(id, [job]);
            },
            onRunning: (running) => set({ running: { ...get().running, [id]: running } }),
          },
          experiment,
          mine.signal,
          owedJobs(get().opened[id]?.batches ?? []),
        );
        const inBatch = sending === 'batch';
        const problem = await runner.run(get().opened[id]?.answers ?? [], inBatch);
        change(id, () => ({ problem }));
        if (!inBatch || problem !== undefined) return;
        const notSent = await desk.send(experiment, mine.signal);
        change(id, () => ({ problem: notSent }));
      });
    };

    const aloneWithBatch = async (id: string, work: () => Promise<void>) => {
      if (get().opened[id]?.isRunning !== false) return;
      change(id, () => ({ isRunning: true }));
      await alone(id, work);
    };

    const answersOf = async (id: string): Promise<readonly StoredAnswer[]> => {
      const opened = get().opened[id];
      if (opened !== undefined) return opened.answers;
      const listed = await parts.answers.list(id);
      if (listed.ok) return byTime(listed.value.records);
      set({ failure: listed.error });
      return [];
    };

    return {
      isLoaded: false,
      kept: [],
      damaged: 0,
      failure: undefined,
      opened: {},
      owed: {},
      running: {},

      start: () => {
        void sweep().then(refresh);
        return parts.heads.subscribe(() => void refresh());
      },

      open: async (id) => {
        if (get().opened[id]?.isRunning) return;
        const heads = await parts.heads.list();
        if (!heads.ok) {
          set({ failure: heads.error });
          return;
        }
        const experiment = heads.value.records.find((each) => each.id === id && each.removedMs === undefined);
        const answers = await parts.answers.list(id);
        if (!answers.ok) {
          set({ failure: answers.error });
          return;
        }
        const batches = await parts.batches.list(id);
        if (!batches.ok) {
          set({ failure: batches.error });
          return;
        }
        const { records, damaged } = answers.value;
        // It may have been started meanwhile.
        if (experiment === undefined || get().opened[id]?.isRunning) return;
        const before = get().opened[id];
        const unsaved = before?.unsaved ?? [];
        const stored = new Set(records.map((answer) => answer.id));
        const lost = unsaved.map(({ answer }) => answer).filter((answer) => !stored.has(answer.id));
        set({
          opened: {
            ...get().opened,
            [id]: {
              ...idle(experiment),
              answers: byTime([...records, ...lost]),
              unsaved,
              damaged,
              batches: [...batches.value.records].sort((a, b) => a.atMs - b.atMs),
              damagedBatches: batches.value.damaged,
            },
          },
        });
        const release = await parts.lock(id);
        if (release === undefined) {
          change(id, ({ isRunning }) => ({ isElsewhere: !isRunning }));
          return;
        }
        await takeUp(experiment);
        release();
        await lookForOutdated(id);
      },

      begin: async (experiment, sending = 'each') => {
        const { id } = experiment;
        set({ opened: { ...get().opened, [id]: { ...idle(experiment), isRunning: true } } });
        const saved = await saveHead(withAgreement(idle(experiment), sending, parts.nowMs()));
        if (saved.ok) await run(id, sending);
        else change(id, () => ({ isRunning: false }));
      },

      resume: async (id, agreement) => {
        const opened = get().opened[id];
        if (opened === undefined || opened.isRunning) return;
        change(id, () => ({ isRunning: true }));
        const { limitMills: before, ...rest } = opened.experiment;
        const limitMills = agreement === undefined ? before : agreement.limitMills;
        const sending = agreement?.sending ?? 'each';
        const experiment = { ...rest, ...optional('limitMills', limitMills) };
        const saved = await saveHead(withAgreement({ ...opened, experiment }, sending, parts.nowMs()));
        if (saved.ok) await run(id, sending);
        else change(id, () => ({ isRunning: false }));
      },

      stop: (id) => stopping.get(id)?.abort(),

      watch: (id) => {
        const watching = new AbortController();
        void desk.watch(id, watching.signal);
        return () => watching.abort();
      },

      lookAtBatch: async (id, batch) => void (await desk.look(id, batch)),

      fetchBatch: (id, batch) => aloneWithBatch(id, () => desk.fetch(id, batch)),
      cancelBatch: (id, batch) => aloneWithBatch(id, () => desk.cancel(id, batch)),
      giveUpBatch: (id, batch) => aloneWithBatch(id, () => desk.giveUp(id, batch)),

      edit: async (id, edit) => {
        const experiment = get().opened[id]?.experiment ?? get().kept.find((each) => each.id === id);
        if (experiment !== undefined) await saveHead({ ...experiment, ...edit });
      },

      remove: async (id) => {
        const experiment = get().kept.find((each) => each.id === id);
        if (experiment === undefined) return;
        get().stop(id);
        const removing = saveHead({ ...experiment, removedMs: parts.nowMs() });
        const { removedMs: _, ...restored } = experiment;
        parts.onRemoved(experiment.title, () => void saveHead(restored));
        await removing;
      },

      recount: async (id) => {
        if (get().opened[id]?.isRunning !== false) return;
        change(id, () => ({ isRunning: true }));
        await alone(id, async (experiment) => {
          try {
            const rules = await rulesNow(parts.engines, experiment);
            for (const answer of outdatedAnswers(get().opened[id]?.answers ?? [], rules)) {
              const again = await recounted(parts.engines, experiment, answer);
              if (again !== undefined && !(await keep(id, again.answer, again.lists))) break;
            }
          } catch (error) {
            change(id, () => ({ problem: failureOf(error) }));
          }
        });
      },

      lists: async (id, answer) => {
        const unsaved = get().opened[id]?.unsaved.find((each) => each.answer.id === answer);
        if (unsaved !== undefined) return unsaved.lists;
        const lists = await parts.lists.get(id, answer);
        if (lists.ok) return lists.value;
        set({ failure: lists.error });
        return undefined;
      },

      saveAgain: async (id) => {
        for (const each of get().opened[id]?.unsaved ?? []) if (!(await save(id, each))) return;
      },

      answersOf,
    };
  });
}

function idle(experiment: Experiment): OpenedExperiment {
  return {
    experiment,
    answers: [],
    isRunning: false,
    isElsewhere: false,
    problem: undefined,
    unsaved: [],
    notSaved: undefined,
    damaged: 0,
    outdated: 0,
    batches: [],
    damagedBatches: 0,
    batchProblem: undefined,
  };
}

function byTime(answers: readonly StoredAnswer[]): readonly StoredAnswer[] {
  return [...answers].sort((a, b) => a.atMs - b.atMs);
}

function withAgreement(
  { experiment, answers, batches }: Pick<OpenedExperiment, 'experiment' | 'answers' | 'batches'>,
  sending: Sending,
  atMs: number,
): Experiment {
  const bounds = boundsOf(experiment, answers, { sending, inBatch: owedJobs(batches) });
  return { ...experiment, agreed: [...experiment.agreed, { atMs, ...bounds }] };
}

function interruptedAnswer({ rows }: Experiment, { text, job, ...begun }: BegunAnswer): StoredAnswer {
  const row = rows.find(({ id }) => id === begun.row);
  const answer = withoutScratch(text, row?.type === 'model' ? row.scratchTag : undefined);
  return {
    ...begun,
    id: `${job}-${begun.atMs.toString(36)}`,
    job,
    state: answer === '' ? 'failed' : 'partial',
    text: answer,
    tokens: 0,
    scores: [],
    isBillUnknown: true,
    ...optional('problem', interrupted),
  };
}
