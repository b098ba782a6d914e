import { assertNever } from '../../base/assert-never';
import { fail, ok, type Result } from '../../base/result';
import { pricedByUser } from '../../economics/model-provider';
import type { SummaryPrompt } from '../../prompts/summary-prompt';
import { readLinkHash, writeLinkHash } from '../shared/link-hash';
import { appendPrompts, promptsInUse, promptsOfLink } from './linked-prompts';

/** The source of a column's summary. */
export type ColumnSource =
  | RecordedSource
  | OfflineSource
  /** A saved run. */
  | { readonly type: 'kept'; readonly run: string }
  | ModelSource;

export interface RecordedSource {
  readonly type: 'recorded';
  /** [K16] Shows the nearest one where the recording has none. */
  readonly isBorrowed?: boolean;
}

export interface OfflineSource {
  readonly type: 'offline';
  readonly focus?: string;
}

export interface ModelSource {
  readonly type: 'model';
  /** By id. A link has the text of a custom prompt, too. */
  readonly prompt: string;
  readonly model: string;
  readonly maxTokens: number;
  /** [F9] The focus of the summary, as after `/compact`. */
  readonly focus?: string;
}

/** Everything about the Prompts view except session and cut, which are in the query. */
export interface PromptsView {
  readonly columns: readonly ColumnSource[];
  /** The calls of the rounds after the first, ascending. */
  readonly laterCalls: readonly number[];
}

export interface LinkedPromptsView extends PromptsView {
  /** The custom prompts of the columns. */
  readonly prompts: readonly SummaryPrompt[];
}

export const FEWEST_COLUMNS = 2;
export const MAX_COLUMNS = 4;
export const MAX_ROUNDS = 5;
export const MIN_OUTPUT = 500;
export const MAX_OUTPUT = 64_000;
export const LONGEST_FOCUS = 500;

const LINK_VERSION = 1;

/**
 * The view as the hash of an address, without its sign.
 *
 *   v1&column=recorded&column=model:20000:claude-opus-5:nine-sections&focus=2:the+tests&round=180&end
 *   v1&column=offline&column=model:20000:claude-opus-5:mine&prompt={"version":1,"id":"mine",…}&end
 */
export function writePromptsLink({ columns, laterCalls }: PromptsView, own: readonly SummaryPrompt[] = []): string {
  const query = new URLSearchParams();
  for (const column of columns) query.append('column', columnText(column));
  for (const [index, column] of columns.entries()) {
    const focus = focusOf(column);
    if (focus !== undefined) query.append('focus', `${index + 1}:${focus}`);
  }
  for (const call of laterCalls) query.append('round', String(call + 1));
  appendPrompts(query, promptsInUse(columns, own));
  return writeLinkHash(LINK_VERSION, query);
}

/** Undefined if the hash is not ours, such as an anchor; a damaged one is rejected with a message. */
export function readPromptsLink(hash: string): Result<LinkedPromptsView | undefined> {
  const read = readLinkHash(LINK_VERSION, hash);
  if (!read.ok) return read;
  const { value: query } = read;
  if (query === undefined) return ok(undefined);
  const prompts = promptsOfLink(query);
  if (!prompts.ok) return prompts;
  const unfocused = query.getAll('column').flatMap((column) => columnOf(column) ?? []);
  const laterCalls = query.getAll('round').map((round) => (/^[1-9]\d{0,8}$/.test(round) ? Number(round) - 1 : -1));
  if (unfocused.length !== query.getAll('column').length) return fail('it has an empty or invalid column');
  if (unfocused.length < FEWEST_COLUMNS || unfocused.length > MAX_COLUMNS) {
    return fail(`it has ${unfocused.length} columns; ${FEWEST_COLUMNS} to ${MAX_COLUMNS} are allowed`);
  }
  const columns = withFocuses(unfocused, query.getAll('focus'));
  if (columns === undefined) return fail('it has an invalid focus');
  const isRising = laterCalls.every((call, index) => call > (laterCalls[index - 1] ?? -1));
  if (!isRising || laterCalls.length >= MAX_ROUNDS) return fail('it has invalid rounds');
  return ok({ columns, laterCalls, prompts: prompts.value });
}

/** Undefined if the summary already exists: recorded with the session, or in a saved run. */
export function focusOf(column: ColumnSource): string | undefined {
  return column.type === 'model' || column.type === 'offline' ? column.focus : undefined;
}

/** Undefined if it is blank. */
export function withFocus(source: OfflineSource | ModelSource, typed: string): OfflineSource | ModelSource {
  const { focus: _, ...unfocused } = source;
  const focus = typed.trim().slice(0, LONGEST_FOCUS);
  return { ...unfocused, ...(focus === '' ? {} : { focus }) };
}

/** Each names its column by its number: `2:the tests`. */
function withFocuses(columns: readonly ColumnSource[], texts: readonly string[]): ColumnSource[] | undefined {
  const focused = [...columns];
  for (const text of texts) {
    const [, place, focus = ''] = /^(\d):(.{1,500})$/s.exec(text) ?? [];
    const index = Number(place) - 1;
    const column = focused[index];
    if (column?.type !== 'model' && column?.type !== 'offline') return undefined;
    focused[index] = withFocus(column, focus);
  }
  return focused;
}

function columnText(column: ColumnSource): string {
  switch (column.type) {
    case 'recorded':
      return column.isBorrowed === true ? 'borrowed' : 'recorded';
    case 'offline':
      return 'offline';
    case 'kept':
      return `kept:${column.run}`;
    case 'model':
      return `model:${column.maxTokens}:${withoutColons(pricedByUser(column.model, false))}:${column.prompt}`;
    default:
      return assertNever(column);
  }
}

/** Ids of models may contain colons, as on a server of one's own: `qwen3:8b`. */
function withoutColons(model: string): string {
  return model.replaceAll('%', '%25').replaceAll(':', '%3A');
}

function withColons(model: string): string {
  return model.replaceAll('%3A', ':').replaceAll('%25', '%');
}

/** A prompt id may contain colons, so it comes last. */
function columnOf(text: string): ColumnSource | undefined {
  if (text === 'recorded' || text === 'offline') return { type: text };
  if (text === 'borrowed') return { type: 'recorded', isBorrowed: true };
  const [, run] = /^kept:(.+)$/.exec(text) ?? [];
  if (run !== undefined) return { type: 'kept', run };
  const [, tokens, model, prompt] = /^model:(\d{1,6}):([^:]+):(.+)$/.exec(text) ?? [];
  const maxTokens = Number(tokens);
  if (model === undefined || prompt === undefined || maxTokens < MIN_OUTPUT || maxTokens > MAX_OUTPUT) {
    return undefined;
  }
  // What costs nothing is for this browser's user to say, never for a link.
  return { type: 'model', prompt, model: pricedByUser(withColons(model), false), maxTokens };
}
