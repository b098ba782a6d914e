'use client';

import { useCallback, useMemo, useState } from 'react';
import type { Simulation } from '@/lib/simulator/pipeline/simulation';
import type { ContextLine } from '@/lib/state/messages/context-lines';
import { SummaryOrigins } from '@/lib/state/messages/part-origins';
import type { MessageId } from '@/lib/transcript/transcript';
import type { OpenSession } from '@/lib/worker/engine/messages';

/** The messages that replace others, and which of them are expanded to show the others. */
export interface Folds {
  readonly origins: SummaryOrigins;
  readonly unfolded: ReadonlySet<MessageId>;
  /** The recorded messages that it replaces, by index. */
  behind(line: ContextLine): readonly number[];
  /** How many of them can be expanded below it. */
  foldable(line: ContextLine): number;
  toggle(id: MessageId): void;
}

export function useFolds(
  { rows }: Pick<OpenSession, 'rows'>,
  { changes }: Pick<Simulation, 'changes'>,
  wholeSession: boolean,
): Folds {
  const [unfolded, setUnfolded] = useState<ReadonlySet<MessageId>>(new Set());
  const indexes = useMemo(() => new Map(rows.map(({ id, index }) => [id, index])), [rows]);
  const origins = useMemo(() => new SummaryOrigins(changes), [changes]);
  const toggle = useCallback(
    (id: MessageId) =>
      setUnfolded((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [],
  );
  return useMemo(() => {
    const behind = ({ index, partIndex, message }: ContextLine) =>
      index === undefined && partIndex === 0 ? origins.of(message.id).flatMap((id) => indexes.get(id) ?? []) : [];
    // At the call where they left, and in the whole session, they are listed anyway.
    const foldable = (line: ContextLine) => (wholeSession || line.before === undefined ? 0 : behind(line).length);
    return { origins, unfolded, behind, foldable, toggle };
  }, [origins, unfolded, indexes, wholeSession, toggle]);
}
