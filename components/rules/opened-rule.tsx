'use client';

import { useStore } from 'zustand';
import { RuleDialog } from './rule-dialog';
import { shownRule } from './shown-rule';

/** One per page: a dialog inside the list or line with the name would pass its clicks on to them. */
export function OpenedRule() {
  const { rule, close } = useStore(shownRule);
  return rule === undefined ? null : <RuleDialog rule={rule} onClose={close} />;
}
