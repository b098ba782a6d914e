'use client';

import { useCallback, useMemo } from 'react';
import { loadEngine } from '@/components/shell/stores';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNote } from '@/components/ui/error-note';
import { NumberText } from '@/components/ui/number-text';
import { useAnswer } from '@/components/ui/use-answer';
import { exactNumber } from '@/lib/series/words/format-number';
import { pieceKindTitles, systemGaps } from '@/lib/series/words/system-words';
import { pieceKinds } from '@/lib/simulator/recorded/pieces-in-part';
import type { SystemPieces } from '@/lib/simulator/recorded/system-pieces';
import type { OpenSession } from '@/lib/worker/engine/messages';
import { HookList } from './hook-list';
import { PieceRow } from './piece-row';
import { ReloadList } from './reload-list';
import styles from './system-tab.module.css';

interface SystemTabProps {
  readonly session: OpenSession;
  onSelectCall(call: number): void;
  onShow(messageIndex: number, partIndex: number): void;
}

/** Asks for the list while it is visible. */
export function SystemTab({ session, onSelectCall, onShow }: SystemTabProps) {
  const ask = useMemo(
    // Another session has other pieces: the question is a new one.
    () => session && (async (signal: AbortSignal) => (await loadEngine()).ask('system-pieces', {}, { signal })),
    [session],
  );
  const found = useAnswer(ask);
  if (found === undefined) return <p className={styles.content}>Loading…</p>;
  if ('what' in found) return <ErrorNote {...found} />;
  return <Pieces found={found} session={session} onSelectCall={onSelectCall} onShow={onShow} />;
}

function Pieces({ found, session, onSelectCall, onShow }: SystemTabProps & { readonly found: SystemPieces }) {
  const { pieces, notInFile, compactions, hooks } = found;
  const loadText = useCallback(
    async (piece: number, time: number, signal: AbortSignal) =>
      (await loadEngine()).ask('piece-text', { piece, time }, { signal }),
    [],
  );
  const listed = useMemo(() => pieces.map((piece, index) => ({ piece, index })), [pieces]);
  const gaps = systemGaps({ format: session.summary.format, systemInFile: session.systemInFile });
  return (
    <div className={styles.content}>
      {pieces.length === 0 && <EmptyState title="Nothing to list in this recording">{gaps}</EmptyState>}
      {pieceKinds.map((kind) => {
        const ofKind = listed.filter(({ piece }) => piece.kind === kind);
        if (ofKind.length === 0) return null;
        const id = `system-${kind}`;
        return (
          <section key={kind} aria-labelledby={id}>
            <h2 id={id} className={styles.title}>
              {pieceKindTitles[kind]}
            </h2>
            <ul>
              {ofKind.map(({ piece, index }) => (
                <PieceRow
                  key={index}
                  piece={piece}
                  index={index}
                  loadText={loadText}
                  onSelectCall={onSelectCall}
                  onShow={onShow}
                />
              ))}
            </ul>
          </section>
        );
      })}
      <ReloadList compactions={compactions} pieces={pieces} onSelectCall={onSelectCall} />
      <HookList hooks={hooks} calls={found.calls} onSelectCall={onSelectCall} onShow={onShow} />
      <div className={styles.notes}>
        {notInFile.carried > 0 && (
          <p>
            <NumberText
              value={notInFile.first}
              unit="tokens"
              isEstimate
              source="recorded usage minus the content of the file"
            />{' '}
            of the first call and{' '}
            <NumberText
              value={notInFile.last}
              unit="tokens"
              isEstimate
              source="recorded usage minus the content of the file"
            />{' '}
            of the last one are not in the file. {pieces.length > 0 && session.systemInFile !== 'all' && gaps}
          </p>
        )}
        {pieces.length > 0 && (
          <p>
            Tokens are estimated. The upper number of a text is that of the first call that carries it, the lower one is
            tokens × calls. All texts together are {exactNumber(pieces.reduce((sum, { carried }) => sum + carried, 0))}{' '}
            of {exactNumber(found.sent)} tokens × calls. Reminders inside tool results count as results and are not
            listed.
          </p>
        )}
      </div>
    </div>
  );
}
