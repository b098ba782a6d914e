'use client';

import { useSearchParams } from 'next/navigation';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { Intro } from '@/components/intro/intro';
import { goTo } from '@/components/shell/go-to';
import { imports, preferences, ruleEditing, sessionList, toasts } from '@/components/shell/stores';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNote } from '@/components/ui/error-note';
import { BytesText } from '@/components/ui/number-text';
import { SearchField } from '@/components/ui/search-field';
import { useShortcuts } from '@/components/ui/use-shortcuts';
import { exportedFile } from '@/lib/state/sessions/exported-file';
import { visibleEntries } from '@/lib/state/sessions/list-view';
import { entriesOf, type SessionEntry } from '@/lib/state/sessions/session-entry';
import type { SessionMeta } from '@/lib/storage/session-meta';
import type { BrokenSession } from '@/lib/storage/session-store';
import type { StorageUsage } from '@/lib/storage/storage-usage';
import type { ImportSource } from '@/lib/worker/engine/messages';
import { BrokenSessions } from './broken-sessions';
import { CompareBar } from './compare-bar';
import { DropOverlay } from './drop-overlay';
import { ImportBar } from './import-bar';
import { ImportPanel } from './import-panel';
import { NEVER_MASKED } from './never-masked';
import { pastedSources } from './pasted-sources';
import { RecentlyDeleted } from './recently-deleted';
import { saveFile } from './save-file';
import { SessionTable } from './session-table';
import styles from './sessions-view.module.css';
import { SortMenu } from './sort-menu';
import { useListView } from './use-list-view';

export function SessionsView() {
  const { isLoaded, stored, visit, samples, removed, broken, usage, failure } = useStore(sessionList);
  const showSamples = useStore(preferences, (state) => state.showSamples);
  const [view, showView] = useListView();
  const fileInput = useRef<HTMLInputElement>(null);
  const isAsked = useSearchParams().has('choose');
  /** Sessions to compare; undefined while none are chosen. */
  const [chosen, choose] = useState<ReadonlySet<string> | undefined>(isAsked ? new Set() : undefined);

  useEffect(() => sessionList.getState().start(), []);
  usePasteAnywhere(startImport);
  useShortcuts({ o: () => fileInput.current?.click(), ArrowDown: () => goTo('list') });

  const entries = useMemo(
    () => entriesOf({ stored, visit, samples: showSamples ? samples : [] }),
    [stored, visit, samples, showSamples],
  );
  const visible = useMemo(() => visibleEntries(entries, view), [entries, view]);
  const own = entries.filter(({ origin }) => origin !== 'sample').length;
  const hasHiddenSamples = !showSamples && samples.length > 0;

  return (
    <main id="main" className={styles.view}>
      {/* As before the scripts, until there is something to see. */}
      <h1 className={isLoaded ? 'visually-hidden' : undefined}>Sessions</h1>
      {!isLoaded && <p className={styles.muted}>Loading sessions…</p>}
      {isLoaded && own === 0 && entries.length > 0 && <Intro samples={samples} />}
      {isLoaded && <ImportBar fileInput={fileInput} onImport={startImport} />}
      <ImportPanel />
      {failure !== undefined && (
        <ErrorNote what={failure.what} advice={failure.advice}>
          {failure.kind === 'blocked' && <p>You can still open transcripts until you close this tab.</p>}
        </ErrorNote>
      )}
      {isLoaded && (
        <section className={styles.list} aria-label="List of sessions">
          <div className={styles.head}>
            <p className={styles.muted} aria-live="polite">
              {countOf(visible.length, own, entries.length - own)}
            </p>
            <SortMenu view={view} onView={showView} />
            <SearchField
              label="Search sessions"
              placeholder="Search sessions"
              value={view.search}
              onChange={(search) => showView({ ...view, search })}
              onLeave={() => goTo('list')}
            />
            {entries.length > 1 && (
              <Button
                aria-expanded={chosen !== undefined}
                onClick={() => choose(chosen === undefined ? new Set() : undefined)}
              >
                Compare…
              </Button>
            )}
          </div>
          {chosen !== undefined && (
            <CompareBar
              chosen={chosen}
              search={view.search}
              listed={view.search === '' && own > 0 ? own : visible.length}
              onDone={() => choose(undefined)}
            />
          )}
          {visible.length > 0 && (
            <SessionTable
              entries={visible}
              view={view}
              hasDescriptions={own === 0}
              chosen={chosen}
              onChoose={choose}
              onView={showView}
              onRename={({ id }, title) => void sessionList.getState().rename(id, title)}
              onRemove={remove}
              onExport={exportSession}
            />
          )}
          {visible.length === 0 && (
            <NothingListed
              search={entries.length > 0 ? view.search : ''}
              onClear={() => showView({ ...view, search: '' })}
            />
          )}
          <BrokenSessions broken={broken} onExport={exportBroken} onRemove={removeBroken} />
          <div className={styles.foot}>
            <StorageLine usage={usage} stored={stored} />
            {hasHiddenSamples && (
              <Button look="quiet" onClick={() => preferences.getState().set({ showSamples: true })}>
                Show samples
              </Button>
            )}
          </div>
          <RecentlyDeleted removed={removed} onRestore={(session) => void sessionList.getState().restore(session)} />
        </section>
      )}
      <DropOverlay onImport={startImport} />
    </main>
  );
}

interface NothingListedProps {
  readonly search: string;
  onClear(): void;
}

function NothingListed({ search, onClear }: NothingListedProps) {
  if (search !== '') {
    return (
      <EmptyState title={`No sessions match “${search}”`}>
        <p>Searched titles, file names, folders, agents and models.</p>
        <Button onClick={onClear}>Clear search</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No sessions yet">
      <p>
        Claude Code stores sessions in <code>~/.claude/projects</code>, Codex in <code>~/.codex/sessions</code>.
        Anthropic and OpenAI API request bodies work too.
      </p>
    </EmptyState>
  );
}

function startImport(files: readonly ImportSource[]): void {
  void imports.getState().start(files);
}

function remove(entry: SessionEntry): void {
  if (entry.origin !== 'sample') {
    void sessionList.getState().remove(entry.id);
    return;
  }
  preferences.getState().set({ showSamples: false });
  toasts.getState().show('Samples are hidden.', () => preferences.getState().set({ showSamples: true }));
}

async function exportSession({ id }: SessionEntry): Promise<void> {
  const content = await sessionList.getState().content(id);
  const file = content.ok ? await exportedFile(content.value, await ruleEditing.getState().exported(id)) : content;
  if (file.ok) {
    saveFile(file.value.name, file.value.content);
    toasts.getState().show(`Exported ${file.value.name}. Not masked in it: ${NEVER_MASKED}.`);
  } else toasts.getState().show(`${file.error.what} ${file.error.advice}`);
}

async function exportBroken(session: BrokenSession): Promise<void> {
  const file = await sessionList.getState().exportBroken(session);
  if (file.ok) saveFile(file.value.name, file.value.content);
  else toasts.getState().show(`${file.error.what} ${file.error.advice}`);
}

function removeBroken(session: BrokenSession): void {
  void sessionList.getState().removeBroken(session);
}

function countOf(visible: number, own: number, samples: number): string {
  const all = own + samples;
  if (visible !== all) return `${visible} of ${all} sessions`;
  const counts = [
    own > 0 && (own === 1 ? '1 session' : `${own} sessions`),
    samples > 0 && (samples === 1 ? '1 sample' : `${samples} samples`),
  ];
  return counts.filter(Boolean).join(', ');
}

/** Pasting into a field is handled by the field. */
function usePasteAnywhere(onImport: (files: readonly ImportSource[]) => void): void {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
      if (event.defaultPrevented || isField || event.clipboardData === null) return;
      const sources = pastedSources(event.clipboardData);
      if (sources.length > 0) event.preventDefault();
      onImport(sources);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [onImport]);
}

interface StorageLineProps {
  readonly usage: StorageUsage;
  readonly stored: readonly SessionMeta[];
}

function StorageLine({ usage: { usedBytes, quotaBytes }, stored }: StorageLineProps) {
  const bytes = stored.reduce((sum, meta) => sum + meta.storedBytes, 0);
  return (
    <p>
      Stored in this browser: <BytesText bytes={bytes} />
      {usedBytes !== undefined && quotaBytes !== undefined && (
        <>
          , all site data <BytesText bytes={usedBytes} /> of <BytesText bytes={quotaBytes} /> available
        </>
      )}
      . Nothing is uploaded.
      {stored.length > 0 && quotaBytes === undefined && (
        <>
          {' '}
          This browser does not tell how much space is left, and may delete what is stored: export what you want to
          keep.
        </>
      )}
    </p>
  );
}

export function SessionsLoading() {
  return (
    <main id="main" className={styles.view} aria-busy="true">
      <h1>Sessions</h1>
      <p className={styles.muted}>Loading sessions…</p>
    </main>
  );
}
