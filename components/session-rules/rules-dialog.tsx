import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { RuleTag } from '@/components/rules/rule-tag';
import { ruleEditing } from '@/components/shell/stores';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ErrorNote } from '@/components/ui/error-note';
import { useKeptFocus } from '@/components/ui/use-kept-focus';
import { LONGEST_RULE } from '@/lib/fidelity/rules/rule-edits';
import type { SessionRules } from '@/lib/fidelity/rules/session-rules';
import type { PartPlace } from '@/lib/fidelity/values/value-index';
import { counted } from '@/lib/series/words/format-number';
import { RuleRow } from './rule-row';
import styles from './rules-dialog.module.css';
import { rulesDialog } from './rules-dialog-store';

interface RulesDialogProps {
  /** A link to a part of the recording. */
  placeLink(place: PartPlace, onShow: () => void): ReactNode;
}

const close = () => rulesDialog.getState().show(false);

/** [K4] The rules of the session: what was found in the prompts, and what the user says about it. */
export function RulesDialog({ placeLink }: RulesDialogProps) {
  const isShown = useStore(rulesDialog, (state) => state.isShown);
  useEffect(() => {
    if (isShown) void ruleEditing.getState().load();
  }, [isShown]);
  useEffect(() => close, []);

  return (
    <Dialog title="Rules of this session" isOpen={isShown} onClose={close}>
      <Rules placeLink={(place) => placeLink(place, close)} />
    </Dialog>
  );
}

function Rules({ placeLink }: { placeLink(place: PartPlace): ReactNode }) {
  const { rules, canUndo, failure, undo } = useStore(ruleEditing);
  const area = useRef<HTMLDivElement>(null);
  useKeptFocus(area);
  return (
    <div ref={area} className={styles.rules}>
      <p className={styles.muted}>
        Requests that apply beyond the moment, as they were found in the prompts. Correct what is wrong: scores{' '}
        <RuleTag rule="K4" /> count this list, in every view of this session. It is stored in this browser.
      </p>
      {failure !== undefined && <ErrorNote {...failure} />}
      {rules === undefined ? (
        failure === undefined && <p className={styles.muted}>Reading the prompts…</p>
      ) : (
        <RuleList rules={rules} placeLink={placeLink} />
      )}
      <AddRule />
      <div className={styles.actions}>
        <Button disabled={!canUndo} onClick={() => void undo()}>
          Undo
        </Button>
      </div>
    </div>
  );
}

interface RuleListProps {
  readonly rules: SessionRules;
  placeLink(place: PartPlace): ReactNode;
}

function RuleList({ rules: { rules, removed }, placeLink }: RuleListProps) {
  const { reset } = ruleEditing.getState();
  return (
    <>
      {rules.length === 0 ? (
        <p>No rules found in the prompts. Add those that you gave elsewhere.</p>
      ) : (
        <ul className={styles.list} aria-label="Rules">
          {rules.map((rule) => (
            <RuleRow
              key={`${rule.origin === 'added' ? 'added' : 'found'} ${rule.found ?? rule.text}`}
              rule={rule}
              placeLink={placeLink}
            />
          ))}
        </ul>
      )}
      {removed.length > 0 && (
        <details>
          <summary>Removed: {counted(removed.length, 'sentence')}</summary>
          <ul className={styles.list} aria-label="Removed">
            {removed.map(({ found, was }) => (
              <li key={found} className={styles.row}>
                <p className={styles.text}>{found}</p>
                <p className={styles.muted}>removed by you{was !== undefined && <> · {placeLink(was)}</>}</p>
                <div className={styles.actions}>
                  <Button look="quiet" onClick={() => void reset(found)}>
                    Restore
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function AddRule() {
  const [typed, setTyped] = useState('');
  const id = useId();
  const add = () => {
    if (typed.trim() === '') return;
    void ruleEditing.getState().add(typed);
    setTyped('');
  };
  return (
    <form
      className={styles.add}
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <label htmlFor={id}>Another rule</label>
      <input
        id={id}
        value={typed}
        maxLength={LONGEST_RULE}
        placeholder="Ask before a migration"
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" disabled={typed.trim() === ''}>
        Add rule
      </Button>
    </form>
  );
}
