'use client';

import { RuleName } from '@/components/rules/rule-name';
import { Button } from '@/components/ui/button';
import { standardNotePrompt } from '@/lib/layers/note/note-instruction';
import type { Policy } from '@/lib/policies/shape/policy';
import { MAX_PROMPT_CHARACTERS, withNotePrompt } from '@/lib/policies/shape/policy-prompt';
import small from '../fields/small-text.module.css';
import { TextAreaField } from '../fields/text-area-field';
import { FoldableCard } from './foldable-card';
import styles from './summary-prompt-card.module.css';
import { useFold } from './use-fold';

interface NotePromptCardProps {
  readonly policy: Policy;
  onChoose(policy: Policy): void;
}

export function NotePromptCard({ policy, onChoose }: NotePromptCardProps) {
  const { isOpen, toggle } = useFold(false, '');
  const { notePrompt } = policy;
  return (
    <FoldableCard
      title="Note prompt"
      isOpen={isOpen}
      onToggle={toggle}
      aside={<span className={styles.title}>{notePrompt === undefined ? 'standard' : 'custom'}</span>}
    >
      <p className={small.explains}>
        The prompt that updates the session note. The current note follows it, and its ten headings stay whatever the
        answer is. <RuleName rule="N3" />
      </p>
      <TextAreaField
        title="Prompt text"
        rows={10}
        maxLength={MAX_PROMPT_CHARACTERS}
        value={notePrompt ?? standardNotePrompt}
        onChange={(text) => onChoose(withNotePrompt(policy, text))}
      />
      {notePrompt !== undefined && (
        <Button look="quiet" onClick={() => onChoose(withNotePrompt(policy, standardNotePrompt))}>
          Use the standard prompt
        </Button>
      )}
    </FoldableCard>
  );
}
