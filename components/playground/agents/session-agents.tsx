'use client';

import { useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import type { AgentProblem } from '@/lib/agents/agent-definition';
import styles from './agents.module.css';

interface SessionAgentsProps {
  /** JSON. */
  readonly text: string;
  readonly problems: readonly AgentProblem[];
  /** The run has started: what it was given stays. */
  readonly isFixed: boolean;
  readonly isOurs: boolean;
  onSave(text: string): void;
}

const EXAMPLE = '{ "reviewer": { "description": "Reviews a change", "prompt": "You review.", "tools": ["Read"] } }';

/** [O1] Agents of this run alone, as a command line would give them. */
export function SessionAgents({ text, problems, isFixed, isOurs, onSave }: SessionAgentsProps) {
  const id = useId();
  const [draft, setDraft] = useState<string>();
  return (
    <div className={styles.editor}>
      <label htmlFor={id}>Agents of this session</label>
      <textarea
        id={id}
        className={styles.json}
        rows={4}
        spellCheck={false}
        placeholder={EXAMPLE}
        readOnly={isFixed || !isOurs}
        value={draft ?? text}
        onChange={({ target }) => setDraft(target.value === text ? undefined : target.value)}
      />
      <p className={styles.muted}>
        JSON: names, and for each the fields of the front matter, with <code>prompt</code> for its system prompt.{' '}
        {isFixed ? 'This run has started, so they stay as they are.' : 'They override those of the project.'}
      </p>
      <ul className={styles.section} aria-label="Problems of the agents of this session">
        {problems.map(({ kind, what }) => (
          <li key={what} className={styles.problem} data-kind={kind}>
            {what}
          </li>
        ))}
      </ul>
      {!isFixed && (
        <div className={styles.head}>
          <Button
            look="main"
            disabled={!isOurs || draft === undefined}
            onClick={() => {
              if (draft !== undefined) onSave(draft.trim());
              setDraft(undefined);
            }}
          >
            Save
          </Button>
          <Button disabled={draft === undefined} onClick={() => setDraft(undefined)}>
            Revert
          </Button>
        </div>
      )}
    </div>
  );
}
