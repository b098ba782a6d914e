'use client';

import { useEffect, useMemo } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { categoryColor } from '@/components/charts/frame/category-color';
import { Choice } from '@/components/messages/choice';
import { ErrorNote } from '@/components/ui/error-note';
import { exactNumber } from '@/lib/series/words/format-number';
import type { Contents, ContentsRow, SizedPart } from '@/lib/simulator/recorded/contents';
import type { SessionContents } from '@/lib/state/sessions/session-contents';
import { type Category, categories, categoryTitles } from '@/lib/tokens/category';
import type { OpenSession } from '@/lib/worker/engine/messages';
import { ContentsNotes } from './contents-notes';
import type { ContentsScope } from './contents-scope';
import styles from './contents-tab.module.css';
import { ContentsTable } from './contents-table';
import { LargestParts } from './largest-parts';

interface ContentsTabProps {
  readonly store: StoreApi<SessionContents>;
  readonly session: OpenSession;
  readonly call: number;
  readonly scope: ContentsScope;
  onScope(scope: ContentsScope): void;
  onShow(messageIndex: number, partIndex: number): void;
  /** Shows only the messages of this tool. */
  onFilterTool(name: string): void;
}

const scopes: Readonly<Record<ContentsScope, string>> = { session: 'Whole session', call: 'Selected call' };

/** Requests what fills the context while it is visible. */
export function ContentsTab({ store, session, call, scope, onScope, onShow, onFilterTool }: ContentsTabProps) {
  const { contents, failure } = useStore(store);
  const last = session.timeline.calls - 1;
  const wanted = scope === 'call' ? call : last;
  useEffect(() => void store.getState().lookAt(wanted), [store, wanted]);
  // Another session has other contents, and none are shown before it is open.
  useEffect(() => () => store.getState().forget(), [store]);
  // While a user steps through the calls, those of the previous call stay.
  const shown = scope === 'call' || contents?.call === last ? contents : undefined;
  return (
    <div className={styles.content}>
      <Choice label="Contents of" options={scopes} value={scope} onChoose={onScope} />
      {failure !== undefined && <ErrorNote {...failure} />}
      {shown === undefined && failure === undefined && <p>Loading…</p>}
      {shown !== undefined && (
        <Tables contents={shown} session={session} scope={scope} onShow={onShow} onFilterTool={onFilterTool} />
      )}
    </div>
  );
}

interface TablesProps extends Pick<ContentsTabProps, 'session' | 'scope' | 'onShow' | 'onFilterTool'> {
  readonly contents: Contents;
}

function Tables({ contents, session, scope, onShow, onFilterTool }: TablesProps) {
  const { timeline, rows } = session;
  const { byKind, byTool, byFile } = contents;
  const when = scope === 'call' ? `at call ${exactNumber(contents.call + 1)}` : 'over all calls';
  const common = { contents, scope, when };
  const present = useMemo(
    () => categories.filter((category) => timeline.byCategory[category].some(Boolean)),
    [timeline],
  );
  const show = (part: SizedPart | undefined) => part && (() => onShow(part.messageIndex, part.partIndex));
  const partOf = (row: ContentsRow) => (scope === 'call' ? row.largest : row.mostCarried);
  return (
    <>
      <ContentsTable
        {...common}
        title="By kind"
        chart="composition"
        rows={present.map((name) => byKind.find((row) => row.name === name) ?? { ...nothing, name })}
        nameOf={(row) => (row.name === undefined ? '' : categoryTitles[row.name])}
        colorOf={(row) => row.name && categoryColor(row.name)}
        actionOf={(row) => show(partOf(row))}
        explains="Show its largest part"
        hasTotal
      />
      <ContentsNotes contents={contents} session={session} scope={scope} />
      <ContentsTable
        {...common}
        title="By tool"
        rows={byTool}
        nameOf={(row) => row.name ?? 'Not from a tool'}
        colorOf={() => categoryColor('tool-results')}
        actionOf={(row) => {
          const { name } = row;
          if (name === undefined) return undefined;
          return () => {
            onFilterTool(name);
            show(partOf(row))?.();
          };
        }}
        explains="Show only the messages of this tool, and its largest part"
        more="more tools"
      />
      <ContentsTable
        {...common}
        title="By file"
        rows={byFile}
        nameOf={(row) => row.name ?? 'Not from a file'}
        colorOf={() => categoryColor('tool-results')}
        actionOf={(row) => show(partOf(row))}
        explains="Show its largest part"
        more="more files"
      />
      <LargestParts
        title={scope === 'call' ? 'Largest parts' : 'Parts carried most'}
        parts={scope === 'call' ? contents.largest : contents.mostCarried}
        unit={scope === 'call' ? 'tokens' : 'tokens × calls'}
        rows={rows}
        onShow={onShow}
      />
    </>
  );
}

const nothing: ContentsRow & { readonly name?: Category } = {
  tokens: 0,
  growth: 0,
  added: 0,
  carried: 0,
  dollars: 0,
  results: 0,
};
