import type { Message } from '../../transcript/transcript';
import type { SaidAbout, SaidSentence, SaidText } from '../text/said-text';
import type { PartPlace } from '../values/value-index';
import { lastTaskState, type Task } from './task-state';

/** [K5] What a text says about a task of the last list before the cut. */
export interface TaskFate {
  readonly task: Task;
  /** The call that last wrote the list. */
  readonly was: PartPlace;
  /** `named`: it does not say whether it is done. */
  readonly given: 'open' | 'done' | 'named' | 'not';
  readonly said: SaidSentence | undefined;
}

const SAME_TASK = 0.6;

const CHECKED = /^\W*\[[xX]\]|~~/;
const UNCHECKED = /^\W*\[[ ~>-]\]/;
/** The task's own word may be negated: “not fixed”. */
const NOT_DONE =
  /(?:\bnot|n[’']t)\s+(?:(?:yet|been|fully|be)\s+){0,2}(?:done|started|finished|completed?|fixed|resolved|solved|implemented|added|written|merged|addressed)\b|\bun(?:fixed|resolved|solved|implemented)\b|未修复|未解决|没有?(?:完成|修复|解决)/i;
const DONE =
  /[✅✓✔☑]|\b(?:done|completed?|finished|fixed|resolved|implemented|works now|passes now)\b|已完成|完成了|已修复|已解决|完了|済み|終わ|완료/i;
const OPEN =
  /[☐⏳]|\b(?:pending|to ?do|open|remain(?:s|ing)|outstanding|unfinished|incomplete|in[- ]progress|under way|not (?:yet|done|started|finished|completed?)|still (?:to|needs?)|next(?: steps?)?|(?<!\bno )needs? to|(?:have|has|going) to|must be|should be|will be)\b|待办|未完成|尚未|还没|接下来|下一步|進行中|进行中|残り|次に|まだ|미완료|남은|다음/i;

export function taskFates(messages: readonly Message[], from: number, remaining: SaidText): TaskFate[] {
  const state = lastTaskState(messages.slice(0, from));
  if (state === undefined) return [];
  const was = { message: state.at, part: state.part };
  return state.tasks.map((task) => {
    const said = remaining.about(task.text).filter(({ share }) => share >= SAME_TASK);
    const wrong = task.status === 'done' ? 'open' : 'done';
    const given = said.map((about) => ({ sentence: about.sentence, as: givenAs(about) }));
    // Once stated with the right state, other mentions may be about the past.
    const shown =
      given.find(({ as }) => as !== wrong && as !== 'named') ?? given.find(({ as }) => as === wrong) ?? given[0];
    return { task, was, given: shown?.as ?? 'not', said: shown?.sentence };
  });
}

/** Decided by the rest of its sentence, or else by the heading above it. */
function givenAs({ sentence: { text, heading }, words }: SaidAbout): 'open' | 'done' | 'named' {
  if (CHECKED.test(text)) return 'done';
  if (UNCHECKED.test(text) || NOT_DONE.test(text)) return 'open';
  for (const said of [without(words, text), heading]) {
    if (OPEN.test(said)) return 'open';
    if (DONE.test(said)) return 'done';
  }
  return 'named';
}

/** “Rename what remains” is the name of a task and does not say that it is open. */
function without(words: SaidAbout['words'], text: string): string {
  let rest = '';
  let from = 0;
  for (const { start, end } of words) {
    rest += `${text.slice(from, Math.max(from, start))} `;
    from = Math.max(from, end);
  }
  return rest + text.slice(from);
}
