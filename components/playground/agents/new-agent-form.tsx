'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import type { ShownDefinitions } from '@/lib/agent/view/agents-view';
import { sourceTitles } from '@/lib/state/playground/agents/agent-words';
import { newAgent, type OwnSource, ownSources, sourceFolder } from '@/lib/state/playground/agents/new-agent';
import styles from './agents.module.css';

interface NewAgentFormProps {
  readonly definitions: ShownDefinitions;
  onAdd(file: { readonly path: string; readonly text: string }): Promise<void>;
}

export function NewAgentForm({ definitions, onAdd }: NewAgentFormProps) {
  const [name, setName] = useState('');
  const [source, setSource] = useState<OwnSource>('project');
  const [wrong, setWrong] = useState('');
  return (
    <form
      className={styles.section}
      onSubmit={(event) => {
        event.preventDefault();
        const made = newAgent(name, source, definitions);
        setWrong(made.ok ? '' : made.error);
        if (!made.ok) return;
        setName('');
        void onAdd(made.value);
      }}
    >
      <div className={styles.form}>
        <input
          aria-label="Name of the new agent"
          placeholder="reviewer"
          spellCheck={false}
          value={name}
          onChange={({ target }) => {
            setName(target.value);
            setWrong('');
          }}
        />
        <select
          aria-label="Source of the new agent"
          value={source}
          onChange={({ target }) => {
            const chosen = ownSources.find((each) => each === target.value);
            if (chosen !== undefined) setSource(chosen);
          }}
        >
          {ownSources.map((each) => (
            <option key={each} value={each}>
              {sourceTitles[each]}: {sourceFolder(each)}
            </option>
          ))}
        </select>
        <Button type="submit" disabled={name.trim() === ''}>
          Add agent
        </Button>
      </div>
      {wrong !== '' && (
        <p className={styles.error} role="alert">
          {wrong}
        </p>
      )}
    </form>
  );
}
