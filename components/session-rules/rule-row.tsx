import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ruleEditing } from '@/components/shell/stores';
import { Button } from '@/components/ui/button';
import { LONGEST_RULE } from '@/lib/fidelity/rules/rule-edits';
import type { SessionRule } from '@/lib/fidelity/rules/session-rules';
import type { PartPlace } from '@/lib/fidelity/values/value-index';
import { originWords } from '@/lib/series/words/score-words';
import styles from './rules-dialog.module.css';

interface RuleRowProps {
  readonly rule: SessionRule;
  placeLink(place: PartPlace): ReactNode;
}

const askedWords = { do: 'a request', 'do-not': 'a prohibition', limit: 'a limit' } as const;

export function RuleRow({ rule, placeLink }: RuleRowProps) {
  const [isEdited, setEdited] = useState(false);
  const correct = useRef<HTMLButtonElement>(null);
  const { confirm, remove, reset } = ruleEditing.getState();
  const { text, origin, polarity, found, was } = rule;
  const removal = found === undefined ? 'Remove' : 'Not a rule';
  const leave = () => {
    setEdited(false);
    // The field that had the focus is gone.
    requestAnimationFrame(() => correct.current?.focus());
  };
  if (isEdited) {
    return (
      <li className={styles.row} data-origin={origin}>
        <RuleField rule={rule} onLeave={leave} />
      </li>
    );
  }
  return (
    <li className={styles.row} data-origin={origin}>
      <p className={styles.text}>{text}</p>
      <p className={styles.muted}>
        {originWords[origin]} · {askedWords[polarity]}
        {was !== undefined && <> · {placeLink(was)}</>}
        {origin === 'corrected' && found !== undefined && <> · was “{found}”</>}
      </p>
      <div className={styles.actions}>
        {origin === 'found' && (
          <Button look="quiet" aria-label={`Confirm “${text}”`} onClick={() => void confirm(rule)}>
            Confirm
          </Button>
        )}
        <Button ref={correct} look="quiet" aria-label={`Correct “${text}”`} onClick={() => setEdited(true)}>
          Correct
        </Button>
        {found !== undefined && origin !== 'found' && (
          <Button look="quiet" aria-label={`Reset “${text}”`} onClick={() => void reset(found)}>
            Reset
          </Button>
        )}
        <Button look="quiet" aria-label={`${removal} “${text}”`} onClick={() => void remove(rule)}>
          {removal}
        </Button>
      </div>
    </li>
  );
}

interface RuleFieldProps {
  readonly rule: SessionRule;
  onLeave(): void;
}

function RuleField({ rule, onLeave }: RuleFieldProps) {
  const [typed, setTyped] = useState(rule.text);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.select(), []);
  const save = () => {
    void ruleEditing.getState().correct(rule, typed);
    onLeave();
  };
  return (
    <div className={styles.edited}>
      <textarea
        ref={field}
        rows={2}
        aria-label="Text of the rule"
        value={typed}
        maxLength={LONGEST_RULE}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.shiftKey) {
            event.preventDefault();
            if (typed.trim() !== '') save();
          }
          if (event.key === 'Escape') {
            // Only the field, not the dialog.
            event.preventDefault();
            event.stopPropagation();
            onLeave();
          }
        }}
      />
      <div className={styles.actions}>
        <Button look="main" disabled={typed.trim() === ''} onClick={save}>
          Save
        </Button>
        <Button onClick={onLeave}>Cancel</Button>
      </div>
    </div>
  );
}
