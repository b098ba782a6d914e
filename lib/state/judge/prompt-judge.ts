import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Waiting } from '../../api/ask-model';
import { sentTogether } from '../../api/sent-figures';
import { type Failure, failureOf, isCancelled } from '../../base/failure';
import { Latest } from '../../base/latest';
import { type JudgeEstimate, type JudgeOptions, judgeEstimate, REQUESTS_PER_TRIAL } from '../../judge/judge-estimate';
import type { TrialOutcome, TrialProgress } from '../../judge/judge-once';
import type { OwnQuestion } from '../../judge/own-question';
import { shuffled } from '../../judge/shuffled';
import { FEWEST_REPEATS, MAX_REPEATS } from '../../judge/trial';
import type { engine } from '../../worker/engine/client';
import type { CompactionPlace, JudgeMaterial } from '../../worker/engine/compaction-messages';
import type { Judgement } from '../prompts/prompt-judgement';

/** A summary to judge. Its title is not sent. */
export interface JudgedText {
  /** Id of its run. */
  readonly id: string;
  readonly text: string;
}

export interface PendingJudging extends JudgeOptions {
  readonly texts: readonly JudgedText[];
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
  readonly isPreparing: boolean;
  /** Waits for the user's confirmation. */
  readonly pending: PendingJudging | undefined;
  readonly judging: JudgingProgress | undefined;
  /** What prevented or ended it. */
  readonly problem: JudgingProblem | undefined;
  /** Prepares the questions and the cost. Sends nothing. */
  prepare(
    place: CompactionPlace,
    texts: readonly JudgedText[],
    model: string,
    questions?: readonly OwnQuestion[],
  ): Promise<void>;
  choose(wish: Partial<JudgeOptions>): void;
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
  nowMs(): number;
  newSeed(): number;
}

const NOTHING_TO_ASK: JudgingProblem = {
  what: 'Nothing to ask here: the removed messages contain no values, files, rules or requests.',
  advice: 'Choose a later call, or add a question of your own.',
  isByUser: false,
};

export function createPromptJudge(parts: PromptJudgeParts): StoreApi<PromptJudge> {
  const preparing = new Latest();
  const running = new Latest();

  return createStore<PromptJudge>()((set, get) => {
    const tell = async (id: string, judgement: Judgement) => {
      set({ judgements: { ...get().judgements, [id]: judgement } });
      if (judgement.trials.length > 0) await parts.keep(id, judgement);
    };

    /** One after another: results appear one by one, and rate limits are not exceeded. */
    const judgeAll = async ({ texts, material, model, repeats, estimate }: PendingJudging, signal: AbortSignal) => {
      const { probes, summaries } = material;
      const seed = parts.newSeed();
      const begun: Judgement = { atMs: parts.nowMs(), model, repeats, seed, probes, trials: [], failures: [] };
      const judged = new Map<string, Judgement>();
      let trials = 0;
      let answered = 0;
      const onProgress = (progress: TrialProgress) => {
        if (progress.type === 'answered') {
          answered += 1;
          return;
        }
        const done = trials * REQUESTS_PER_TRIAL + answered;
        const waiting = progress.type === 'waiting' ? progress : undefined;
        if (!signal.aborted) set({ judging: { done, requests: estimate.requests, waiting } });
      };
      const engine = await parts.loadEngine();
      for (let repeat = 0; repeat < repeats; repeat++) {
        for (const { id, summary } of shuffled(subjectsOf(texts, summaries), seed + repeat)) {
          const before = judged.get(id) ?? begun;
          const question = { model, probes, summary, key: parts.key(model) };
          const outcome = await engine.ask('judge-summary', question, { signal, onProgress, wantsPartial: true });
          const now = withOutcome(before, outcome);
          judged.set(id, now);
          trials += 1;
          answered = 0;
          if (now.trials.length + now.failures.length > 0) await tell(id, now);
          if (outcome.type === 'failed' && outcome.isFinal) return outcome.failure;
        }
      }
      return undefined;
    };

    return {
      judgements: {},
      isPreparing: false,
      pending: undefined,
      judging: undefined,
      problem: undefined,

      prepare: async (place, given, model, questions = []) => {
        // Two columns may show the same run.
        const texts = [...new Map(given.map((text) => [text.id, text])).values()];
        const signal = preparing.begin();
        set({ isPreparing: true, pending: undefined, problem: undefined });
        try {
          const request = { place, summaries: texts.map(({ text }) => text), questions };
          const material = await (await parts.loadEngine()).ask('judge-material', request, { signal });
          if (signal.aborted) return;
          if (material.probes.length === 0) set({ isPreparing: false, problem: NOTHING_TO_ASK });
          else set({ isPreparing: false, pending: pendingWith({ texts, material, model, repeats: FEWEST_REPEATS }) });
        } catch (error) {
          if (!signal.aborted && !isCancelled(error))
            set({ isPreparing: false, problem: { ...failureOf(error), isByUser: false } });
        }
      },

      choose: (wish) => {
        const { pending } = get();
        if (pending === undefined) return;
        const repeats = Math.min(MAX_REPEATS, Math.max(FEWEST_REPEATS, wish.repeats ?? pending.repeats));
        set({ pending: pendingWith({ ...pending, ...wish, repeats }) });
      },

      dismiss: () => set({ pending: undefined }),

      judge: async () => {
        const { pending, judging } = get();
        if (pending === undefined || judging !== undefined) return;
        const signal = running.begin();
        set({
          pending: undefined,
          problem: undefined,
          judging: { done: 0, requests: pending.estimate.requests, waiting: undefined },
        });
        const ended = await judgeAll(pending, signal).catch(failureOf);
        const problem = ended && { ...ended, isByUser: signal.aborted };
        if (running.isCurrent(signal)) set({ judging: undefined, problem });
      },

      halt: () => running.stop(),

      leave: () => {
        preparing.drop();
        running.drop();
        set({ isPreparing: false, pending: undefined, judging: undefined, problem: undefined });
      },
    };
  });
}

function pendingWith(given: Omit<PendingJudging, 'estimate'>): PendingJudging {
  const { material, model, repeats } = given;
  return { ...given, estimate: judgeEstimate(material.probes, material.summaries, { model, repeats }) };
}

function subjectsOf(texts: readonly JudgedText[], summaries: readonly string[]) {
  return texts.map(({ id }, place) => ({ id, summary: summaries[place] ?? '' }));
}

/** A fatal error is shown once, not for each summary. */
function withOutcome(judgement: Judgement, outcome: TrialOutcome): Judgement {
  const { trials, failures } = judgement;
  const sent = sentTogether(judgement.sent, outcome.sent);
  if (outcome.type === 'judged') return { ...judgement, sent, trials: [...trials, outcome.trial] };
  return { ...judgement, sent, failures: outcome.isFinal ? failures : [...failures, outcome.failure] };
}
