'use client';

import { useState } from 'react';
import { useStore } from 'zustand';
import { imports } from '@/components/shell/stores';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-note';
import { Icon } from '@/components/ui/icon';
import { IconButton } from '@/components/ui/icon-button';
import { BytesText } from '@/components/ui/number-text';
import { ProgressBar } from '@/components/ui/progress-bar';
import { ScrollArea } from '@/components/ui/scrolling/scroll-area';
import { assertNever } from '@/lib/base/assert-never';
import { exactNumber } from '@/lib/series/words/format-number';
import type { ImportRun, ReportedFile } from '@/lib/state/sessions/imports';
import { FileReport } from './file-report';
import styles from './import-panel.module.css';

export function ImportPanel() {
  const runs = useStore(imports, (state) => state.runs);
  if (runs.length === 0) return null;
  return (
    <section className={styles.panel} aria-label="Imports">
      {runs.map((run, index) => (
        <Run key={run.id} run={run} isLatest={index === 0} />
      ))}
    </section>
  );
}

interface RunProps {
  readonly run: ImportRun;
  readonly isLatest: boolean;
}

function Run({ run, isLatest }: RunProps) {
  /** Without a choice of the user's, earlier reports make room for the latest. */
  const [chosen, setChosen] = useState<boolean>();
  const isOpen = chosen ?? isLatest;
  const { cancel, dismiss } = imports.getState();
  const isRunning = run.state.type === 'running';
  return (
    <section className={styles.run} aria-label={titleOf(run)} aria-busy={isRunning}>
      <header className={styles.head}>
        {run.state.type === 'done' ? (
          <h2>
            <button
              type="button"
              className={styles.fold}
              aria-expanded={isOpen}
              data-open={isOpen}
              onClick={() => setChosen(!isOpen)}
            >
              <Icon name="chevron" />
              {titleOf(run)}
            </button>
          </h2>
        ) : (
          <h2>{titleOf(run)}</h2>
        )}
        <p className="visually-hidden" role="status">
          {titleOf(run)}
        </p>
        {isRunning && <Button onClick={() => cancel(run.id)}>Cancel</Button>}
        {!isRunning && run.state.type !== 'storing' && (
          <IconButton icon="close" label="Close report" onClick={() => dismiss(run.id)} />
        )}
      </header>
      {(isOpen || run.state.type !== 'done') && <RunState run={run} />}
    </section>
  );
}

function RunState({ run }: { readonly run: ImportRun }) {
  const { state, files } = run;
  switch (state.type) {
    case 'running':
    case 'storing':
      return state.type === 'running' ? (
        <Progress files={files} bytesRead={state.bytesRead} packed={state.packed} />
      ) : (
        <Progress files={files} bytesRead={undefined} packed={undefined} />
      );
    case 'cancelled':
      return <p className={styles.muted}>Nothing was stored.</p>;
    case 'failed':
      return <ErrorNote what={state.what} advice={state.advice} />;
    case 'done':
      return <Report run={run} files={state.files} />;
    default:
      return assertNever(state);
  }
}

const MAX_OPEN_REPORTS = 3;
const MAX_REPORTS = 300;

function Report({ run, files }: { readonly run: ImportRun; readonly files: readonly ReportedFile[] }) {
  return (
    <>
      {files.length > 1 && <p className={styles.muted}>{sumUp(files)}</p>}
      <ScrollArea className={styles.area} label="Imported files">
        <ul className={styles.files}>
          {files.slice(0, MAX_REPORTS).map((file) => (
            <FileReport
              key={file.outcome.path}
              runId={run.id}
              file={file}
              maskSecrets={run.maskSecrets}
              isAlone={files.length === 1}
              isCompact={files.length > MAX_OPEN_REPORTS}
            />
          ))}
          {files.length > MAX_REPORTS && <li>and {exactNumber(files.length - MAX_REPORTS)} more files</li>}
        </ul>
      </ScrollArea>
    </>
  );
}

function sumUp(files: readonly ReportedFile[]): string {
  const kept = files.flatMap(({ sessions }) => sessions.map((session) => session.kept.type));
  const results = files.map(({ outcome }) => outcome.result.type);
  const counts = [
    ['Stored', kept.filter((type) => type === 'stored').length],
    ['already imported', kept.filter((type) => type === 'already').length],
    ['open until this tab closes', kept.filter((type) => type === 'visit').length],
    ['parts of sessions', results.filter((type) => type === 'attached').length],
    ['not imported', results.filter((type) => type === 'refused').length],
  ] as const;
  return counts
    .filter(([what, count]) => count > 0 || what === 'Stored')
    .map(([what, count]) => `${what}: ${exactNumber(count)}`)
    .join(', ');
}

const SHOWN_FILES = 12;

interface ProgressProps {
  readonly files: ImportRun['files'];
  /** Missing once everything is read. */
  readonly bytesRead: ReadonlyMap<string, number> | undefined;
  readonly packed: number | undefined;
}

function Progress({ files, bytesRead, packed }: ProgressProps) {
  const total = files.reduce((sum, { file }) => sum + file.size, 0);
  const readOf = (path: string, size: number) => (bytesRead === undefined ? size : (bytesRead.get(path) ?? 0));
  const read = files.reduce((sum, { path, file }) => sum + Math.min(file.size, readOf(path, file.size)), 0);
  return (
    <div className={styles.progress}>
      <ProgressBar label="Bytes read" value={read} max={total} />
      <p className={styles.muted}>
        <BytesText bytes={read} /> of <BytesText bytes={total} /> read
      </p>
      {packed !== undefined && (
        <>
          <ProgressBar label="Masking and compressing" value={packed} max={1} />
          <p className={styles.muted}>{Math.round(packed * 100)} % processed</p>
        </>
      )}
      {files.length > 1 && (
        <ul className={styles.each}>
          {files.slice(0, SHOWN_FILES).map(({ path, file }) => (
            <li key={path}>
              <span className={styles.path}>{path}</span>
              <ProgressBar label={path} value={readOf(path, file.size)} max={file.size} />
            </li>
          ))}
          {files.length > SHOWN_FILES && <li>and {exactNumber(files.length - SHOWN_FILES)} more</li>}
        </ul>
      )}
    </div>
  );
}

function titleOf({ files, state }: ImportRun): string {
  const what = files.length === 1 ? (files[0]?.path ?? '') : `${exactNumber(files.length)} files`;
  switch (state.type) {
    case 'running':
      return `Importing ${what}`;
    case 'storing':
      return `Storing ${what}`;
    case 'cancelled':
      return `Cancelled: ${what}`;
    case 'failed':
      return `Not imported: ${what}`;
    case 'done':
      return `Import report: ${what}`;
    default:
      return assertNever(state);
  }
}
