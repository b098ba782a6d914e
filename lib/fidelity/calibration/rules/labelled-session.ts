import { fail, ok, type Result } from '../../../base/result';
import type { RuleState } from '../../rules/rule-fates';
import type { TextRange } from '../../text/text-range';

/** What a person said of a rule: the words of the labels, and the states of the score. */
export const labelledStates = {
  kept: 'preserved',
  weakened: 'degraded',
  opposite: 'turned',
  lost: 'lost',
} as const satisfies Readonly<Record<string, RuleState>>;

export type LabelledState = keyof typeof labelledStates;

const names: readonly LabelledState[] = ['kept', 'weakened', 'opposite', 'lost'];

/** A rule in a prompt, and what the summary made of it. */
export interface LabelledRule extends TextRange {
  /** Undefined without a summary. */
  readonly state: LabelledState | undefined;
  /** People disagree about it: found or not, it does not count. */
  readonly isUnsure: boolean;
}

export interface LabelledPrompt {
  readonly text: string;
  readonly rules: readonly LabelledRule[];
}

/** A session of our own: its prompts, and the summary that replaced them. */
export interface LabelledSession {
  readonly title: string;
  readonly prompts: readonly LabelledPrompt[];
  readonly summary: string;
}

const LABEL = /\[\[([^\]]+)\]\]\((kept|weakened|opposite|lost)\)/g;
const TURN = /^--- (user|assistant|summary)\n/gm;

/** A title, then turns under `--- user`, `--- assistant` and `--- summary`, with rules as `[[rule]](kept)`. */
export function labelledSession(file: string): Result<LabelledSession> {
  const [head = '', ...pieces] = file.split(TURN);
  const prompts: LabelledPrompt[] = [];
  let summary: string | undefined;
  for (let at = 0; at < pieces.length; at += 2) {
    const text = (pieces[at + 1] ?? '').trimEnd();
    if (pieces[at] === 'user') prompts.push(labelledPrompt(text));
    if (pieces[at] === 'summary') summary = text;
  }
  if (summary === undefined || prompts.length === 0) return fail('a labelled session has prompts and a summary');
  return ok({ title: head.replace(/^#\s*/, '').trim(), prompts, summary });
}

function labelledPrompt(marked: string): LabelledPrompt {
  const rules: LabelledRule[] = [];
  let text = '';
  let from = 0;
  for (const { 0: whole, 1: rule = '', 2: state, index } of marked.matchAll(LABEL)) {
    text += marked.slice(from, index);
    const start = text.length;
    text += rule;
    from = index + whole.length;
    rules.push({ start, end: text.length, state: stateOf(state), isUnsure: false });
  }
  return { text: text + marked.slice(from), rules };
}

function stateOf(word: string | undefined): LabelledState | undefined {
  return names.find((name) => name === word);
}
