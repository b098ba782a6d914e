import type { Move } from '../sight/move';
import type { VisibleContext } from '../sight/sight';
import { sayInChangelog } from './change-log-step';
import { learn } from './learn-step';
import { listFiles } from './list-files-step';
import { readManual } from './manual-step';
import { mend } from './mend-step';
import { review } from './review-step';
import { runTests } from './run-tests-step';
import { CHANGELOG, LEARN, MANUAL, TRY_OUT } from './step-words';
import { trace } from './trace-step';
import { tryOut } from './try-out-step';

interface Step {
  readonly words: RegExp;
  /** Its next move, finally `finish`. */
  readonly next: (sight: VisibleContext, step: string) => Move;
}

/** By their names in a plan. */
export const steps: readonly Step[] = [
  { words: new RegExp(`^${LEARN}`), next: learn },
  { words: new RegExp(`^${MANUAL}`), next: readManual },
  { words: /^Run the tests/, next: runTests },
  { words: /^Find out why /, next: trace },
  { words: /^Fix /, next: mend },
  { words: new RegExp(`^${TRY_OUT}`), next: tryOut },
  { words: new RegExp(`^${CHANGELOG}`), next: sayInChangelog },
  { words: /^List the files /, next: listFiles },
  { words: /^Review /, next: review },
];
