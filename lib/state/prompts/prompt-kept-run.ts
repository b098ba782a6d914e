import { asArray, asCount, asNumber, asObject, asText, type Json, type JsonObject } from '../../base/json';
import { optional } from '../../base/optional';
import { fail, ok, type Result } from '../../base/result';
import type { ItemState, ScoreItem } from '../../fidelity/scores/score';
import { scoreIds } from '../../fidelity/scores/score-definitions';
import type { Mark } from '../../fidelity/values/held-parts';
import type { PartPlace } from '../../fidelity/values/value-index';
import type { ListedScore } from '../../worker/engine/compaction-messages';
import { failureFrom, sentFrom } from './kept-figures';
import { type Judgement, judgementFrom } from './prompt-judgement';
import type { ModelWriter, RunResult } from './prompt-run';

/** A run that was paid for, as it stays in this browser. */
export interface KeptRun {
  readonly id: string;
  readonly atMs: number;
  /** The query that leads to the session, and its title then. */
  readonly place: string;
  readonly title: string;
  readonly call: number;
  readonly round: number;
  /** The calls of the rounds before, if it was not the first. */
  readonly earlierCalls: readonly number[];
  readonly writer: ModelWriter;
  /** Without the context behind it, which would be as long as the session. */
  readonly result: Omit<RunResult, 'after'>;
  readonly judgement?: Judgement;
}

/** The second has a judgement. */
const VERSION = 2;
const READABLE: readonly unknown[] = [1, VERSION];

export const keptRunForm = {
  write: (run: KeptRun): unknown => ({ version: VERSION, ...run }),

  parse: (value: unknown): Result<KeptRun> => {
    const object = asObject(value as Json);
    if (object === undefined) return fail('it is not an object');
    if (!READABLE.includes(object.version)) return fail(`its version is ${JSON.stringify(object.version)}`);
    const [id, place, title] = [asText(object.id), asText(object.place), asText(object.title)];
    const [atMs, call, round] = [asCount(object.atMs), asCount(object.call), asCount(object.round)];
    if (id === undefined || place === undefined || title === undefined) return fail('it does not say of what it is');
    if (atMs === undefined || call === undefined || round === undefined) return fail('it does not say of when it is');
    const writer = writerOf(asObject(object.writer));
    if (writer === undefined) return fail('it does not say who wrote it');
    const earlierCalls = (asArray(object.earlierCalls) ?? []).flatMap((earlier) => asCount(earlier) ?? []);
    const result = resultIn(asObject(object.result));
    if (result === undefined) return fail('it has no text');
    const judgement = optional('judgement', judgementFrom(object.judgement));
    return ok({ id, atMs, place, title, call, round, earlierCalls, writer, result, ...judgement });
  },
};

function writerOf(object: JsonObject | undefined): ModelWriter | undefined {
  const [promptId, promptTitle, promptText] = [
    asText(object?.promptId),
    asText(object?.promptTitle),
    asText(object?.promptText),
  ];
  const [model, maxTokens] = [asText(object?.model), asCount(object?.maxTokens)];
  if (promptId === undefined || promptTitle === undefined || promptText === undefined) return undefined;
  if (model === undefined || maxTokens === undefined) return undefined;
  return {
    type: 'model',
    promptId,
    promptTitle,
    promptText,
    ...optional('scratchTag', asText(object?.scratchTag)),
    model,
    maxTokens,
    ...optional('focus', asText(object?.focus)),
  };
}

function resultIn(object: JsonObject | undefined): KeptRun['result'] | undefined {
  const [text, tokens] = [asText(object?.text), asCount(object?.tokens)];
  if (text === undefined || tokens === undefined) return undefined;
  const context = asObject(object?.context);
  const [before, after] = [asCount(context?.before), asCount(context?.after)];
  return {
    text,
    tokens,
    scores: (asArray(object?.scores) ?? []).flatMap((score) => scoreOf(asObject(score)) ?? []),
    ...(before === undefined || after === undefined ? {} : { context: { before, after } }),
    ...optional('sent', sentFrom(asObject(object?.sent))),
    ...optional('problem', failureFrom(asObject(object?.problem))),
  };
}

/** Of a score that this version does not have, nothing can be shown. */
function scoreOf(object: JsonObject | undefined): ListedScore | undefined {
  const id = scoreIds.find((known) => known === object?.id);
  const [count, of, itemsInAll] = [asNumber(object?.count), asNumber(object?.of), asCount(object?.itemsInAll)];
  if (id === undefined || count === undefined || of === undefined || itemsInAll === undefined) return undefined;
  const items = (asArray(object?.items) ?? []).flatMap((item) => itemOf(asObject(item)) ?? []);
  return { id, count, of, itemsInAll, items };
}

const STATES: readonly ItemState[] = ['found', 'missing', 'changed'];

function itemOf(object: JsonObject | undefined): ScoreItem | undefined {
  const state = STATES.find((known) => known === object?.state);
  const text = asText(object?.text);
  if (state === undefined || text === undefined) return undefined;
  return {
    state,
    text,
    ...optional('now', asText(object?.now)),
    ...optional('was', placeIn(asObject(object?.was))),
    ...optional('used', placeIn(asObject(object?.used))),
    ...optional('shownAgain', placeIn(asObject(object?.shownAgain))),
    marks: (asArray(object?.marks) ?? []).flatMap((mark) => markOf(asObject(mark)) ?? []),
  };
}

function placeIn(object: JsonObject | undefined): PartPlace | undefined {
  const [message, part] = [asCount(object?.message), asCount(object?.part)];
  return message === undefined || part === undefined ? undefined : { message, part };
}

function markOf(object: JsonObject | undefined): Mark | undefined {
  const [made, start, end] = [asCount(object?.made), asCount(object?.start), asCount(object?.end)];
  return made === undefined || start === undefined || end === undefined ? undefined : { made, start, end };
}
