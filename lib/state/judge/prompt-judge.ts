import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Waiting } from '../../api/ask-model';
import { sentTogether } from '../../api/sent-figures';
import { type Failure, failureOf, isCancelled } from '../../base/failure';
import { Latest } from '../../base/latest';
import { optional } from '../../base/optional';
import { type JudgeEstimate, type JudgeOptions, judgeEstimate, REQUESTS_PER_TRIAL } from '../../judge/judge-estimate';
import type { TrialOutcome, TrialProgress } from '../../judge/judge-once';
import type { OwnQuestion } from '../../judge/own-question';
import { shuffled } from '../../judge/shuffled';
import { FEWEST_REPEATS, MAX_REPEATS } from '../../judge/trial';
import type { GroupStore } from '../../storage/group-store';
import type { StorageFailure } from '../../storage/storage-failure';
import type { engine } from '../../worker/engine/client';
import type { JudgeMaterial } from '../../worker/engine/compaction-messages';
import type { Judgement } from '../prompts/prompt-judgement';
import {
  cutName,
  isAnything,
  type JudgedCut,
  type JudgingJournal,
  judgementsOf,
  type LeftOfJudging,
  leftOf,
  missingTrials,
} from './judging-journal';

/** A summary to judge. Its title is not sent. */
export interface JudgedText {
  /** Id of its run. */
  readonly id: string;
  readonly text: string;
}

export interface PendingJudging extends JudgeOptions {
  readonly cut: JudgedCut;
  readonly texts: readonly JudgedText[];
  /** One that was interrupted: only what is missing is asked. */
  readonly continued?: JudgingJournal;
  readonly material: JudgeMaterial;
  readonly estimate: JudgeEstimate;
}

export interface JudgingProgress {
  readonly done: number;
  readonly requests: number;
  readonly waiting: Waiting | undefined;
}

export interface JudgingProblem extends Failure {
  /** The user stopped it. */
  readonly isByUser: boolean;
}

export interface PromptJudge {
  /** By run id, for this visit. */
  readonly judgements: Readonly<Record<string, Judgement>>;
  /** By the judged text: of the cut that is looked at, also of an earlier visit. */
  readonly recalled: Readonly<Record<string, Judgement>>;
  /** What was interrupted at this cut. */
  readonly left: LeftOfJudging | undefined;
  /** A reload would lose what is judged. */
  readonly notSaved: StorageFailure | undefined;
  readonly isPreparing: boolean;
  /** Waits for the user's confirmation. */
  readonly pending: PendingJudging | undefined;
  readonly judging: JudgingProgress | undefined;
  /** What prevented or ended it. */
  readonly problem: JudgingProblem | undefined;
  /** Prepares the questions and the cost. Sends nothing. */
  prepare(
    cut: JudgedCut,
    texts: readonly JudgedText[],
    model: string,
    questions?: readonly OwnQuestion[],
  ): Promise<void>;
  choose(wish: Partial<JudgeOptions>): void;
  /** What was judged at a cut, and what is missing of that. */
  recall(cut: JudgedCut): Promise<void>;
  /** Prepares what is missing of an interrupted judging. Sends nothing. */
  prepareRest(): void;
  /** Nothing more is asked. What was answered stays. */
  discardRest(): Promise<void>;
  dismiss(): void;
  /** Starts what is pending. */
  judge(): Promise<void>;
  /** Results so far are kept. */
  halt(): void;
  /** Nobody looks at that cut any more. */
  leave(): void;
}

export interface PromptJudgeParts {
  loadEngine(): Promise<Pick<typeof engine, 'ask'>>;
  /** The user's own for a model, asked anew for each summary. */
  key(model: string): string | undefined;
  /** With its run, where that is kept. */
  keep(id: string, judgement: Judgement): Promise<void>;
  /** By session and cut. */
  readonly journals: GroupStore<JudgingJournal>;
  /** Undefined if another tab is judging there. */
  lock(name: string): Promise<(() => void) | undefined>;
  nowMs(): number;
  newSeed(): number;
}

const NOTHING_TO_ASK: JudgingProblem = {
  what: 'Nothing to ask here: the removed messages contain no values, files, rules or requests.',
  advice: 'Choose a later call, or add a question of your own.',
  isByUser: false,
};

const ELSEWHERE: Failure = {
  what: 'Another tab is judging the summaries of this call.',
  advice: 'Wait until it has finished, then reload.',
};

export function createPromptJudge(parts: PromptJudgeParts): StoreApi<PromptJudge> {
  const preparing = new Latest();
  const running = new Latest();

  const recalling = new Latest();
  /** The latest journal of the cut that is looked at. */
  let here: { readonly cut: JudgedCut; journal: JudgingJournal | undefined } | undefined;

  return createStore<PromptJudge>()((set, get) => {
    const isHere = (cut: JudgedCut) => here !== undefined && nameOf(here.cut) === nameOf(cut);

    const show = (cut: JudgedCut, journal: JudgingJournal) => {
      if (!isHere(cut)) return;
      here = { cut, journal };
      set({ recalled: { ...get().recalled, ...judgementsOf(journal) } });
    };

    /** Shown once it is stored: then a reload keeps what is seen. */
    const tell = async (cut: JudgedCut, journal: JudgingJournal, place: number) => {
      const { run, judgement } = journal.texts[place] ?? {};
      if (run === undefined || judgement === undefined || !isAnything(judgement)) return;
      if (judgement.trials.length > 0) await parts.keep(run, judgement);
      set({ judgements: { ...get().judgements, [run]: judgement } });
      show(cut, journal);
    };

    /** One after another: results appear one by one, and rate limits are not exceeded. */
    const judgeAll = async (cut: JudgedCut, begun: JudgingJournal, signal: AbortSignal) => {
      let journal = begun;
      const store = async (next: JudgingJournal) => {
        journal = next;
        const saved = await parts.journals.save(cut.session, cutName(cut), next);
        set({ notSaved: saved.ok ? undefined : saved.error });
      };
      const engine = await parts.loadEngine();
      const { model, repeats, seed, texts } = begun;
      const requests = texts.length * repeats * REQUESTS_PER_TRIAL;

      const judgeOne = async (place: number): Promise<Failure | undefined> => {
        const text = journal.texts[place];
        if (text === undefined) return undefined;
        const given = journal.begun?.place === place ? journal.begun.answers : undefined;
        const trial = { place, atMs: parts.nowMs(), isSent: true, ...optional('answers', given) };
        const before = leftOf(journal)?.answered ?? requests;
        let answered = 0;
        let answers = given;
        await store({ ...journal, begun: trial });
        const onProgress = (progress: TrialProgress) => {
          if (progress.type === 'answered') {
            answered += 1;
            return;
          }
          if (progress.type === 'answers') {
            answers = progress.answers;
            void store({ ...journal, begun: { ...trial, answers } });
            return;
          }
          const waiting = progress.type === 'waiting' ? progress : undefined;
          if (!signal.aborted) set({ judging: { done: before + answered, requests, waiting } });
        };
        const { probes } = text.judgement;
        const question = { model, probes, summary: text.summary, key: parts.key(model), ...optional('answers', given) };
        const outcome = await engine.ask('judge-summary', question, { signal, onProgress, wantsPartial: true });
        const isOver = outcome.type === 'failed' && outcome.isFinal;
        const { begun: _, ...rest } = journal;
        await store({
          ...rest,
          texts: journal.texts.map((each, index) =>
            index === place ? { ...each, judgement: withOutcome(each.judgement, outcome) } : each,
          ),
          // Answers that are there need no second request.
          ...(isOver && answers !== undefined ? { begun: { ...trial, isSent: false, answers } } : {}),
        });
        await tell(cut, journal, place);
        return isOver ? outcome.failure : undefined;
      };

      try {
        for (let repeat = 0; repeat < repeats; repeat++) {
          const places = shuffled(
            texts.map((_, place) => place),
            seed + repeat,
          );
          for (const place of places) {
            if (repeats - missingTrials(journal, place) > repeat) continue;
            const failure = await judgeOne(place);
            if (failure !== undefined) return failure;
          }
        }
        return undefined;
      } finally {
        show(cut, journal);
      }
    };

    return {
      judgements: {},
      recalled: {},
      left: undefined,
      notSaved: undefined,
      isPreparing: false,
      pending: undefined,
      judging: undefined,
      problem: undefined,

      prepare: async (cut, given, model, questions = []) => {
        // Two columns may show the same run.
        const texts = [...new Map(given.map((text) => [text.id, text])).values()];
        const signal = preparing.begin();
        set({ isPreparing: true, pending: undefined, problem: undefined });
        try {
          const request = { place: cut.place, summaries: texts.map(({ text }) => text), questions };
          const material = await (await parts.loadEngine()).ask('judge-material', request, { signal });
          if (signal.aborted) return;
          if (material.probes.length === 0) set({ isPreparing: false, problem: NOTHING_TO_ASK });
          else
            set({ isPreparing: false, pending: pendingWith({ cut, texts, material, model, repeats: FEWEST_REPEATS }) });
        } catch (error) {
          if (!signal.aborted && !isCancelled(error))
            set({ isPreparing: false, problem: { ...failureOf(error), isByUser: false } });
        }
      },

      choose: (wish) => {
        const { pending } = get();
        if (pending === undefined || pending.continued !== undefined) return;
        const repeats = Math.min(MAX_REPEATS, Math.max(FEWEST_REPEATS, wish.repeats ?? pending.repeats));
        set({ pending: pendingWith({ ...pending, ...wish, repeats }) });
      },

      recall: async (cut) => {
        const signal = recalling.begin();
        here = { cut, journal: undefined };
        set({ recalled: {}, left: undefined });
        const stored = await parts.journals.get(cut.session, cutName(cut));
        const release = await parts.lock(nameOf(cut));
        release?.();
        if (signal.aborted) return;
        if (!stored.ok) set({ notSaved: stored.error });
        else if (stored.value !== undefined) {
          show(cut, stored.value);
          if (release !== undefined) set({ left: leftOf(stored.value) });
        }
      },

      prepareRest: () => {
        const journal = here?.journal;
        const estimate = journal && leftOf(journal)?.estimate;
        if (here === undefined || journal === undefined || estimate === undefined) return;
        const { model, repeats, texts } = journal;
        const material = {
          probes: texts[0]?.judgement.probes ?? [],
          summaries: texts.map(({ summary }) => summary),
          secretsMasked: 0,
        };
        const judged = texts.map(({ run, text }) => ({ id: run, text }));
        set({
          problem: undefined,
          pending: { cut: here.cut, texts: judged, material, model, repeats, estimate, continued: journal },
        });
      },

      discardRest: async () => {
        const journal = here?.journal;
        if (here === undefined || journal === undefined) return;
        const { cut } = here;
        set({ left: undefined });
        const saved = await parts.journals.save(cut.session, cutName(cut), { ...journal, isDiscarded: true });
        if (!saved.ok) set({ notSaved: saved.error });
      },

      dismiss: () => set({ pending: undefined }),

      judge: async () => {
        const { pending, judging } = get();
        if (pending === undefined || judging !== undefined) return;
        const { cut, estimate, continued } = pending;
        const signal = running.begin();
        const journal = continued ?? newJournal(pending, get().recalled);
        const requests = journal.texts.length * journal.repeats * REQUESTS_PER_TRIAL;
        set({
          pending: undefined,
          problem: undefined,
          left: undefined,
          judging: { done: requests - estimate.requests, requests, waiting: undefined },
        });
        const release = await parts.lock(nameOf(cut));
        const ended =
          release === undefined ? ELSEWHERE : await judgeAll(cut, journal, signal).catch((error) => failureOf(error));
        release?.();
        const problem = ended && { ...ended, isByUser: signal.aborted };
        if (running.isCurrent(signal)) set({ judging: undefined, problem });
        if (isHere(cut) && release !== undefined) set({ left: here?.journal && leftOf(here.journal) });
      },

      halt: () => running.stop(),

      leave: () => {
        here = undefined;
        recalling.drop();
        preparing.drop();
        running.drop();
        set({
          recalled: {},
          left: undefined,
          isPreparing: false,
          pending: undefined,
          judging: undefined,
          problem: undefined,
        });
      },
    };

    function newJournal(
      { texts, material: { probes, summaries }, model, repeats }: PendingJudging,
      earlier: PromptJudge['recalled'],
    ): JudgingJournal {
      const seed = parts.newSeed();
      const judgement: Judgement = { atMs: parts.nowMs(), model, repeats, seed, probes, trials: [], failures: [] };
      return {
        repeats,
        seed,
        model,
        texts: texts.map(({ id, text }, place) => {
          return { run: id, text, summary: summaries[place] ?? '', judgement, ...optional('earlier', earlier[text]) };
        }),
      };
    }
  });
}

function nameOf(cut: JudgedCut): string {
  return `${cut.session} ${cutName(cut)}`;
}

function pendingWith(given: Omit<PendingJudging, 'estimate'>): PendingJudging {
  const { material, model, repeats } = given;
  return { ...given, estimate: judgeEstimate(material.probes, material.summaries, { model, repeats }) };
}

/** A fatal error is shown once, not for each summary. */
function withOutcome(judgement: Judgement, outcome: TrialOutcome): Judgement {
  const { trials, failures } = judgement;
  const sent = sentTogether(judgement.sent, outcome.sent);
  if (outcome.type === 'judged') return { ...judgement, sent, trials: [...trials, outcome.trial] };
  return { ...judgement, sent, failures: outcome.isFinal ? failures : [...failures, outcome.failure] };
}
