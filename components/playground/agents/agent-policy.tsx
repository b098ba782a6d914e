'use client';

import type { OwnSetup } from '@/lib/agent/journal/entry';
import { policies } from '@/lib/policies/index';
import styles from './agents.module.css';

interface AgentPolicyProps {
  readonly own: OwnSetup;
  readonly isDisabled: boolean;
  onSetUp(own: OwnSetup): void;
}

/** [O6] Under which policy agents compact. */
export function AgentPolicy({ own, isDisabled, onSetUp }: AgentPolicyProps) {
  const { agentPolicy, ...rest } = own;
  const isOther = agentPolicy !== undefined && policies.every(({ id }) => id !== agentPolicy.id);
  return (
    <label className={styles.choice}>
      Agents compact under
      <select
        disabled={isDisabled}
        value={agentPolicy?.id ?? ''}
        onChange={({ target }) => {
          const chosen = policies.find(({ id }) => id === target.value);
          onSetUp(chosen === undefined ? rest : { ...rest, agentPolicy: chosen });
        }}
      >
        <option value="">the policy of the run</option>
        {isOther && <option value={agentPolicy.id}>{agentPolicy.title}</option>}
        {policies.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}
