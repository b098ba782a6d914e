import { classNames } from '@/components/ui/class-names';
import { IconButton } from '@/components/ui/icon-button';
import { SearchField } from '@/components/ui/search-field';
import { exactNumber } from '@/lib/series/words/format-number';
import { Choice } from './choice';
import type { Layout } from './message-line';
import styles from './messages-head.module.css';

interface RecordedCount {
  readonly inCall: number;
  readonly inFile: number;
}

interface MessagesHeadProps {
  /** Missing in a file without calls. */
  readonly call: number | undefined;
  /** For a recorded context, which has nothing to compare with. */
  readonly recorded: RecordedCount | undefined;
  readonly layout: Layout;
  readonly wholeSession: boolean;
  readonly search: string;
  /** Runs of lines with the same fate at this call. */
  readonly changes: number;
  onLayout(layout: Layout): void;
  onWholeSession(wholeSession: boolean): void;
  onSearch(search: string): void;
  onGoToChange(direction: 1 | -1): void;
  onGoToList(): void;
}

const layouts: Readonly<Record<Layout, string>> = { sides: 'Side by side', list: 'Single list' };

export function MessagesHead(props: MessagesHeadProps) {
  const { call, recorded, layout, wholeSession, search, changes } = props;
  const { onLayout, onWholeSession, onSearch, onGoToChange, onGoToList } = props;
  return (
    <div className={styles.head}>
      <h2 id="messages-title">
        Messages{' '}
        {call !== undefined && (
          <span className={classNames(styles.muted, styles.call)}>at call {exactNumber(call + 1)}</span>
        )}
      </h2>
      {recorded !== undefined ? (
        <p
          className={styles.muted}
          title={call === undefined ? 'Messages in the file' : 'Messages in this call, out of those in the file'}
        >
          {call !== undefined && `${exactNumber(recorded.inCall)} of `}
          {exactNumber(recorded.inFile)}
        </p>
      ) : (
        <>
          <Choice label="Layout" options={layouts} value={layout} onChoose={onLayout} />
          <div className={styles.changes}>
            <IconButton icon="up" label="Previous change" disabled={changes === 0} onClick={() => onGoToChange(-1)} />
            <span className={styles.muted}>
              {changes === 0 ? 'No change' : `${exactNumber(changes)} ${changes === 1 ? 'change' : 'changes'}`}
            </span>
            <IconButton icon="down" label="Next change" disabled={changes === 0} onClick={() => onGoToChange(1)} />
          </div>
        </>
      )}
      {call !== undefined && (
        <label className={styles.all} title="Include messages that are not in this call, with what became of them">
          <input type="checkbox" checked={wholeSession} onChange={({ target }) => onWholeSession(target.checked)} />
          Whole session
        </label>
      )}
      <SearchField
        label="Search messages by text, kind or tool"
        placeholder="Search"
        value={search}
        onChange={onSearch}
        onLeave={onGoToList}
      />
    </div>
  );
}
