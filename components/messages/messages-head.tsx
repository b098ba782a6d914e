import { IconButton } from '@/components/ui/icon-button';
import { SearchField } from '@/components/ui/search-field';
import { exactNumber } from '@/lib/series/words/format-number';
import { Choice } from './choice';
import type { Layout } from './message-line';
import styles from './messages-head.module.css';

interface MessagesHeadProps {
  readonly call: number;
  readonly layout: Layout;
  readonly withLeft: boolean;
  readonly search: string;
  /** Runs of lines that met one fate at this call. */
  readonly changes: number;
  onLayout(layout: Layout): void;
  onWithLeft(withLeft: boolean): void;
  onSearch(search: string): void;
  onGoToChange(direction: 1 | -1): void;
}

const layouts: Readonly<Record<Layout, string>> = { sides: 'Side by side', list: 'Single list' };

export function MessagesHead(props: MessagesHeadProps) {
  const { call, layout, withLeft, search, changes, onLayout, onWithLeft, onSearch, onGoToChange } = props;
  return (
    <div className={styles.head}>
      <h2 id="messages-title">
        Messages <span className={styles.muted}>at call {exactNumber(call + 1)}</span>
      </h2>
      <Choice label="Layout" options={layouts} value={layout} onChoose={onLayout} />
      <div className={styles.changes}>
        <IconButton icon="up" label="Previous change" disabled={changes === 0} onClick={() => onGoToChange(-1)} />
        <span className={styles.muted}>
          {changes === 0 ? 'No change' : `${exactNumber(changes)} ${changes === 1 ? 'change' : 'changes'}`}
        </span>
        <IconButton icon="down" label="Next change" disabled={changes === 0} onClick={() => onGoToChange(1)} />
      </div>
      <label
        className={styles.all}
        title="Include messages that left the context earlier, with the call at which they left"
      >
        <input type="checkbox" checked={withLeft} onChange={({ target }) => onWithLeft(target.checked)} />
        Whole session
      </label>
      <SearchField
        label="Search messages by text, kind or tool"
        placeholder="Search"
        value={search}
        onChange={onSearch}
      />
    </div>
  );
}
