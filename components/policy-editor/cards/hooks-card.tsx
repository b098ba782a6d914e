'use client';

import { RuleName } from '@/components/rules/rule-name';
import type { CompactionHooks } from '@/lib/layers/shape/layer';
import { MAX_HOOK_CHARACTERS, withHooks } from '@/lib/policies/parse-hooks';
import type { Policy } from '@/lib/policies/shape/policy';
import { Segmented } from '../fields/segmented';
import small from '../fields/small-text.module.css';
import { TextAreaField } from '../fields/text-area-field';
import { FoldableCard } from './foldable-card';
import styles from './hooks-card.module.css';
import { useFold } from './use-fold';

const OCCASIONS = {
  all: { title: 'All', explains: 'Before and after every compaction.' },
  manual: { title: 'manual', explains: 'Only around compactions that you run with /compact.' },
  auto: { title: 'auto', explains: 'Only around automatic compactions, and those after a rejected call.' },
} as const;

interface HooksCardProps {
  readonly policy: Policy;
  onChoose(policy: Policy): void;
}

export function HooksCard({ policy, onChoose }: HooksCardProps) {
  const { isOpen, toggle } = useFold(false, '');
  const { hooks = {} } = policy;
  const { when, instructions = '', blocks = '', results = [] } = hooks;
  const change = (changed: CompactionHooks) => onChoose(withHooks(policy, { ...hooks, ...changed }));
  const choose = (chosen: keyof typeof OCCASIONS) => {
    const { when: _, ...said } = hooks;
    onChoose(withHooks(policy, chosen === 'all' ? said : { ...said, when: chosen }));
  };
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
        Output of your hooks before and after compactions. <RuleName rule="F1" /> <RuleName rule="F6" />{' '}
        <RuleName rule="H4" />
      </p>
      <Segmented label="Matcher" options={OCCASIONS} value={when ?? 'all'} onChoose={choose} />
      <TextAreaField
        title="Summary instructions"
        explains="Appended to the summary prompt, after your focus."
        value={instructions}
        maxLength={MAX_HOOK_CHARACTERS}
        onChange={(text) => change({ instructions: text })}
      />
      <TextAreaField
        title="Block reason"
        explains="If set, these compactions are blocked with this reason."
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

function stateOf({ when, instructions, blocks, results }: CompactionHooks): string {
  if (blocks !== undefined) return when === undefined ? 'block compaction' : `block ${when} compaction`;
  return instructions === undefined && results === undefined ? 'none' : 'set';
}
