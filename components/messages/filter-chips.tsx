'use client';

import { type ReactNode, useState } from 'react';
import { classNames } from '@/components/ui/class-names';
import { showFocused } from '@/components/ui/scrolling/show-focused';
import { exactNumber } from '@/lib/series/words/format-number';
import type { LineCounts, LineFilter } from '@/lib/state/messages/line-filter';
import { FateMark } from './fate-mark';
import { fateName } from './fate-names';
import styles from './filter-chips.module.css';

interface FilterChipsProps {
  readonly counts: LineCounts;
  readonly filter: LineFilter;
  onFilter(filter: LineFilter): void;
}

const TOOLS_AT_FIRST = 5;

export function FilterChips({ counts, filter, onFilter }: FilterChipsProps) {
  const [showsAll, setShowsAll] = useState(false);
  const { fates, roles, tools } = filter;
  const shown = [...counts.tools.keys()].filter((tool, place) => showsAll || place < TOOLS_AT_FIRST || tools.has(tool));
  const hidden = counts.tools.size - shown.length;
  return (
    <div className={styles.chips}>
      <Chips
        label="Fate"
        counts={counts.fates}
        chosen={fates}
        onChoose={(chosen) => onFilter({ ...filter, fates: chosen })}
        name={(fate) => (
          <>
            <FateMark fate={fate} /> {fateName(fate).label}
          </>
        )}
      />
      <Chips
        label="Role"
        counts={counts.roles}
        chosen={roles}
        onChoose={(chosen) => onFilter({ ...filter, roles: chosen })}
        name={(role) => role}
      />
      <Chips
        label="Tool"
        counts={new Map(shown.map((tool) => [tool, counts.tools.get(tool) ?? 0]))}
        chosen={tools}
        onChoose={(chosen) => onFilter({ ...filter, tools: chosen })}
        name={(tool) => <code>{tool}</code>}
      />
      {counts.tools.size > TOOLS_AT_FIRST && (
        <button type="button" className={styles.chip} onFocus={showFocused} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Fewer tools' : `${exactNumber(hidden)} more`}
        </button>
      )}
    </div>
  );
}

interface ChipsProps<Value> {
  readonly label: string;
  readonly counts: ReadonlyMap<Value, number>;
  readonly chosen: ReadonlySet<Value>;
  onChoose(chosen: ReadonlySet<Value>): void;
  name(value: Value): ReactNode;
}

/** A selected chip stays, even if another call has nothing to match. */
function Chips<Value extends string>({ label, counts, chosen, onChoose, name }: ChipsProps<Value>) {
  const values = [...new Set([...counts.keys(), ...chosen])];
  if (values.length === 0) return null;
  const toggle = (value: Value) => {
    const next = new Set(chosen);
    if (!next.delete(value)) next.add(value);
    onChoose(next);
  };
  return (
    <fieldset className={styles.group} onFocus={showFocused}>
      <legend className="visually-hidden">{label}</legend>
      {values.map((value) => (
        <button
          key={value}
          type="button"
          className={classNames(styles.chip, chosen.has(value) && styles.chosen)}
          aria-pressed={chosen.has(value)}
          onClick={() => toggle(value)}
        >
          {name(value)} <span className={styles.count}>{exactNumber(counts.get(value) ?? 0)}</span>
        </button>
      ))}
    </fieldset>
  );
}
