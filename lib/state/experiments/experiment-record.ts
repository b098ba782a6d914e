import * as v from 'valibot';
import { isObject } from '../../base/json';
import type { Result } from '../../base/result';
import {
  count,
  exactly,
  flag,
  forgivingObject,
  goodOf,
  ifGood,
  listOf,
  number,
  object,
  oneOf,
  type Parsed,
  parseBy,
  text,
  variants,
} from '../../base/schema';
import type { Thresholds } from '../../experiments/matrix';
import { measureIds } from '../../experiments/measures';
import type { CompactionPlace } from '../../worker/engine/compaction-messages';
import { place } from '../prompts/interrupted-runs';
import { keptFailure, keptSent } from '../prompts/kept-figures';
import { score, scoreId } from '../prompts/prompt-kept-run';

const VERSION = 1;

export const boundaryKinds = ['recorded', 'simulated', 'last'] as const;
/** Why a boundary is where it is: a recorded compaction, one of the agent's policy in a replay, or the last call. */
export type BoundaryKind = (typeof boundaryKinds)[number];

const boundary = forgivingObject({
  id: text,
  session: object({ session: text, child: listOf(count) }),
  /** Of the session. */
  title: text,
  kind: oneOf(boundaryKinds),
  /** From 0. */
  call: count,
  place,
  messages: count,
  tokens: count,
  model: ifGood(text),
  hasRecordedSummary: flag,
  secretsMasked: count,
});

/** With what is compacted there. */
export interface PlacedBoundary extends Omit<Parsed<typeof boundary>, 'place'> {
  readonly place: CompactionPlace;
}

const row = variants([
  object({ id: text, type: v.literal('recorded') }),
  object({ id: text, type: v.literal('offline') }),
  object({
    id: text,
    type: v.literal('model'),
    promptId: text,
    promptTitle: text,
    promptText: text,
    scratchTag: v.exactOptional(text),
    version: text,
    model: text,
  }),
]);

/** Scores of other versions of Highwater are left out. */
const thresholds = v.pipe(
  v.custom<Readonly<Record<string, unknown>>>(isObject, 'must be an object'),
  v.transform((given): Thresholds => {
    return Object.fromEntries(measureIds.flatMap((id) => (typeof given[id] === 'number' ? [[id, given[id]]] : [])));
  }),
);

const experiment = v.pipe(
  forgivingObject({
    version: exactly(VERSION),
    id: text,
    title: text,
    createdMs: count,
    /** Deleted by the user, but not yet erased. */
    removedMs: ifGood(count),
    boundaries: listOf(boundary),
    rows: listOf(row),
    repeats: count,
    attempts: count,
    maxTokens: count,
    thresholds,
    /** [V7] What all of it may cost, in thousandths of a dollar; missing for no limit. */
    limitMills: ifGood(count),
    /** The score shown. */
    score: v.union([v.literal('judged'), scoreId]),
    /** What the user agreed to, each time, in thousandths of a dollar. */
    agreed: goodOf(object({ atMs: count, least: number, most: number })),
  }),
  v.transform(({ version: _, ...kept }) => kept),
);

/** What an experiment asks, and how it is looked at. Its answers are stored one by one. */
export interface Experiment extends Omit<Parsed<typeof experiment>, 'boundaries'> {
  readonly boundaries: readonly PlacedBoundary[];
}

export const experimentForm = {
  write: (kept: Experiment): unknown => ({ version: VERSION, ...kept }),
  parse: (value: unknown): Result<Experiment> => parseBy(experiment, value),
};

const answer = forgivingObject({
  id: text,
  job: text,
  row: text,
  boundary: text,
  repeat: count,
  atMs: count,
  state: oneOf(['whole', 'partial', 'failed']),
  text,
  tokens: count,
  scores: goodOf(object({ id: scoreId, count: number, of: number })),
  /** [K4] Which of the user's edits its scores count; missing for none. */
  rules: ifGood(text),
  context: ifGood(object({ before: count, after: count })),
  sent: ifGood(keptSent),
  isBillUnknown: flag,
  problem: ifGood(keptFailure),
});

/** An answer without the lists of its scores. */
export type StoredAnswer = Parsed<typeof answer>;

export const answerForm = {
  write: (kept: StoredAnswer): unknown => kept,
  parse: (value: unknown): Result<StoredAnswer> => parseBy(answer, value),
};

const lists = object({ scores: goodOf(score) });

/** The lists of its scores, which are long, and only read when somebody looks at them. */
export type AnswerLists = Parsed<typeof lists>;

export const listsForm = {
  write: (kept: AnswerLists): unknown => kept,
  parse: (value: unknown): Result<AnswerLists> => parseBy(lists, value),
};

const begun = forgivingObject({ job: text, row: text, boundary: text, repeat: count, atMs: count, text });

/** A request that was sent, with what had arrived of its answer. */
export type BegunAnswer = Parsed<typeof begun>;

export const begunForm = {
  write: (kept: BegunAnswer): unknown => kept,
  parse: (value: unknown): Result<BegunAnswer> => parseBy(begun, value),
};
