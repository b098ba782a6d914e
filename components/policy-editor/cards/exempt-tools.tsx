'use client';

import { RuleName } from '@/components/rules/rule-name';
import type { Policy } from '@/lib/policies/shape/policy';
import { withExemptTool } from '@/lib/state/policy/policy-editing';
import small from '../fields/small-text.module.css';
import styles from './exempt-tools.module.css';
import { FoldableCard } from './foldable-card';
import { useFold } from './use-fold';

interface ExemptToolsProps {
  readonly policy: Policy;
  readonly tools: readonly string[];
  onChoose(policy: Policy): void;
}

export function ExemptTools({ policy, tools, onChoose }: ExemptToolsProps) {
  const { isOpen, toggle } = useFold(false, '');
  const { exemptTools = [] } = policy;
  // A policy may name tools that this session does not have.
  const named = [...new Set([...tools, ...exemptTools])];
  return (
    <FoldableCard
      title="Exempt tools"
      isOpen={isOpen}
      onToggle={toggle}
      aside={<span className={styles.count}>{exemptTools.length === 0 ? 'none' : `${exemptTools.length} exempt`}</span>}
    >
      <p className={small.explains}>
        Microcompact layers never clear results of checked tools. <RuleName rule="M1" />
      </p>
      {named.length === 0 ? (
        <p className={small.explains}>This session uses no tools.</p>
      ) : (
        <ul className={styles.tools} aria-label="Exempt tools">
          {named.map((tool) => (
            <li key={tool}>
              <label>
                <input
                  type="checkbox"
                  checked={exemptTools.includes(tool)}
                  onChange={(event) => onChoose(withExemptTool(policy, tool, event.target.checked))}
                />
                <span>{tool}</span>
              </label>
            </li>
          ))}
        </ul>
      )}
    </FoldableCard>
  );
}
