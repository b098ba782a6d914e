'use client';

import { useEffect } from 'react';
import { useStore } from 'zustand';
import { preferences } from './stores';

/** An attribute of the page instead of a property of each name: nothing is rendered again for hundreds of them. */
export function useRuleNames(): void {
  const showsRules = useStore(preferences, (state) => state.showsRules);

  useEffect(() => {
    if (showsRules) document.documentElement.dataset.rules = 'shown';
    else delete document.documentElement.dataset.rules;
  }, [showsRules]);
}

export function RuleNamesChoice() {
  const showsRules = useStore(preferences, (state) => state.showsRules);
  return (
    <label>
      <input
        type="checkbox"
        checked={showsRules}
        onChange={(event) => preferences.getState().set({ showsRules: event.target.checked })}
      />{' '}
      Show the rule behind each setting and number
    </label>
  );
}
