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
  if (isDone) return finish(`${FILE} has a line about it.`);
  const seen = toSee(sight, 'What was put right belongs in the changelog.', FILE, PLAN_FILE);
  if (seen !== undefined) return seen;
  const text = sight.files.get(FILE)?.text ?? '';
  const [heading] = /^## .*\n*/m.exec(text) ?? [];
  if (heading === undefined) return finish('There is no changelog.');
  const found = [...(sight.files.get(PLAN_FILE)?.text ?? '').matchAll(/^- \[x\] Find out why .*\n {2}(.*)$/gm)];
  const lines = found.map(([, what = '']) => `- Put right in ${what}`);
  return call('I add what was wrong.', edit(FILE, heading, `${heading.trimEnd()}\n\n${lines.join('\n')}\n`));
}
