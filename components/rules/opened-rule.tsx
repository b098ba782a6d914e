'use client';

import { useStore } from 'zustand';
import { RuleDialog } from './rule-dialog';
import { shownRule } from './shown-rule';

/** Once a page: a dialog inside the list or the line with the name would hand its clicks on to them. */
export function OpenedRule() {
  const { rule, close } = useStore(shownRule);
  return rule === undefined ? null : <RuleDialog rule={rule} onClose={close} />;
}
