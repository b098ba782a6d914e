import { type FormEvent, useId, useMemo, useState } from 'react';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import type { NumberTable, TableSpec } from '@/lib/layers/shape/setting';
import { scaleOf } from '@/lib/state/shared/setting-scale';
import fields from './fields.module.css';
import { NumberField } from './number-field';
import small from './small-text.module.css';
import styles from './table-rows.module.css';
import type { SettingEdits } from './use-setting-edits';

interface TableRowsProps {
  readonly path: string;
  readonly title: string;
  readonly spec: TableSpec;
  readonly rows: NumberTable;
  readonly windowTokens: number;
  /** Suggestions for a new row. */
  readonly names: readonly string[];
  readonly edits: SettingEdits;
}

/** A row is a name with a number, or with `never`, which can be typed instead. */
export function TableRows({ path, title, spec, rows, windowTokens, names, edits }: TableRowsProps) {
  const scale = useMemo(() => scaleOf(spec, windowTokens), [spec, windowTokens]);
  return (
    <>
      <ul className={styles.rows} aria-label={title}>
        {Object.entries(rows).map(([name, value]) => (
          <li key={name} className={styles.row}>
            <span className={styles.name}>{name}</span>
            <Button
              look="quiet"
              className={styles.never}
              aria-label={`${name}: never`}
              aria-pressed={value === 'never'}
              onClick={() => value !== 'never' && edits.change(`${path}.${name}`, 'never')}
            >
              never
            </Button>
            <NumberField
              label={`${title}, ${name}`}
              value={value}
              scale={scale}
              onChange={(next) => edits.change(`${path}.${name}`, next)}
            />
            <IconButton icon="close" label={`Remove ${name}`} onClick={() => edits.removeRow(path, name)} />
          </li>
        ))}
      </ul>
      <NewRow rows={rows} names={names} onAdd={(name) => edits.change(`${path}.${name}`, 'never')} />
    </>
  );
}

interface NewRowProps extends Pick<TableRowsProps, 'rows' | 'names'> {
  onAdd(name: string): string | undefined;
}

function NewRow({ rows, names, onAdd }: NewRowProps) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const listId = useId();

  const add = (event: FormEvent) => {
    event.preventDefault();
    const wanted = name.trim();
    const refused = Object.hasOwn(rows, wanted) ? `a row for “${wanted}” already exists` : onAdd(wanted);
    setProblem(refused);
    if (refused === undefined) setName('');
  };

  return (
    <form className={styles.add} onSubmit={add}>
      <input
        type="text"
        className={fields.text}
        aria-label="New row name"
        placeholder="tool name"
        autoComplete="off"
        spellCheck={false}
        list={listId}
        value={name}
        onChange={(event) => {
          setName(event.target.value);
          setProblem(undefined);
        }}
      />
      <datalist id={listId}>
        {names.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <Button type="submit" disabled={name.trim() === ''}>
        Add
      </Button>
      {problem !== undefined && (
        <p className={small.problem} role="alert">
          Could not add: {problem}.
        </p>
      )}
    </form>
  );
}
