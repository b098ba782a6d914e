import type { JsonObject } from '../../../base/json';

/** The next action of the scripted model. */
export type Move = Answer | Finish;

/** Its text and tool calls; without any it is the user's turn. */
export interface Answer {
  readonly type: 'answer';
  readonly say: string;
  readonly calls: readonly PlannedCall[];
}

/** The current step of the plan is finished: its findings, and follow-up steps. */
export interface Finish {
  readonly type: 'finish';
  readonly found: string;
  readonly then: readonly string[];
  readonly say: string;
}

export interface PlannedCall {
  readonly name: string;
  readonly input: JsonObject;
}

export function call(say: string, ...calls: readonly PlannedCall[]): Answer {
  return { type: 'answer', say, calls };
}

export function finish(found: string, then: readonly string[] = [], say = found): Finish {
  return { type: 'finish', found, then, say };
}

export function end(say: string): Answer {
  return { type: 'answer', say, calls: [] };
}

/** The tools by purpose: only this code knows the names of their inputs. */
export const read = (path: string, part: { readonly offset?: number; readonly limit?: number } = {}): PlannedCall => ({
  name: 'Read',
  input: { file_path: path, ...part },
});
export const write = (path: string, content: string): PlannedCall => ({
  name: 'Write',
  input: { file_path: path, content },
});
export const edit = (path: string, from: string, to: string): PlannedCall => ({
  name: 'Edit',
  input: { file_path: path, old_string: from, new_string: to },
});
export const glob = (pattern: string): PlannedCall => ({ name: 'Glob', input: { pattern } });
export const grep = (pattern: string): PlannedCall => ({ name: 'Grep', input: { pattern } });
export const grepAny = (words: readonly string[], only?: string): PlannedCall => ({
  name: 'Grep',
  input: { pattern: words.join('|'), ignore_case: true, ...(only === undefined ? {} : { glob: only }) },
});
export const shell = (command: string): PlannedCall => ({ name: 'Bash', input: { command } });
