import { call, edit, finish, type Move } from '../sight/move';
import { PLAN_FILE } from '../sight/plan';
import { toSee } from '../sight/seeing';
import { hasFailed } from '../sight/seen-files';
import type { VisibleContext } from '../sight/sight';
import { pathOf } from '../sight/tool-uses';
import { stepUses } from './step-sight';

const FILE = 'CHANGELOG.md';

export function sayInChangelog(sight: VisibleContext): Move {
  const isDone = stepUses(sight).some((use) => use.name === 'Edit' && pathOf(use) === FILE && !hasFailed(use));
  if (isDone) return finish(`Added the fix to ${FILE}.`);
  const seen = toSee(sight, 'The fix belongs in the changelog.', FILE, PLAN_FILE);
  if (seen !== undefined) return seen;
  const text = sight.files.get(FILE)?.text ?? '';
  const [heading] = /^## .*\n*/m.exec(text) ?? [];
  if (heading === undefined) return finish('There is no changelog to update.');
  const found = [...(sight.files.get(PLAN_FILE)?.text ?? '').matchAll(/^- \[x\] Find out why .*\n {2}(.*)$/gm)];
  const lines = found.map(([, what = '']) => `- Fixed in ${what}`);
  return call("I'll add a line about the fix.", edit(FILE, heading, `${heading.trimEnd()}\n\n${lines.join('\n')}\n`));
}
