import { type FoundFault, faultInSight } from '../sight/faults';
import { call, edit, finish, type Move } from '../sight/move';
import { PLAN_FILE, timesResumed } from '../sight/plan';
import { toSee } from '../sight/seeing';
import { hasFailed } from '../sight/seen-files';
import type { VisibleContext } from '../sight/sight';
import { pathOf } from '../sight/tool-uses';
import { isCode, stepUses, toRead } from './step-sight';

export function mend(sight: VisibleContext, step: string): Move {
  const plan = toSee(sight, 'Let me check where the bug is.', PLAN_FILE);
  if (plan !== undefined) return plan;
  const changed = stepUses(sight).findLast(
    (use) => use.name === 'Edit' && pathOf(use) !== PLAN_FILE && !hasFailed(use),
  );
  if (changed !== undefined) return finish(`Changed ${pathOf(changed)}.`);
  // Read and lost twice: a third time it would be lost again.
  const first = timesResumed(step) > 1 ? [] : toKnowFirst(sight);
  const before = toRead(sight, 'The rules tell me what to read before changing this.', ...first);
  if (before !== undefined) return before;
  const path = placeIn(sight.files.get(PLAN_FILE)?.text ?? '');
  if (path === undefined) return finish("I couldn't find the cause, so I changed nothing.");
  const seen = toSee(sight, 'I need the exact lines.', path);
  if (seen !== undefined) return seen;
  const fault = faultInSight(sight, [path]);
  return fault === undefined ? finish(`${path} looks right to me now.`) : change(fault);
}

/** "Read `docs/a.md` before you change …" */
function toKnowFirst({ files }: VisibleContext): readonly string[] {
  const rules = files.get('AGENTS.md')?.text ?? '';
  return ['AGENTS.md', ...[...rules.matchAll(/\bRead `([^`]+)` before you change\b/g)].map(([, path = '']) => path)];
}

/** The findings of the latest step: `src/a.awk: …` */
function placeIn(plan: string): string | undefined {
  const found = [...plan.matchAll(/^ {2}([\w./-]+): /gm)].map(([, path = '']) => path);
  return found.filter(isCode).at(-1);
}

function change({ path, lines, why, mended }: FoundFault): Move {
  return call(`In ${path}, ${why} I'll fix that.`, edit(path, lines, mended));
}
