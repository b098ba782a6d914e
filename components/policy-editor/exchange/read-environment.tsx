'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-note';
import { fromEnvironment } from '@/lib/policies/claude-code/from-environment';
import { policies, policyById } from '@/lib/policies/index';
import { claudeCodeCurrent } from '@/lib/policies/presets/claude-code-current';
import type { Policy } from '@/lib/policies/shape/policy';
import fields from '../fields/fields.module.css';
import styles from './policy-dialogs.module.css';

interface ReadEnvironmentProps {
  readonly policy: Policy;
  onTaken(policy: Policy): void;
}

type Outcome =
  | { readonly type: 'taken'; readonly notes: readonly string[] }
  | { readonly type: 'refused'; readonly why: string };

export function ReadEnvironment({ policy, onTaken }: ReadEnvironmentProps) {
  const [text, setText] = useState('');
  const [preset, setPreset] = useState(policyById(policy.id) ?? claudeCodeCurrent);
  const [outcome, setOutcome] = useState<Outcome>();

  const take = () => {
    const read = fromEnvironment(text, preset);
    if (!read.ok) return setOutcome({ type: 'refused', why: read.error });
    onTaken(read.value.policy);
    setOutcome({ type: 'taken', notes: read.value.notes });
  };

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        take();
      }}
    >
      <h3>Or from Claude Code environment variables</h3>
      <textarea
        aria-label="Claude Code environment variables"
        placeholder="CLAUDE_CODE_AUTO_COMPACT_WINDOW=150000"
        rows={3}
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setOutcome(undefined);
        }}
      />
      <div className={styles.buttons}>
        <label className={styles.preset}>
          Starting from
          <select
            className={fields.select}
            value={preset.id}
            onChange={(event) => setPreset(policyById(event.target.value) ?? preset)}
          >
            {policies.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <Button type="submit" disabled={text.trim() === ''}>
          Apply
        </Button>
      </div>
      {outcome?.type === 'refused' && (
        <ErrorNote what={`Could not apply the variables: ${outcome.why}.`} advice="The policy was not changed." />
      )}
      {outcome?.type === 'taken' && (
        <div role="status">
          <p>{preset.title} with these variables is now the policy.</p>
          <ul className={styles.list}>
            {outcome.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </div>
      )}
    </form>
  );
}
