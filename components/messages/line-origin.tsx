'use client';

import { type ReactNode, useMemo } from 'react';
import { CallLink } from '@/components/ui/call-link';
import { useAnswer } from '@/components/ui/use-answer';
import { actors } from '@/lib/layers/index';
import { changeReason } from '@/lib/series/words/change-reason';
import { exactNumber } from '@/lib/series/words/format-number';
import type { ContextLine } from '@/lib/state/messages/context-lines';
import { lastChangeOf } from '@/lib/state/messages/part-origins';
import { fateName } from './fate-names';
import type { ContentEnv } from './line-content';
import styles from './line-origin.module.css';

interface LineOriginProps {
  readonly line: ContextLine;
  readonly env: ContentEnv;
}

/** What was done to a part, by which layer and why, with links to its origin and its replacement. */
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
  return (
    <div className={styles.origin}>
      <p>
        {actors[change.layer].title}, before{' '}
        {change.call === context.call ? 'this call' : <CallLink call={change.call} onSelectCall={onSelectCall} />}:{' '}
        {changeReason(change)}.{' '}
        {summary !== undefined && <Link onClick={() => onShow(`${summary}.0`)}>Show what replaced it</Link>}
        {index === undefined && fate === 'restored' && <RestoredFrom line={line} env={env} />}
      </p>
      {index === undefined && fate === 'injected' && <StandsFor line={line} env={env} />}
    </div>
  );
}

function RestoredFrom({ line: { before, after }, env: { ask, context, rows, onShow } }: LineOriginProps) {
  const side = after === undefined ? 'before' : 'after';
  const place = (after ?? before)?.place;
  const seek = useMemo(
    () => (place === undefined ? undefined : () => ask.restoredFrom({ call: context.call, side, place })),
    [ask, context, side, place],
  );
  const from = useAnswer(seek);

  if (from === undefined) return null;
  const row = typeof from === 'number' ? rows[from] : undefined;
  if (row === undefined) return 'Origin unknown.';
  return <Link onClick={() => onShow(`${row.index}.0`)}>Show original, message {exactNumber(row.index + 1)}</Link>;
}

function StandsFor({ line, env: { folds, onShow } }: LineOriginProps) {
  const behind = folds.behind(line);
  if (behind.length === 0) return null;
  const { id } = line.message;
  return (
    <p>
      It replaces {exactNumber(behind.length)} {behind.length === 1 ? 'message' : 'messages'} of the recording.{' '}
      {folds.foldable(line) > 0 ? (
        <Link onClick={() => folds.toggle(id)}>{folds.unfolded.has(id) ? 'Collapse' : 'Expand'}</Link>
      ) : (
        <Link onClick={() => onShow(`${behind[0]}.0`)}>Show the first</Link>
      )}
    </p>
  );
}

function Link({ onClick, children }: { readonly onClick: () => void; readonly children: ReactNode }) {
  return (
    <button type="button" className={styles.link} onClick={onClick}>
      {children}
    </button>
  );
}
