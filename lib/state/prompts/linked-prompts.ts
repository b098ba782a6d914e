import { parseJson } from '../../base/json';
import { fail, ok, type Result } from '../../base/result';
import { duplicatePrompt, parsePrompt, writePrompt } from '../../prompts/own-prompts';
import type { SummaryPrompt } from '../../prompts/summary-prompt';
import { MAX_CHARACTERS } from '../shared/link-hash';
import type { ColumnSource } from './prompts-link';

const FIELD = 'prompt';

/** The custom prompts of these columns, to go into a link with their texts: another browser does not have them. */
export function promptsInUse(
  columns: readonly ColumnSource[],
  own: readonly SummaryPrompt[],
): readonly SummaryPrompt[] {
  const used = new Set(columns.flatMap((column) => (column.type === 'model' ? [column.prompt] : [])));
  return own.filter(({ id }) => used.has(id));
}

/** Without those that would make the link too long. */
export function appendPrompts(query: URLSearchParams, prompts: readonly SummaryPrompt[]): void {
  let length = query.toString().length;
  for (const prompt of prompts) {
    const value = JSON.stringify(writePrompt(prompt));
    length += new URLSearchParams({ [FIELD]: value }).toString().length + 1;
    if (length > MAX_CHARACTERS - ROOM) return;
    query.append(FIELD, value);
  }
}

/** For what surrounds the query in a link. */
const ROOM = 100;

export function promptsOfLink(query: URLSearchParams): Result<readonly SummaryPrompt[]> {
  const prompts: SummaryPrompt[] = [];
  for (const text of query.getAll(FIELD)) {
    const json = parseJson(text);
    const prompt = json.ok ? parsePrompt(json.value) : json;
    if (!prompt.ok) return fail(`it has an invalid prompt: ${prompt.error}`);
    prompts.push(prompt.value);
  }
  return ok(prompts);
}

export interface LinkedPrompts {
  /** Unknown in this browser. */
  readonly added: readonly SummaryPrompt[];
  /** Known under the same id, with another text. */
  readonly differing: readonly SummaryPrompt[];
}

export function linkedBeside(known: readonly SummaryPrompt[], linked: readonly SummaryPrompt[]): LinkedPrompts {
  const own = (prompt: SummaryPrompt) => known.find(({ id }) => id === prompt.id);
  return {
    added: linked.filter((prompt) => own(prompt) === undefined),
    differing: linked.filter((prompt) => {
      const same = own(prompt);
      return same !== undefined && (same.text !== prompt.text || same.scratchTag !== prompt.scratchTag);
    }),
  };
}

export interface TakenCopies {
  readonly columns: readonly ColumnSource[];
  readonly copies: readonly SummaryPrompt[];
}

/** The columns with copies of these prompts, beside the user's own of the same ids. */
export function asCopies(
  columns: readonly ColumnSource[],
  differing: readonly SummaryPrompt[],
  known: readonly SummaryPrompt[],
): TakenCopies {
  const copies = new Map<string, SummaryPrompt>();
  for (const prompt of differing) copies.set(prompt.id, duplicatePrompt(prompt, [...known, ...copies.values()]));
  return {
    columns: columns.map((column) =>
      column.type === 'model' ? { ...column, prompt: copies.get(column.prompt)?.id ?? column.prompt } : column,
    ),
    copies: [...copies.values()],
  };
}
