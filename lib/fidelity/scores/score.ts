import type { FileDeed } from '../files/file-fates';
import type { UserRule } from '../rules/user-rules';
import type { TaskStatus } from '../tasks/task-state';
import type { ExactValueType } from '../values/classify-word';
import type { Mark } from '../values/held-parts';
import type { PartPlace } from '../values/value-index';

export type ScoreId =
  | 'exact-values'
  | 'used-later'
  | 'files-named'
  | 'files-made-up'
  | 'deeds-confused'
  | 'rules-preserved'
  | 'rules-turned'
  | 'open-tasks'
  | 'done-as-open'
  | 'superseded-values'
  | 'grounded-values'
  | 'size'
  | 'growth'
  | 'missing-sections';

/** `changed`: it is there, but not as it was: a rule without its condition, a task that is done given as open. */
export type ItemState = 'found' | 'missing' | 'changed';

/** How many of how many, and the list behind it. */
export interface Score {
  readonly id: ScoreId;
  /** Of the items those in the state that the score counts; for sizes, what they are. */
  readonly count: number;
  /** 0 where there was nothing to score. */
  readonly of: number;
  /** What counts, and what belongs beside it. Sizes have none. */
  readonly items: readonly ScoreItem[];
}

export interface ScoreItem {
  readonly state: ItemState;
  /** The value, the path, the rule, the task or the title. */
  readonly text: string;
  readonly kind?: ExactValueType | FileDeed | UserRule['polarity'] | TaskStatus;
  /** What the compaction makes of it, where it is another thing. */
  readonly given?: 'turned' | 'weakened' | 'as-open' | 'as-done' | 'as-read' | 'as-changed';
  /** What took its place. */
  readonly now?: string;
  /** Where in the recording it stood last, before the cut. */
  readonly was?: PartPlace;
  /** Where the model writes it again, and where it was shown it again before that. */
  readonly used?: PartPlace;
  readonly shownAgain?: PartPlace;
  /** Where it stands in what was made. */
  readonly marks: readonly Mark[];
}
