'use client';

import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-note';
import { Icon } from '@/components/ui/icon';
import type { Result } from '@/lib/base/result';
import { readPolicyText } from '@/lib/policies/parse-policy';
import type { Policy } from '@/lib/policies/shape/policy';
import { readPolicyFile } from '@/lib/state/policy/policy-file';
import styles from './policy-dialogs.module.css';

export function ImportPolicy({ onTaken }: { onTaken(policy: Policy): void }) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();

  const take = (from: string, read: Result<Policy>) => {
    if (read.ok) onTaken(read.value);
    else setProblem(`Could not import ${from}: ${read.error}.`);
  };

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        take('the text', readPolicyText(text));
      }}
    >
      <p>Paste or choose a policy exported as JSON. It replaces the current policy.</p>
      <textarea
        aria-label="Policy JSON"
        placeholder="Paste a policy here"
        rows={8}
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setProblem(undefined);
        }}
      />
      {problem !== undefined && <ErrorNote what={problem} advice="The current policy was not changed." />}
      <div className={styles.buttons}>
        <Button type="submit" look="main" disabled={text.trim() === ''}>
          Import text
        </Button>
        <Button onClick={() => input.current?.click()}>
          <Icon name="file" /> Choose file
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label="Policy file"
        onChange={async (event) => {
          const [file] = event.target.files ?? [];
          // Otherwise choosing the same file again would not fire a change event.
          event.target.value = '';
          if (file !== undefined) take(`“${file.name}”`, await readPolicyFile(file));
        }}
      />
    </form>
  );
}
