import Link from 'next/link';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { policies, policyById, policyGroups } from '@/lib/policies/index';
import type { Policy } from '@/lib/policies/shape/policy';
import { type CompareColumn, columnOf, columnOfLink, keyOf, MAX_COLUMNS } from '@/lib/state/compare/compare-link';
import { isOffered } from '@/lib/state/policy/offered-preset';
import styles from './column-choice.module.css';

interface ColumnChoiceProps {
  readonly columns: readonly CompareColumn[];
  readonly names: readonly string[];
  /** Whether the rules that made the recording are known: otherwise they cannot be added. */
  readonly recordedBy: Policy | null;
  /** Of a column in Simulate; undefined over many sessions. */
  addressOf?(column: CompareColumn): string;
  onAdd(column: CompareColumn): void;
  onRemove(column: CompareColumn): void;
}

/** The policies beside the recording: each opens in Simulate, can be removed, and more can be added. */
export function ColumnChoice({ columns, names, recordedBy, addressOf, onAdd, onRemove }: ColumnChoiceProps) {
  const isFull = columns.length >= MAX_COLUMNS;
  return (
    <section className={styles.choice} aria-label="Policies">
      <ul className={styles.columns}>
        {columns.map((column, index) => (
          <li key={keyOf(column)} className={styles.column}>
            {addressOf === undefined ? (
              names[index]
            ) : (
              <Link prefetch={false} href={addressOf(column)} title={`Simulate: ${names[index]}`}>
                {names[index]}
              </Link>
            )}
            <IconButton icon="close" label={`Remove ${names[index]}`} onClick={() => onRemove(column)} />
          </li>
        ))}
      </ul>
      {isFull ? (
        <p className={styles.note}>Max {MAX_COLUMNS} policies. Remove one to add another.</p>
      ) : (
        <div className={styles.forms}>
          <AddPreset columns={columns} recordedBy={recordedBy} onAdd={onAdd} />
          <AddLink columns={columns} onAdd={onAdd} />
        </div>
      )}
    </section>
  );
}

function AddPreset({ columns, recordedBy, onAdd }: Pick<ColumnChoiceProps, 'columns' | 'recordedBy' | 'onAdd'>) {
  const [chosen, setChosen] = useState<string>();
  const taken = new Set(columns.map(keyOf));
  const isFree = (policy: Policy) =>
    !taken.has(keyOf(columnOf(policy))) && (policy === recordedBy || isOffered(policy, undefined, recordedBy));
  const free = policies.filter(isFree);
  const id = free.find((policy) => policy.id === chosen)?.id ?? free[0]?.id;
  const policy = id === undefined ? undefined : policyById(id);
  if (policy === undefined) return null;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onAdd(columnOf(policy));
      }}
    >
      <select aria-label="Preset" value={id} onChange={(event) => setChosen(event.target.value)}>
        {policyGroups.map((group) => (
          <optgroup key={group.title} label={group.title}>
            {group.policies.filter(isFree).map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <Button type="submit">Add preset</Button>
    </form>
  );
}

function AddLink({ columns, onAdd }: Pick<ColumnChoiceProps, 'columns' | 'onAdd'>) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const problemId = useId();
  const add = (event: FormEvent) => {
    event.preventDefault();
    const column = columnOfLink(text);
    if (!column.ok) setProblem(`Could not read the link: ${column.error}.`);
    else if (columns.some((each) => keyOf(each) === keyOf(column.value))) setProblem('This policy is already shown.');
    else {
      onAdd(column.value);
      setProblem(undefined);
      setText('');
    }
  };
  return (
    <form className={styles.form} onSubmit={add}>
      <input
        type="text"
        aria-label="Link from Simulate"
        placeholder="Link from Simulate"
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : problemId}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" disabled={text.trim() === ''}>
        Add policy
      </Button>
      {problem !== undefined && (
        <p id={problemId} className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
