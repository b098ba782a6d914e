'use client';

import Link from 'next/link';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { imports } from '@/components/shell/stores';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-note';
import { Fact, Facts } from '@/components/ui/facts';
import { BytesText } from '@/components/ui/number-text';
import { WarningList } from '@/components/warnings/warning-list';
import { assertNever } from '@/lib/base/assert-never';
import { exactNumber } from '@/lib/series/words/format-number';
import type { KeptSession, ReportedFile } from '@/lib/state/sessions/imports';
import type { FormatId } from '@/lib/transcript/formats';
import { formats } from '@/lib/transcript/formats';
import type { Warning } from '@/lib/transcript/transcript';
import styles from './file-report.module.css';
import { NEVER_MASKED } from './never-masked';
import { OpenInCompare } from './open-in-compare';

interface FileReportProps {
  readonly runId: number;
  readonly file: ReportedFile;
  readonly maskSecrets: boolean;
  /** The title of the report already has its name. */
  readonly isAlone: boolean;
  /** One of many: only its name and outcome, until expanded. */
  readonly isCompact: boolean;
}

export function FileReport({ isCompact, isAlone, ...props }: FileReportProps) {
  const { outcome } = props.file;
  if (!isCompact) {
    return (
      <li className={styles.file}>
        <h3 className={isAlone ? 'visually-hidden' : styles.path}>{outcome.path}</h3>
        <FileDetails {...props} />
      </li>
    );
  }
  return (
    <li>
      <details>
        <summary className={styles.summary}>
          <span className={styles.path}>{outcome.path}</span>{' '}
          <span className={outcome.result.type === 'refused' ? styles.refused : styles.muted}>
            {inShort(props.file)}
          </span>
        </summary>
        <div className={styles.file}>
          <FileDetails {...props} />
        </div>
      </details>
    </li>
  );
}

function inShort({ outcome: { path, result, recognised }, sessions }: ReportedFile): string {
  switch (result.type) {
    case 'imported':
      if (sessions.length > MAX_OPEN_SESSIONS) return `${exactNumber(sessions.length)} sessions`;
      return sessions
        .map(({ session: { summary, warnings }, kept }) =>
          [
            summary.title,
            summary.calls === 1 ? '1 call' : `${exactNumber(summary.calls)} calls`,
            warnings.length > 0 && countWarnings(warnings),
            kept.type === 'already' && 'already imported',
            kept.type === 'visit' && 'not stored',
          ]
            .filter(Boolean)
            .join(', '),
        )
        .join('; ');
    case 'attached':
      return 'part of a session';
    case 'refused':
      return `not imported: ${recognised === undefined ? whyNot(path, result.what) : recognised.title}`;
    case 'cancelled':
      return 'cancelled';
    default:
      return assertNever(result);
  }
}

/** The row has the name of the file already. */
function whyNot(path: string, what: string): string {
  const tried = `Could not import "${path}": `;
  return (what.startsWith(tried) ? what.slice(tried.length) : what).replace(/\.$/, '');
}

function FileDetails({
  runId,
  file: { outcome, sessions },
  maskSecrets,
}: Omit<FileReportProps, 'isCompact' | 'isAlone'>) {
  const { path, recognised, result } = outcome;
  const reports = sessions.map((session) => (
    <SessionReport key={session.session.id} runId={runId} path={path} maskSecrets={maskSecrets} {...session} />
  ));
  return (
    <>
      <div className={styles.head}>
        {recognised === undefined ? (
          <span />
        ) : (
          <p>
            {recognised.overruled ? 'Read as' : 'Recognised as'} <strong>{recognised.title}</strong>
            <span className={styles.muted}>
              {recognised.overruled ? ', as you chose' : `, because ${recognised.because}`}
            </span>
          </p>
        )}
        <FormatMenu
          path={path}
          chosen={recognised?.format}
          onChoose={(format) => void imports.getState().overrule(runId, path, format)}
        />
      </div>
      {result.type === 'refused' && (
        <ErrorNote what={result.what} advice={result.advice}>
          {recognised?.format === 'highwater-rows' && <OpenInCompare runId={runId} path={path} />}
        </ErrorNote>
      )}
      {result.type === 'cancelled' && <p className={styles.muted}>Cancelled before reading.</p>}
      {result.type === 'attached' && <p className={styles.muted}>Belongs to session {result.to}.</p>}
      {result.type === 'imported' && (
        <p className={styles.muted}>
          <BytesText bytes={result.report.bytes} />,{' '}
          {result.report.records === 1 ? '1 record' : `${exactNumber(result.report.records)} records`}
        </p>
      )}
      {sessions.length > MAX_OPEN_SESSIONS ? (
        <SessionsReport sessions={sessions} maskSecrets={maskSecrets}>
          {reports}
        </SessionsReport>
      ) : (
        reports
      )}
    </>
  );
}

const MAX_OPEN_SESSIONS = 3;

interface SessionsReportProps {
  readonly sessions: readonly KeptSession[];
  readonly maskSecrets: boolean;
  /** The report of each. */
  readonly children: ReactNode;
}

/** Of a file with many sessions: one report, and what went wrong once. */
function SessionsReport({ sessions, maskSecrets, children }: SessionsReportProps) {
  const [isOpen, setIsOpen] = useState(false);
  const count = (type: KeptSession['kept']['type']) => sessions.filter(({ kept }) => kept.type === type).length;
  const sum = (of: (session: KeptSession['session']) => number) =>
    exactNumber(sessions.reduce((total, { session }) => total + of(session), 0));
  const unstored = sessions.flatMap(({ kept }) => (kept.type === 'visit' ? [kept.failure] : []))[0];
  const warnings = sessions.reduce((total, { session }) => total + session.warnings.length, 0);
  return (
    <div className={styles.session}>
      {unstored !== undefined && (
        <ErrorNote what={unstored.what} advice={unstored.advice}>
          <p>You can open {exactNumber(count('visit'))} of the sessions until you close this tab.</p>
        </ErrorNote>
      )}
      <Facts>
        <Fact name="Sessions">{exactNumber(sessions.length)}</Fact>
        {count('already') > 0 && <Fact name="Already imported">{exactNumber(count('already'))}</Fact>}
        <Fact name="Messages">{sum(({ summary }) => summary.messages)}</Fact>
        <Fact name="Calls">{sum(({ summary }) => summary.calls)}</Fact>
        <Fact name="Sub-agents">{sum(({ summary }) => summary.children)}</Fact>
        <Fact name="Recorded compactions">{sum(({ boundaries }) => boundaries.length)}</Fact>
        <Fact name="Secrets masked">
          {maskSecrets
            ? sum(({ secretsMasked }) => Object.values(secretsMasked).reduce((total, each) => total + each, 0))
            : 'no (turned off)'}
        </Fact>
        <Fact name="Not masked">{NEVER_MASKED}</Fact>
        {warnings > 0 && <Fact name="Warnings">{exactNumber(warnings)}</Fact>}
      </Facts>
      <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>Each session</summary>
        {isOpen && children}
      </details>
    </div>
  );
}

interface SessionReportProps extends KeptSession {
  readonly runId: number;
  readonly path: string;
  readonly maskSecrets: boolean;
}

function SessionReport({ runId, path, maskSecrets, session, kept }: SessionReportProps) {
  const { id, summary, warnings, boundaries, secretsMasked } = session;
  return (
    <div className={styles.session}>
      <p className={styles.title}>
        <Link href={`/simulate?session=${encodeURIComponent(id)}`} prefetch={false}>
          {summary.title}
        </Link>
        {kept.type === 'already' && (
          <>
            <span className={styles.muted}>is already imported; nothing was changed.</span>
            <Button onClick={() => void imports.getState().replace(runId, path, id)}>Replace</Button>
          </>
        )}
      </p>
      {kept.type === 'visit' && (
        <ErrorNote what={kept.failure.what} advice={kept.failure.advice}>
          <p>You can open the session until you close this tab.</p>
        </ErrorNote>
      )}
      <Facts>
        <Fact name="Messages">{exactNumber(summary.messages)}</Fact>
        <Fact name="Calls">{exactNumber(summary.calls)}</Fact>
        <Fact name="Sub-agents">{exactNumber(summary.children)}</Fact>
        <Fact name="Recorded compactions">{countBoundaries(boundaries)}</Fact>
        <Fact name="Secrets masked">{maskSecrets ? countSecrets(secretsMasked) : 'no (turned off)'}</Fact>
        <Fact name="Not masked">{NEVER_MASKED}</Fact>
      </Facts>
      {warnings.length > 0 && (
        <details>
          <summary>{countWarnings(warnings)}</summary>
          <WarningList warnings={warnings} />
        </details>
      )}
    </div>
  );
}

interface FormatMenuProps {
  readonly path: string;
  readonly chosen: FormatId | undefined;
  onChoose(format: FormatId): void;
}

/** The detection can be wrong, and the user knows the file. */
function FormatMenu({ path, chosen, onChoose }: FormatMenuProps) {
  const id = useId();
  const [importable, setImportable] = useState<readonly FormatId[]>([]);

  useEffect(() => {
    // The table of importers includes all of them, which the first page should not load.
    void import('@/lib/importers/index').then(({ importers }) => setImportable(importers.map(({ format }) => format)));
  }, []);

  return (
    <label className={styles.format} htmlFor={id}>
      Import again as
      <select
        id={id}
        aria-label={`Import ${path} again as`}
        value=""
        onChange={(event) => {
          const format = importable.find((candidate) => candidate === event.target.value);
          if (format !== undefined) onChoose(format);
        }}
      >
        <option value="">Other format…</option>
        {importable
          .filter((format) => format !== chosen)
          .map((format) => (
            <option key={format} value={format}>
              {formats[format].title}
            </option>
          ))}
      </select>
    </label>
  );
}

function countWarnings(warnings: readonly Warning[]): string {
  const counts = (['skipped', 'repaired', 'guessed', 'noticed'] as const)
    .map((kind) => ({ kind, count: warnings.filter((warning) => warning.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${exactNumber(count)} ${kind}`);
  return `${warnings.length === 1 ? '1 warning' : `${exactNumber(warnings.length)} warnings`} (${counts.join(', ')})`;
}

function countSecrets(masked: KeptSession['session']['secretsMasked']): string {
  const counts = Object.entries(masked).map(([kind, count]) => `${exactNumber(count)} ${kind}`);
  return counts.length === 0 ? 'none found' : counts.join(', ');
}

function countBoundaries(boundaries: KeptSession['session']['boundaries']): string {
  if (boundaries.length === 0) return 'none';
  const counts = new Map<string, number>();
  for (const { kind, isGuess } of boundaries) {
    const name = `${boundaryName(kind)}${isGuess ? ' (inferred)' : ''}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => `${exactNumber(count)} ${name}`).join(', ');
}

function boundaryName(kind: KeptSession['session']['boundaries'][number]['kind']): string {
  switch (kind) {
    case 'full':
      return 'full';
    case 'micro':
      return 'micro';
    case 'prune':
      return 'pruned results';
    case 'rewind':
      return 'rewind';
    default:
      return assertNever(kind);
  }
}
