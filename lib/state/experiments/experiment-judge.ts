import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Waiting } from '../../api/ask-model';
import { sentTogether } from '../../api/sent-figures';
import { type Failure, failureOf, isCancelled } from '../../base/failure';
import { optional } from '../../base/optional';
import { isSameValue } from '../../base/same-value';
import { count, flag, forgivingObject, ifGood, type Parsed, parseBy, text, textTable } from '../../base/schema';
import { INPUT_MARGIN, type Price } from '../../experiments/price';
import { judgeEstimate, verdictEstimate } from '../../judge/judge-estimate';
import type { OwnQuestion } from '../../judge/own-question';
import type { Probe } from '../../judge/probe';
import { shuffled } from '../../judge/shuffled';
import { type Answers, shareRight } from '../../judge/trial';
import type { GroupStore } from '../../storage/group-store';
import type { StorageFailure } from '../../storage/storage-failure';
import type { engine } from '../../worker/engine/client';
import { keptJudgement } from '../prompts/prompt-judgement';
import { placeToQuery } from '../sessions/session-place';
import type { Experiment, StoredAnswer } from './experiment-record';
import type { SessionEngines } from './session-engines';

const begunVerdict = forgivingObject({
  atMs: count,
  /** A request went out that has no answer yet. */
  isSent: flag,
  /** Those to the questions, which then only have to be judged. */
  answers: ifGood(textTable),
});

const verdict = forgivingObject({
  answer: text,
  judgement: keptJudgement,
  /** Noted before every request, so that nothing is paid twice without a word. */
  begun: ifGood(begunVerdict),
});

/** What a model judged of one answer. */
export type AnswerVerdict = Parsed<typeof verdict>;

export const verdictForm = {
  write: (kept: AnswerVerdict): unknown => kept,
  parse: (value: unknown) => parseBy(verdict, value),
};

/** One answer to judge, ready to leave the machine. */
interface Judged {
  readonly answer: string;
  readonly row: string;
  readonly summary: string;
  readonly probes: readonly Probe[];
  /** To the questions, paid before. */
  readonly given?: Answers;
}

export interface PendingVerdicts {
  readonly model: string;
  readonly judged: readonly Judged[];
  readonly requests: number;
  /** Of each row, in thousandths of a dollar; the total is their sum. Undefined if the price is unknown. */
  readonly rows: readonly { readonly row: string; readonly least: number; readonly most: number }[] | undefined;
  readonly total: Pick<Price, 'least' | 'most'> | undefined;
  readonly secretsMasked: number;
  readonly ownQuestions: number;
  /** Sent before, and not answered: they may be billed twice. */
  readonly sentBefore: number;
}

/** Of one experiment. */
export interface ExperimentVerdicts {
  /** By answer. */
  readonly verdicts: Readonly<Record<string, AnswerVerdict>>;
  readonly isPreparing: boolean;
  readonly pending: PendingVerdicts | undefined;
  readonly judging: { readonly done: number; readonly of: number; readonly waiting: Waiting | undefined } | undefined;
  readonly problem: Failure | undefined;
  readonly notSaved: StorageFailure | undefined;
  /** Another tab is judging. */
  readonly isElsewhere: boolean;
}

export const noVerdicts: ExperimentVerdicts = {
  verdicts: {},
  isPreparing: false,
  pending: undefined,
  judging: undefined,
  problem: undefined,
  notSaved: undefined,
  isElsewhere: false,
};

export interface ExperimentJudge {
  /** By experiment. */
  readonly byExperiment: Readonly<Record<string, ExperimentVerdicts>>;
  load(id: string): Promise<void>;
  /** Prepares the questions, and the price of judging what is not judged yet. Sends nothing. */
  prepare(experiment: Experiment, answers: readonly StoredAnswer[], model: string): Promise<void>;
  chooseModel(id: string, model: string): void;
  dismiss(id: string): void;
  /** Each verdict is stored before the next is asked. */
  judge(id: string): Promise<void>;
  stop(id: string): void;
}

export interface ExperimentJudgeParts {
  readonly verdicts: GroupStore<AnswerVerdict>;
  readonly engines: SessionEngines;
  loadEngine(): Promise<Pick<typeof engine, 'ask'>>;
  /** Of a session, by its query. */
  questions(session: string): readonly OwnQuestion[];
  key(model: string): string | undefined;
  nowMs(): number;
  newSeed(): number;
  /** Undefined if another tab judges the experiment. */
  lock(id: string): Promise<(() => void) | undefined>;
}

const AT_ONCE = 4;
/** The answers that the judge reads may be much shorter than the expected ones. */
const LEAST_SHARE = 0.5;

const NOTHING_TO_JUDGE: Failure = {
  what: 'Nothing to judge: every answer is judged, or there are no questions.',
  advice: 'Run more answers, or add a question of your own.',
};

const ELSEWHERE: Failure = {
  what: 'Another tab is judging this experiment.',
  advice: 'Wait until it has finished, then reload.',
};

export function createExperimentJudge(parts: ExperimentJudgeParts): StoreApi<ExperimentJudge> {
  const stopping = new Map<string, AbortController>();

  return createStore<ExperimentJudge>()((set, get) => {
    const of = (id: string) => get().byExperiment[id] ?? noVerdicts;
    const change = (id: string, edit: Partial<ExperimentVerdicts>) =>
      set({ byExperiment: { ...get().byExperiment, [id]: { ...of(id), ...edit } } });

    const keep = async (id: string, kept: AnswerVerdict): Promise<boolean> => {
      const saved = await parts.verdicts.save(id, kept.answer, kept);
      change(id, {
        verdicts: { ...of(id).verdicts, [kept.answer]: kept },
        notSaved: saved.ok ? undefined : saved.error,
      });
      return saved.ok;
    };

    const materialOf = async (experiment: Experiment, answers: readonly StoredAnswer[]) => {
      const judged: Judged[] = [];
      let secretsMasked = 0;
      let own = 0;
      for (const { id, session, place } of experiment.boundaries) {
        const inColumn = answers.filter((answer) => answer.boundary === id);
        if (inColumn.length === 0) continue;
        const questions = parts.questions(placeToQuery(session));
        const summaries = inColumn.map((answer) => answer.text);
        const material = await parts.engines.use(session, (opened) =>
          opened.ask('judge-material', { place, summaries, questions }),
        );
        const { probes } = material;
        if (probes.length === 0) continue;
        secretsMasked += material.secretsMasked;
        own += probes.filter(({ topic }) => topic === 'own').length;
        for (const [index, answer] of inColumn.entries()) {
          const before = of(experiment.id).verdicts[answer.id];
          const given = isSameValue(before?.judgement.probes, probes) ? before?.begun?.answers : undefined;
          const summary = material.summaries[index] ?? '';
          judged.push({ answer: answer.id, row: answer.row, summary, probes, ...optional('given', given) });
        }
      }
      return { judged, secretsMasked, ownQuestions: own };
    };

    const judgeOne = async (
      id: string,
      { answer, summary, probes, given }: Judged,
      model: string,
      seed: number,
      signal: AbortSignal,
    ) => {
      const asking = await parts.loadEngine();
      const before = of(id).verdicts[answer]?.judgement;
      const atMs = parts.nowMs();
      const nothing = { atMs, model, repeats: 1, seed, probes, trials: [], failures: [] };
      let answers = given;
      /** Where this fails, so does storing the verdict, which is reported. */
      const note = () => {
        const begun = { atMs, isSent: true, ...optional('answers', answers) };
        const judgement = { ...nothing, ...optional('sent', before?.sent) };
        return parts.verdicts.save(id, answer, { answer, judgement, begun });
      };
      await note();
      const outcome = await asking.ask(
        'judge-summary',
        { model, probes, summary, key: parts.key(model), ...optional('answers', given) },
        {
          signal,
          wantsPartial: true,
          onProgress: (progress) => {
            if (progress.type === 'answers') {
              answers = progress.answers;
              void note();
            }
            const { judging } = of(id);
            const waiting = progress.type === 'waiting' ? progress : undefined;
            if (judging !== undefined) change(id, { judging: { ...judging, waiting } });
          },
        },
      );
      // What an unreadable verdict cost is still part of the price.
      const sent = sentTogether(before?.sent, outcome.sent);
      const about = { atMs: parts.nowMs(), model, repeats: 1, seed, probes, sent };
      if (outcome.type === 'judged') {
        return keep(id, { answer, judgement: { ...about, trials: [outcome.trial], failures: [] } });
      }
      // The next judging asks for it again.
      const begun = outcome.isFinal && answers !== undefined ? { atMs, isSent: false, answers } : undefined;
      const judgement = { ...about, trials: [], failures: [outcome.failure] };
      const isKept = await keep(id, { answer, judgement, ...optional('begun', begun) });
      if (!outcome.isFinal) return isKept;
      throw new EndOfJudging(outcome.failure);
    };

    return {
      byExperiment: {},

      load: async (id) => {
        if (of(id).judging !== undefined) return;
        // What another tab is asking is not lost.
        const release = await parts.lock(id);
        release?.();
        const listed = await parts.verdicts.list(id);
        if (of(id).judging !== undefined) return;
        change(id, { isElsewhere: release === undefined });
        if (!listed.ok) change(id, { notSaved: listed.error });
        else change(id, { verdicts: Object.fromEntries(listed.value.records.map((each) => [each.answer, each])) });
      },

      prepare: async (experiment, answers, model) => {
        const { id } = experiment;
        const { verdicts } = of(id);
        const left = answers.filter(
          ({ id: answer, state }) => state === 'whole' && (verdicts[answer]?.judgement.trials.length ?? 0) === 0,
        );
        change(id, { isPreparing: true, pending: undefined, problem: undefined });
        try {
          const material = await materialOf(experiment, left);
          if (material.judged.length === 0) change(id, { problem: NOTHING_TO_JUDGE });
          else {
            const sentBefore = material.judged.filter(({ answer }) => isSentUnanswered(of(id).verdicts[answer])).length;
            change(id, { pending: pendingWith({ ...material, sentBefore }, model) });
          }
        } catch (error) {
          if (!isCancelled(error)) change(id, { problem: failureOf(error) });
        }
        change(id, { isPreparing: false });
        parts.engines.closeIdle();
      },

      chooseModel: (id, model) => {
        const { pending } = of(id);
        if (pending !== undefined) change(id, { pending: pendingWith(pending, model) });
      },

      dismiss: (id) => change(id, { pending: undefined }),

      judge: async (id) => {
        const { pending, judging } = of(id);
        if (pending === undefined || judging !== undefined) return;
        const mine = new AbortController();
        stopping.set(id, mine);
        const seed = parts.newSeed();
        const waiting = [...shuffled(pending.judged, seed)];
        const total = waiting.length;
        let done = 0;
        change(id, { pending: undefined, problem: undefined, judging: { done, of: total, waiting: undefined } });
        const release = await parts.lock(id);
        if (release === undefined) {
          change(id, { judging: undefined, isElsewhere: true, problem: ELSEWHERE });
          return;
        }
        const slot = async () => {
          for (let next = waiting.shift(); next !== undefined && !mine.signal.aborted; next = waiting.shift()) {
            const isKept = await judgeOne(id, next, pending.model, seed, mine.signal);
            done += 1;
            change(id, { judging: { done, of: total, waiting: undefined } });
            if (!isKept) waiting.length = 0;
          }
        };
        const ended = await Promise.all(Array.from({ length: AT_ONCE }, slot)).then(
          () => undefined,
          (error: unknown) => {
            mine.abort();
            return error instanceof EndOfJudging ? error.failure : failureOf(error);
          },
        );
        release();
        change(id, { judging: undefined, isElsewhere: false, problem: ended });
      },

      stop: (id) => stopping.get(id)?.abort(),
    };
  });
}

/** Later requests would fail, too. */
class EndOfJudging extends Error {
  constructor(readonly failure: Failure) {
    super(failure.what);
  }
}

function pendingWith(
  given: Pick<PendingVerdicts, 'judged' | 'secretsMasked' | 'ownQuestions' | 'sentBefore'>,
  model: string,
): PendingVerdicts {
  const { judged, secretsMasked, ownQuestions, sentBefore } = given;
  const rows = new Map<string, { row: string; least: number; most: number }>();
  let isUnpriced = false;
  let requests = 0;
  for (const { row, summary, probes, given: answers } of judged) {
    const estimate =
      answers === undefined
        ? judgeEstimate(probes, [summary], { model, repeats: 1 })
        : verdictEstimate(probes, 1, model);
    const { inputDollars, mostDollars } = estimate;
    requests += estimate.requests;
    if (inputDollars === undefined || mostDollars === undefined) isUnpriced = true;
    const before = rows.get(row) ?? { row, least: 0, most: 0 };
    rows.set(row, {
      row,
      least: before.least + (inputDollars ?? 0) * LEAST_SHARE * 1_000,
      most: before.most + (mostDollars ?? 0) * (1 + INPUT_MARGIN) * 1_000,
    });
  }
  const all = [...rows.values()].map(({ row, least, most }) => ({
    row,
    least: Math.floor(least),
    most: Math.ceil(most),
  }));
  const total = {
    least: all.reduce((sum, { least }) => sum + least, 0),
    most: all.reduce((sum, { most }) => sum + most, 0),
  };
  return {
    model,
    judged,
    requests,
    rows: isUnpriced ? undefined : all,
    total: isUnpriced ? undefined : total,
    secretsMasked,
    ownQuestions,
    sentBefore,
  };
}

/** Its request went out, and the page closed before the answer. */
export function isSentUnanswered(verdict: AnswerVerdict | undefined): boolean {
  return verdict?.begun?.isSent === true && verdict.judgement.trials.length === 0;
}

/** [V6] The answers with what was judged of them. */
export function withVerdicts(
  answers: readonly StoredAnswer[],
  { verdicts }: Pick<ExperimentVerdicts, 'verdicts'>,
): readonly (StoredAnswer & { readonly judged?: number })[] {
  return answers.map((answer) => {
    const trial = verdicts[answer.id]?.judgement.trials[0];
    const judged = trial === undefined ? undefined : shareRight(trial);
    return judged === undefined ? answer : { ...answer, judged };
  });
}
