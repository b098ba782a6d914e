import * as v from 'valibot';
import type { Result } from '../../base/result';
import {
  count,
  exactly,
  forgivingObject,
  goodOf,
  goodOr,
  ifGood,
  number,
  object,
  oneOf,
  type Parsed,
  parseBy,
  text,
} from '../../base/schema';
import { type ScoreId, scoreIds } from '../../fidelity/scores/score-definitions';
import { worthReasons } from '../../fidelity/values/value-worth';
import { keptFailure, keptSent } from './kept-figures';
import { keptJudgement } from './prompt-judgement';

/** Version 2 added the judgement. */
const VERSION = 2;

const writer = forgivingObject({
  type: goodOr(exactly('model'), 'model'),
  promptId: text,
  promptTitle: text,
  promptText: text,
  scratchTag: ifGood(text),
  model: text,
  maxTokens: count,
  focus: ifGood(text),
});

const place = ifGood(object({ message: count, part: count }));

const item = forgivingObject({
  state: oneOf(['found', 'missing', 'changed']),
  text,
  origin: ifGood(oneOf(['confirmed', 'corrected', 'added'])),
  now: ifGood(text),
  was: place,
  used: place,
  shownAgain: place,
  worth: ifGood(object({ weight: count, reasons: goodOf(oneOf(worthReasons)), parts: count })),
  marks: goodOf(object({ made: count, start: count, end: count })),
});

/** Ids of scores in runs saved before 2026-11-19. */
const FORMER_IDS: ReadonlyMap<unknown, ScoreId> = new Map([
  ['deeds-confused', 'files-mixed-up'],
  ['rules-turned', 'rules-inverted'],
]);

export const scoreId = v.pipe(
  v.unknown(),
  v.transform((id) => FORMER_IDS.get(id) ?? id),
  oneOf(scoreIds),
);

/** Scores that this version does not know cannot be shown. */
export const score = forgivingObject({
  id: scoreId,
  count: number,
  of: number,
  itemsInAll: count,
  items: goodOf(item),
  weight: ifGood(object({ kept: count, of: count })),
  shownAgain: ifGood(count),
});

/** Without the resulting context, which would be as long as the session. */
const result = forgivingObject({
  text,
  tokens: count,
  scores: goodOf(score),
  context: ifGood(object({ before: count, after: count })),
  sent: ifGood(keptSent),
  problem: ifGood(keptFailure),
});

export const keptRun = v.pipe(
  forgivingObject({
    version: v.picklist([1, VERSION], 'is unknown'),
    id: text,
    atMs: count,
    /** The query of the session, and its title at the time. */
    place: text,
    title: text,
    /** The policy whose context was compacted, as in a link; missing for the recording. */
    view: ifGood(text),
    call: count,
    round: count,
    /** The calls of the previous rounds, if any. */
    earlierCalls: goodOf(count),
    writer,
    result,
    judgement: ifGood(keptJudgement),
  }),
  v.transform(({ version: _, ...run }) => run),
);

/** A saved run: it was paid for, so it stays in this browser. */
export type KeptRun = Parsed<typeof keptRun>;

export const keptRunForm = {
  write: (run: KeptRun): unknown => ({ version: VERSION, ...run }),
  parse: (value: unknown): Result<KeptRun> => parseBy(keptRun, value),
};
