'use client';

import { RuleName } from '@/components/rules/rule-name';
import type { CompactionHooks } from '@/lib/layers/shape/layer';
import { MAX_HOOK_CHARACTERS, withHooks } from '@/lib/policies/parse-hooks';
import type { Policy } from '@/lib/policies/shape/policy';
import small from '../fields/small-text.module.css';
import { TextAreaField } from '../fields/text-area-field';
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
      <TextAreaField
        title="Summary instructions"
        explains="Appended to the summary prompt, after your focus."
        value={instructions}
        maxLength={MAX_HOOK_CHARACTERS}
        onChange={(text) => change({ instructions: text })}
      />
      <TextAreaField
        title="Block reason"
        explains="If set, every compaction is blocked with this reason."
        value={blocks}
        maxLength={MAX_HOOK_CHARACTERS}
        onChange={(text) => change({ blocks: text })}
      />
      {[...results, ''].map((result, place) => (
        <TextAreaField
          // biome-ignore lint/suspicious/noArrayIndexKey: a result has nothing but its place
          key={`${place} of ${results.length}`}
          title={`Output after a compaction, ${place + 1}`}
          explains={place === 0 ? 'Added to the end of the new context, one message per output.' : undefined}
          value={result}
          maxLength={MAX_HOOK_CHARACTERS}
          onChange={(text) => changeResult(place, text)}
        />
      ))}
    </FoldableCard>
  );
}

function stateOf({ instructions, blocks, results }: CompactionHooks): string {
  if (blocks !== undefined) return 'block compaction';
  return instructions === undefined && results === undefined ? 'none' : 'set';
}
