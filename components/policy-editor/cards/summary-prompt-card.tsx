'use client';

import { useEffect, useId, useState } from 'react';
import { LongText } from '@/components/messages/parts/long-text';
import { ownPromptStore } from '@/components/prompts/stores/own-prompt-store';
import { RuleName } from '@/components/rules/rule-name';
import { Latest } from '@/lib/base/latest';
import type { Policy } from '@/lib/policies/shape/policy';
import type { SummaryPrompt } from '@/lib/prompts/summary-prompt';
import { exactNumber } from '@/lib/series/words/format-number';
import { promptChoices, withPrompt } from '@/lib/state/policy/policy-prompts';
import fields from '../fields/fields.module.css';
import small from '../fields/small-text.module.css';
import { FoldableCard } from './foldable-card';
import styles from './summary-prompt-card.module.css';
import { useFold } from './use-fold';

interface SummaryPromptCardProps {
  readonly policy: Policy;
  onChoose(policy: Policy): void;
}

/** Option for a policy whose prompt was edited or deleted after the policy took its text. */
const HELD = '';

export function SummaryPromptCard({ policy, onChoose }: SummaryPromptCardProps) {
  const { isOpen, toggle } = useFold(false, '');
  const { presets, own, chosen, inUse } = promptChoices(policy, useOwnPrompts());
  const explainsId = useId();
  const choose = (id: string) => {
    const prompt = [...presets, ...own].find((each) => each.id === id);
    if (prompt !== undefined) onChoose(withPrompt(policy, prompt));
  };
  return (
    <FoldableCard
      title="Summary prompt"
      isOpen={isOpen}
      onToggle={toggle}
      aside={<span className={styles.title}>{inUse.title}</span>}
    >
      <p id={explainsId} className={small.explains}>
        The prompt that full compaction uses to request a summary. Create your own in the Prompts view.{' '}
        <RuleName rule="F3" />
      </p>
      <select
        className={fields.select}
        aria-label="Summary prompt"
        aria-describedby={explainsId}
        value={chosen ?? HELD}
        onChange={(event) => choose(event.target.value)}
      >
        {chosen === undefined && <option value={HELD}>{inUse.title} (from this policy)</option>}
        <Options label="Presets" prompts={presets} />
        <Options label="Custom" prompts={own} />
      </select>
      <details className={styles.words}>
        <summary>Prompt text, {exactNumber(inUse.text.length)} characters</summary>
        <LongText text={inUse.text} label={inUse.title} />
      </details>
    </FoldableCard>
  );
}

function Options({ label, prompts }: { readonly label: string; readonly prompts: readonly SummaryPrompt[] }) {
  if (prompts.length === 0) return null;
  return (
    <optgroup label={label}>
      {prompts.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </optgroup>
  );
}

/** The user's prompts in the Prompts view, as they are now. */
function useOwnPrompts(): readonly SummaryPrompt[] {
  const [prompts, setPrompts] = useState<readonly SummaryPrompt[]>([]);

  useEffect(() => {
    const reading = new Latest();
    const read = async () => {
      const signal = reading.begin();
      const listed = await ownPromptStore.list();
      if (!signal.aborted && listed.ok)
        setPrompts([...listed.value.records].sort((a, b) => a.title.localeCompare(b.title)));
    };
    void read();
    const end = ownPromptStore.subscribe(() => void read());
    return () => {
      reading.drop();
      end();
    };
  }, []);

  return prompts;
}
