'use client';

import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { partName } from '@/components/simulate/part-names';
import { Button } from '@/components/ui/button';
import { layers } from '@/lib/layers/index';
import { reasonText } from '@/lib/layers/reason';
import { exactNumber } from '@/lib/series/format-number';
import { gateReasons } from '@/lib/simulator/gate';
import type { ContextLine } from '@/lib/state/context-lines';
import { lastChangeOf, standsFor } from '@/lib/state/part-origins';
import { fateName } from './fate-names';
import type { ContentEnv } from './line-content';
import styles from './line-origin.module.css';

interface LineOriginProps {
  readonly line: ContextLine;
  readonly env: ContentEnv;
}

/** What was done to a part, by which layer and why, and the ways to where it is from and to what stands for it. */
export function LineOrigin({ line, env }: LineOriginProps) {
  const { message, partIndex, fate, index } = line;
  const { changes, context, onShow, onSelectCall } = env;
  const found = useMemo(
    () => lastChangeOf(changes, { message: message.id, part: partIndex }, context.call),
    [changes, message.id, partIndex, context.call],
  );
  if (fate === 'kept') return null;
  if (found === undefined) return <p className={styles.origin}>{fateName(fate).explains}</p>;
  const { change, summary } = found;
  const layer = layers[change.layer];
  return (
    <div className={styles.origin}>
      <p>
        {layer.title}, before{' '}
        {change.call === context.call ? (
          'this call'
        ) : (
          <Link onClick={() => onSelectCall(change.call)}>call {exactNumber(change.call + 1)}</Link>
        )}
        : {reasonText(change.reason, { ...gateReasons, ...layer.reasons })}.{' '}
        {summary !== undefined && <Link onClick={() => onShow(`${summary}.0`)}>Show what stands for it</Link>}
        {index === undefined && fate === 'restored' && <RestoredFrom line={line} env={env} />}
      </p>
      {index === undefined && fate === 'injected' && <StandsFor line={line} env={env} />}
    </div>
  );
}

function RestoredFrom({ line: { before, after }, env: { ask, context, rows, onShow } }: LineOriginProps) {
  const [from, setFrom] = useState<number | null>();
  const side = after === undefined ? 'before' : 'after';
  const place = (after ?? before)?.place;

  useEffect(() => {
    if (place === undefined) return undefined;
    let isWanted = true;
    ask.restoredFrom({ call: context.call, side, place }).then(
      (index) => {
        if (isWanted) setFrom(index);
      },
      () => {
        if (isWanted) setFrom(null);
      },
    );
    return () => {
      isWanted = false;
    };
  }, [ask, context, side, place]);

  if (from === undefined) return null;
  const row = from === null ? undefined : rows[from];
  if (row === undefined) return 'Where it is from is not known.';
  return (
    <Link onClick={() => onShow(`${row.index}.0`)}>Show where it is from, message {exactNumber(row.index + 1)}</Link>
  );
}

const LISTED_AT_FIRST = 20;

function StandsFor({ line: { message }, env: { changes, indexes, rows, onShow } }: LineOriginProps) {
  const [most, setMost] = useState(LISTED_AT_FIRST);
  const others = useMemo(
    () =>
      standsFor(changes, message.id).flatMap((id) => {
        const row = rows[indexes.get(id) ?? -1];
        return row === undefined ? [] : [row];
      }),
    [changes, indexes, rows, message],
  );
  if (others.length === 0) return null;
  return (
    <details className={styles.others}>
      <summary>
        It stands for {exactNumber(others.length)} {others.length === 1 ? 'message' : 'messages'} of the recording
      </summary>
      <ol>
        {others.slice(0, most).map((row) => (
          <li key={row.index}>
            <Link onClick={() => onShow(`${row.index}.0`)}>
              {exactNumber(row.index + 1)} {partName(row, row.parts[0])} {row.parts[0]?.toolName ?? ''}
            </Link>{' '}
            <span className={styles.excerpt}>{row.parts[0]?.excerpt}</span>
          </li>
        ))}
      </ol>
      {others.length > most && (
        <Button look="quiet" onClick={() => setMost(most * 10)}>
          Show more
        </Button>
      )}
    </details>
  );
}

function Link({ onClick, children }: { readonly onClick: () => void; readonly children: ReactNode }) {
  return (
    <button type="button" className={styles.link} onClick={onClick}>
      {children}
    </button>
  );
}
