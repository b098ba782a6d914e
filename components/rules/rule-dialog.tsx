'use client';

import { useStore } from 'zustand';
import { Dialog } from '@/components/ui/dialog';
import { type RuleBlock, ruleBlocks } from '@/lib/series/words/rule-text';
import styles from './rule-dialog.module.css';
import { RuleWords } from './rule-words';
import { shownRule } from './shown-rule';
import { useRuleTexts } from './use-rule-texts';

/** One per page: a dialog inside the list or line with the name would pass its clicks on to them. */
export function OpenedRule() {
  const { rule, close } = useStore(shownRule);
  return rule === undefined ? null : <RuleDialog rule={rule} onClose={close} />;
}

interface RuleDialogProps {
  readonly rule: string;
  onClose(): void;
}

/** The full text of a rule. */
function RuleDialog({ rule, onClose }: RuleDialogProps) {
  const texts = useRuleTexts();
  const text = texts === 'failed' ? undefined : texts?.get(rule);
  return (
    <Dialog title={text === undefined ? `Rule ${rule}` : `${rule} · ${text.title}`} isOpen onClose={onClose}>
      <div className={styles.text}>
        {texts === 'failed' && <p>The text cannot be loaded. See that the program is still running, then reload.</p>}
        {text !== undefined && (
          <>
            <p>
              <RuleWords text={text.summary} />
            </p>
            {[...ruleBlocks(text.more).entries()].map(([place, block]) => (
              <Block key={place} block={block} />
            ))}
          </>
        )}
      </div>
    </Dialog>
  );
}

function Block({ block }: { readonly block: RuleBlock }) {
  if (block.type === 'formula') return <pre className={styles.formula}>{block.text}</pre>;
  if (block.type === 'paragraph') {
    return (
      <p>
        <RuleWords text={block.text} />
      </p>
    );
  }
  const List = block.isOrdered ? 'ol' : 'ul';
  return (
    <List className={styles.list}>
      {[...block.items.entries()].map(([place, item]) => (
        <li key={place}>
          <RuleWords text={item} />
        </li>
      ))}
    </List>
  );
}
