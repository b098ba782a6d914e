'use client';

import { useId, useState } from 'react';
import { RuleName } from '@/components/rules/rule-name';
import type { CompactionHooks } from '@/lib/layers/shape/layer';
import { withHooks } from '@/lib/policies/parse-hooks';
import type { Policy } from '@/lib/policies/shape/policy';
import small from '../fields/small-text.module.css';
import { FoldableCard } from './foldable-card';
import styles from './hooks-card.module.css';
import { useFold } from './use-fold';

interface HooksCardProps {
  readonly policy: Policy;
  onChoose(policy: Policy): void;
}

export function HooksCard({ policy, onChoose }: HooksCardProps) {
  const { isOpen, toggle } = useFold(false, '');
  const { hooks = {} } = policy;
  const { instructions = '', blocks = '', results = [] } = hooks;
  const change = (changed: CompactionHooks) => onChoose(withHooks(policy, { ...hooks, ...changed }));
  const changeResult = (place: number, text: string) => {
    const next = [...results];
    next[place] = text;
    change({ results: next });
  };
  return (
    <FoldableCard
      title="Hooks"
      isOpen={isOpen}
      onToggle={toggle}
      aside={<span className={styles.state}>{stateOf(hooks)}</span>}
    >
      <p className={small.explains}>
        Output of your hooks before and after each compaction. <RuleName rule="F1" /> <RuleName rule="F6" />
      </p>
      <HookField
        title="Summary instructions"
        explains="Appended to the summary prompt, after your focus."
        value={instructions}
        onChange={(text) => change({ instructions: text })}
      />
      <HookField
        title="Block reason"
        explains="If set, every compaction is blocked with this reason."
        value={blocks}
        onChange={(text) => change({ blocks: text })}
      />
      {[...results, ''].map((result, place) => (
        <HookField
          // biome-ignore lint/suspicious/noArrayIndexKey: a result has nothing but its place
          key={`${place} of ${results.length}`}
          title={`Output after a compaction, ${place + 1}`}
          explains={place === 0 ? 'Added to the end of the new context, one message per output.' : undefined}
          value={result}
          onChange={(text) => changeResult(place, text)}
        />
      ))}
    </FoldableCard>
  );
}

interface HookFieldProps {
  readonly title: string;
  readonly explains: string | undefined;
  readonly value: string;
  onChange(text: string): void;
}

/** Applied on blur: every letter would cause another replay, and another undo step. */
function HookField({ title, explains, value, onChange }: HookFieldProps) {
  const [draft, setDraft] = useState<string>();
  const explainsId = useId();
  return (
    <label className={styles.field}>
      <span>{title}</span>
      <textarea
        rows={2}
        maxLength={20_000}
        aria-describedby={explains === undefined ? undefined : explainsId}
        value={draft ?? value}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={() => {
          setDraft(undefined);
          if (draft !== undefined && draft !== value) onChange(draft);
        }}
      />
      {explains !== undefined && (
        <span id={explainsId} className={small.explains}>
          {explains}
        </span>
      )}
    </label>
  );
}

function stateOf({ instructions, blocks, results }: CompactionHooks): string {
  if (blocks !== undefined) return 'block compaction';
  return instructions === undefined && results === undefined ? 'none' : 'set';
}
