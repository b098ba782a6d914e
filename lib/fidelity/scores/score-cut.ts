import { fileFates } from '../files/file-fates';
import { claimsFile } from '../files/path-claims';
import type { RuleEdit } from '../rules/rule-edits';
import { ruleFates } from '../rules/rule-fates';
import { RuleText } from '../rules/rule-text';
import { taskFates } from '../tasks/task-fates';
import { partTexts } from '../text/part-texts';
import { SaidText } from '../text/said-text';
import { sectionFates } from '../text/summary-sections';
import type { Cut } from '../values/cut';
import { RemainingParts } from '../values/held-parts';
import { isNeeded } from '../values/used-later';
import type { ValueIndex } from '../values/value-index';
import { groundedItems } from './grounded-values';
import type { Score, ScoreItem } from './score';
import { type ScoreId, scoreDefinitions, scoreIds } from './score-definitions';
import { actionItem, fileItem, ruleItem, sectionItem, supersededItem, taskItem, valueItems } from './score-items';
import { supersededValues } from './superseded-values';
import { userSentenceItems } from './user-sentences';

export interface ScoreOptions {
  /** The prompt of the summary; without it no section is missing. */
  readonly prompt?: string;
  /** [F3] The prompt's tag for its scratch part, if unusual. */
  readonly scratchTag?: string | undefined;
  /** [K4] What the user confirmed, corrected, removed and added. */
  readonly ruleEdits?: readonly RuleEdit[] | undefined;
}

/**
 * [K1] to [K9] for any compaction, one for each score of the table, in its order. Deterministic, without a model, in time
 * proportional to the length of the removed messages and the result.
 */
export function scoreCut(index: ValueIndex, cut: Cut, options: ScoreOptions = {}): readonly Score[] {
  const { prompt = '', scratchTag, ruleEdits } = options;
  const made = new RemainingParts(index, cut);
  const said = new SaidText(made.text);
  const values = valueItems(index, cut, made);
  const files = fileFates(index, cut, made);
  const rules = ruleFates(index.messages, cut, new RuleText(made.text), ruleEdits).map((fate) => ruleItem(fate, made));
  const tasks = taskFates(index.messages, cut.later.from, said).map((fate) => taskItem(fate, made));
  const grounded = groundedItems(index, cut, made);
  const scores: Readonly<Record<ScoreId, Omit<Score, 'id'>>> = {
    'exact-values': counted('exact-values', values),
    'used-later': needed(values),
    'used-later-density': density(values, made),
    'files-named': counted(
      'files-named',
      files.map((fate) => fileItem(fate, made)),
    ),
    'files-made-up': only(
      'files-made-up',
      grounded.filter(({ kind, text }) => kind === 'path' && claimsFile(text)),
    ),
    'files-mixed-up': counted(
      'files-mixed-up',
      files.filter(({ ranges }) => ranges.length > 0).map((fate) => actionItem(fate, made)),
    ),
    'rules-preserved': counted('rules-preserved', rules),
    'rules-inverted': only(
      'rules-inverted',
      rules.map((rule) => (rule.given === 'weakened' ? { ...rule, state: 'found' } : rule)),
    ),
    'open-tasks': counted(
      'open-tasks',
      tasks.filter(({ kind }) => kind !== 'done'),
    ),
    'done-as-open': counted(
      'done-as-open',
      tasks.filter(({ kind }) => kind === 'done'),
    ),
    'superseded-values': counted(
      'superseded-values',
      supersededValues(cut, made).map((value) => supersededItem(value, made)),
    ),
    'grounded-values': counted('grounded-values', grounded),
    size: { count: made.text.length, of: charactersOf(cut.left), items: [] },
    growth: growth(cut, made),
    'missing-sections': counted(
      'missing-sections',
      sectionFates(prompt, made.text, scratchTag).map((fate) => sectionItem(fate, made)),
    ),
    'user-sentences': counted('user-sentences', userSentenceItems(cut, said, made)),
  };
  return scoreIds.map((id) => ({ id, ...scores[id] }));
}

function counted(id: ScoreId, items: readonly ScoreItem[]): Omit<Score, 'id'> {
  const { counts } = scoreDefinitions[id];
  return { count: items.filter(({ state }) => state === counts).length, of: items.length, items };
}

/** [K2] What the model needs later, and how many other values are gone but shown again. */
function needed(values: readonly ScoreItem[]): Omit<Score, 'id'> {
  const items = values.filter(isNeeded);
  const shownAgain = values.filter(isShownAgain).length;
  const kept = weightOf(items.filter(({ state }) => state === 'found'));
  return { ...counted('used-later', items), weight: { kept, of: weightOf(items) }, shownAgain };
}

function isShownAgain({ state, shownAgain, worth }: ScoreItem): boolean {
  return state !== 'found' && shownAgain !== undefined && worth !== undefined;
}

function weightOf(items: readonly ScoreItem[]): number {
  return items.reduce((sum, { worth }) => sum + (worth?.weight ?? 0), 0);
}

/** As the rough counters have it. */
const CHARACTERS_PER_TOKEN = 4;

/** [K2] The weight that the result keeps for each 1,000 of its tokens, to a tenth. Nothing is kept by an empty result. */
function density(values: readonly ScoreItem[], made: RemainingParts): Omit<Score, 'id'> {
  const kept = weightOf(values.filter((item) => isNeeded(item) && item.state === 'found' && item.marks.length > 0));
  const tokens = made.text.length / CHARACTERS_PER_TOKEN;
  return { count: tokens === 0 ? 0 : Math.round((kept / tokens) * 10_000) / 10, of: kept, items: [] };
}

/** From the list of another score, only the items that count. */
function only(id: ScoreId, items: readonly ScoreItem[]): Omit<Score, 'id'> {
  const counts = items.filter(({ state }) => state === scoreDefinitions[id].counts);
  return { count: counts.length, of: items.length, items: counts };
}

/** Against the summary among the removed messages. The first summary has none to compare with. */
function growth({ left }: Cut, made: RemainingParts): Omit<Score, 'id'> {
  const of = charactersOf(left.filter(({ message }) => message.kind === 'summary'));
  return { count: of === 0 ? 0 : made.text.length, of, items: [] };
}

function charactersOf(left: Cut['left']): number {
  let characters = 0;
  for (const { part } of left) for (const text of partTexts(part)) characters += text.length;
  return characters;
}
