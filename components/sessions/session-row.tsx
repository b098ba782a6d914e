import Link from 'next/link';
import { useRouter } from 'next/navigation';
import type { KeyboardEvent } from 'react';
import { useRef } from 'react';
import { warmUpEngine } from '@/components/shell/stores';
import { IconButton } from '@/components/ui/icon-button';
import { BytesText } from '@/components/ui/number-text';
import { Tag } from '@/components/ui/tag';
import { TimeText } from '@/components/ui/time-text';
import { SCRIPTED_MODEL } from '@/lib/economics/own-models';
import { dollars } from '@/lib/series/words/format-dollars';
import { exactNumber } from '@/lib/series/words/format-number';
import { lastName } from '@/lib/state/sessions/list-groups';
import type { SessionEntry } from '@/lib/state/sessions/session-entry';
import { placeToQuery } from '@/lib/state/sessions/session-place';
import { PeakBar } from './peak-bar';
import styles from './session-table.module.css';

interface SessionRowProps {
  readonly entry: SessionEntry;
  readonly isInGroup: boolean;
  readonly hasDescription: boolean;
  /** The one row that Tab reaches; the arrow keys move from there. */
  readonly isCurrent: boolean;
  readonly isRenaming: boolean;
  /** Undefined while none are to be chosen. */
  readonly isChosen: boolean | undefined;
  onChoose(isChosen: boolean): void;
  onFocus(): void;
  onKeyDown(event: KeyboardEvent): void;
  onRename(): void;
  onRenamed(title: string | undefined): void;
  onRemove(): void;
  onExport(): void;
}

/** Nothing is paid for what a script answers in the Playground. */
function Cost({ cost, models }: { readonly cost: number; readonly models: readonly string[] }) {
  if (models.length === 0 || models.some((model) => model !== SCRIPTED_MODEL)) return dollars(cost);
  return (
    <span title="Nothing was paid: a script answered. A model would have cost about this.">≈ {dollars(cost)}</span>
  );
}

export function SessionRow({
  entry,
  isInGroup,
  hasDescription,
  isCurrent,
  isRenaming,
  isChosen,
  ...on
}: SessionRowProps) {
  const {
    id,
    title,
    origin,
    description,
    fileName,
    agent,
    models,
    window,
    calls,
    peakTokens,
    peakIsEstimated,
    compactions,
    cost,
    dateMs,
  } = entry;
  const isSample = origin === 'sample';
  const router = useRouter();
  const address = `/simulate?${placeToQuery({ session: id, child: [] })}`;
  const onIntent = () => {
    router.prefetch(address);
    warmUpEngine();
  };
  return (
    <tr>
      <td className={styles.title} data-grouped={isInGroup}>
        {isRenaming ? (
          <RenameField title={title} onDone={on.onRenamed} />
        ) : (
          <span className={styles.named}>
            {isChosen !== undefined && (
              <input
                type="checkbox"
                aria-label={`Choose ${title}`}
                checked={isChosen}
                onChange={(event) => on.onChoose(event.target.checked)}
              />
            )}
            <Link
              href={address}
              className={styles.link}
              prefetch={false}
              tabIndex={isCurrent ? 0 : -1}
              data-stop={id}
              title={fileName === undefined || fileName === title ? title : `${title} (${fileName})`}
              onFocus={() => {
                on.onFocus();
                onIntent();
              }}
              onPointerEnter={onIntent}
              onKeyDown={on.onKeyDown}
            >
              {title}
            </Link>
            {isSample && <Tag>Sample (synthetic)</Tag>}
            {origin === 'visit' && <Tag title="Not stored: it will be lost when you close this tab.">Not stored</Tag>}
          </span>
        )}
        {fileName !== undefined && lastName(fileName) !== title && (
          <p className={styles.file} title={fileName}>
            {lastName(fileName)}
          </p>
        )}
        {hasDescription && description !== undefined && <p className={styles.description}>{description}</p>}
      </td>
      <td className={styles.agent} title={agent === undefined ? undefined : `${agent.name} ${agent.version ?? ''}`}>
        {agent?.name} {agent?.version !== undefined && <span className={styles.muted}>{agent.version}</span>}
      </td>
      <td className={styles.model} title={models.join(', ')}>
        {models[0]}
        {models.length > 1 && <span className={styles.muted}> +{models.length - 1}</span>}
      </td>
      <td className={styles.calls}>{calls !== undefined && <Count value={calls} one="call" many="calls" />}</td>
      <td className={styles.peak}>
        {peakTokens !== undefined && window !== undefined && calls !== 0 && (
          <PeakBar tokens={peakTokens} window={window} isEstimate={peakIsEstimated} />
        )}
      </td>
      <td className={styles.compactions}>
        {compactions !== undefined && <Count value={compactions} one="compaction" many="compactions" />}
      </td>
      <td className={styles.cost}>
        {cost === undefined ? <Unknown of="cost" /> : <Cost cost={cost} models={models} />}
      </td>
      <td className={styles.size}>
        <BytesText bytes={entry.bytes} />
      </td>
      <td className={styles.date}>{dateMs === undefined ? <Unknown of="date" /> : <TimeText timeMs={dateMs} />}</td>
      <td className={styles.actions}>
        {!isSample && <IconButton icon="pencil" label={`Rename ${title}`} onClick={on.onRename} />}
        <IconButton icon="download" label={`Export ${title}`} onClick={on.onExport} />
        <IconButton
          icon={isSample ? 'hide' : 'trash'}
          label={isSample ? 'Hide samples' : `Delete ${title}`}
          onClick={on.onRemove}
        />
      </td>
    </tr>
  );
}

function Unknown({ of }: { readonly of: string }) {
  return (
    <span className={styles.unknown} title={`Unknown ${of}`}>
      –
    </span>
  );
}

interface CountProps {
  readonly value: number;
  readonly one: string;
  readonly many: string;
}

/** The label appears where no column shows it. */
function Count({ value, one, many }: CountProps) {
  return (
    <>
      {exactNumber(value)}
      <span className={styles.word}> {value === 1 ? one : many}</span>
    </>
  );
}

interface RenameFieldProps {
  readonly title: string;
  /** Without a title if the user cancelled. */
  onDone(title: string | undefined): void;
}

function RenameField({ title, onDone }: RenameFieldProps) {
  // Removing the field blurs it, which would otherwise finish a second time.
  const isDone = useRef(false);
  const finish = (written: string | undefined) => {
    if (isDone.current) return;
    isDone.current = true;
    const wanted = written?.trim();
    onDone(wanted === '' ? undefined : wanted);
  };
  return (
    <input
      ref={(input) => input?.select()}
      className={styles.rename}
      aria-label={`New title for ${title}`}
      defaultValue={title}
      maxLength={200}
      onBlur={(event) => finish(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish(event.currentTarget.value);
        if (event.key === 'Escape') finish(undefined);
      }}
    />
  );
}
