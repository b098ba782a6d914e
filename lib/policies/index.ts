import { asRecorded } from './as-recorded';
import { claudeCode20 } from './claude-code-2-0';
import { claudeCode21 } from './claude-code-2-1';
import { claudeCodeCurrent } from './claude-code-current';
import { claudeCodePublic } from './claude-code-public';
import { everythingOn } from './everything-on';
import { none } from './none';
import { playground } from './playground';
import type { Policy } from './policy';
import { teachingV5 } from './teaching-v5';
import { tutorial } from './tutorial';

/** The presets. A new one is one file and one line here. */
export const policies: readonly Policy[] = [
  asRecorded,
  claudeCode20,
  claudeCode21,
  claudeCodeCurrent,
  claudeCodePublic,
  everythingOn,
  teachingV5,
  tutorial,
  playground,
  none,
];

export function policyById(id: string): Policy | undefined {
  return policies.find((policy) => policy.id === id);
}
