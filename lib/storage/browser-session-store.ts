import { keptText } from './kept-text';
import { indexedStore } from './key-value-store';
import { sessionChanges } from './session-changes';
import { createSessionStore, type SessionStore } from './session-store';
import { askToPersist } from './storage-usage';
import { writeLock } from './write-lock';

/** The database of the user's edits of rules, by session. */
export const RULE_EDITS = 'highwater-rule-edits';

/** The database of rows of comparisons, by session. */
export const KEPT_ROWS = 'highwater-rows';

/** Opens nothing before the first use, so a server may call it too. */
export function browserSessionStore(): SessionStore {
  const asked = keptText('highwater.asked-to-persist');
  const changes = sessionChanges('highwater-sessions');
  return createSessionStore({
    // The list is read again, and says what is missing from it.
    metas: indexedStore('highwater-metas', changes.tell),
    bodies: indexedStore('highwater-bodies', changes.tell),
    belongings: [indexedStore(RULE_EDITS), indexedStore(KEPT_ROWS)],
    lock: writeLock('highwater-bodies'),
    changes,
    afterSave: () => void askToPersist(asked),
    now: Date.now,
    random: Math.random,
  });
}
