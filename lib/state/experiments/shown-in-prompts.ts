import { optional } from '../../base/optional';
import type { Row } from '../../experiments/experiment';
import type { KeptRun } from '../prompts/prompt-kept-run';
import { type ColumnSource, writePromptsLink } from '../prompts/prompts-link';
import { placeToQuery } from '../sessions/session-place';
import { promptsViewQuery } from '../simulate/prompts-view-query';
import type { AnswerLists, Experiment, PlacedBoundary, StoredAnswer } from './experiment-record';

/** An answer as a saved run of Prompts, which shows it beside others; undefined if no model wrote it. */
export function keptRunOf(
  { rows, boundaries, maxTokens }: Experiment,
  { id, row, boundary, atMs, text, tokens, context, sent, problem }: StoredAnswer,
  lists: AnswerLists | undefined,
): KeptRun | undefined {
  const writer = rows.find((each) => each.id === row);
  const at = boundaries.find((each) => each.id === boundary);
  if (writer?.type !== 'model' || at === undefined) return undefined;
  const { id: _, version: __, ...prompt } = writer;
  return {
    id,
    atMs,
    place: placeToQuery(at.session),
    title: at.title,
    call: at.call,
    round: 0,
    earlierCalls: [],
    writer: { ...prompt, maxTokens },
    result: {
      text,
      tokens,
      scores: lists?.scores ?? [],
      ...optional('context', context),
      ...optional('sent', sent),
      ...optional('problem', problem),
    },
  };
}

/** The boundary in Prompts, with an answer beside what costs nothing. */
export function promptsAddress(boundary: PlacedBoundary, row: Row, answer: string): string {
  const { session, call, place, hasRecordedSummary } = boundary;
  const free: ColumnSource = { type: hasRecordedSummary ? 'recorded' : 'offline' };
  const shown: ColumnSource = row.type === 'model' ? { type: 'kept', run: answer } : { type: row.type };
  const other: ColumnSource = shown.type === free.type ? { type: 'offline' } : free;
  const link = writePromptsLink({ columns: [shown, other], laterCalls: [] });
  return `/prompts?${placeToQuery(session)}&at=${call + 1}${simulatedQuery(place)}#${link}`;
}

function simulatedQuery(place: PlacedBoundary['place']): string {
  if (place.type !== 'simulation') return '';
  const { mode = 'free', pinned = [], commands = [], ...choice } = place.choice;
  return promptsViewQuery({ ...choice, mode, pinned, commands });
}
