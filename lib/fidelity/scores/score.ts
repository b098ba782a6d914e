import type { FileAction } from '../files/file-fates';
import type { RuleOrigin } from '../rules/session-rules';
import type { UserRule } from '../rules/user-rules';
import type { TaskStatus } from '../tasks/task-state';
import type { ExactValueType } from '../values/classify-word';
import type { Mark } from '../values/held-parts';
import type { PartPlace } from '../values/value-index';
import type { ValueWorth } from '../values/value-worth';
import type { ItemState, ScoreId } from './score-definitions';

/** A count, and its list. */
export interface Score {
  readonly id: ScoreId;
  /** Items in the state that the score counts; for sizes, the size. */
  readonly count: number;
  /** 0 if there was nothing to score. */
  readonly of: number;
  /** The items. Sizes have none. */
  readonly items: readonly ScoreItem[];
  /** [K2] The same by weight: what matters counts for more. */
  readonly weight?: { readonly kept: number; readonly of: number };
  /** [K2] Values that are gone, but shown again before their use: not among the items. */
  readonly shownAgain?: number;
}

export interface ScoreItem {
  readonly state: ItemState;
  /** The value, the path, the rule, the task or the title. */
  readonly text: string;
  readonly kind?: ExactValueType | FileAction | UserRule['polarity'] | TaskStatus;
  /** The altered version in the result, if it differs. */
  readonly given?: 'turned' | 'weakened' | 'as-open' | 'as-done' | 'as-read' | 'as-changed' | 'only-listed';
  /** A rule that the user edited; missing for one that was only found. */
  readonly origin?: Exclude<RuleOrigin, 'found'>;
  /** What replaced it. */
  readonly now?: string;
  /** Its last occurrence in the recording before the cut. */
  readonly was?: PartPlace;
  /** Where the model writes it again, and whether it was shown again before that. */
  readonly used?: PartPlace;
  readonly shownAgain?: PartPlace;
  /** [K2] Of a value that is used later: how much it matters, and why. */
  readonly worth?: ValueWorth;
  /** Where it occurs in the result. */
  readonly marks: readonly Mark[];
}
