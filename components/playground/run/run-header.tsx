'use client';

import Link from 'next/link';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { IconButton } from '@/components/ui/icon-button';
import { Tag } from '@/components/ui/tag';
import { durationText } from '@/lib/agent/view/duration';
import { type Pace, paces, type RunStatus, type RunView } from '@/lib/agent/view/run-view';
import { whoAnswers } from '@/lib/agent/view/who-answers';
import { assertNever } from '@/lib/base/assert-never';
import { counted, exactNumber } from '@/lib/series/words/format-number';
import styles from './run-header.module.css';

interface RunHeaderProps {
  /** Missing before the first one. */
  readonly run:
    | Pick<RunView, 'title' | 'model' | 'status' | 'canUndo' | 'canRedo' | 'meter' | 'role' | 'passedMs'>
    | undefined;
  /** Undefined without one. */
  readonly project: { readonly title: string; readonly session: number } | undefined;
  readonly pace: Pace;
  readonly isSaving: boolean;
  /** It waits at a moment of its lesson. */
  readonly isLesson: boolean;
  onStop(): void;
  onGoOn(): void;
  onUndo(): void;
  onRedo(): void;
  onPace(pace: Pace): void;
  onWait(): void;
  onShowLessons(): void;
  onShowRuns(): void;
  onSave(): void;
}

const paceNames: Readonly<Record<Pace, string>> = { slow: 'Slow', usual: 'Normal', fast: 'Fast' };

/**
 * The state of the run, and its actions. The buttons keep their places: they appear and disappear too fast to be aimed
 * at.
 */
export function RunHeader({ run, pace, isSaving, onStop, onGoOn, onUndo, onRedo, onPace, ...more }: RunHeaderProps) {
  const words = (status: RunStatus) => (more.isLesson && !atWork(status) ? 'Paused' : statusWords(status));
  const title = run === undefined || run.title === '' ? 'Playground' : run.title;
  const who = whoAnswers(run?.model ?? { type: 'scripted' });
  return (
    <header className={styles.header}>
      <h1 className={styles.title} title={title}>
        {title}
      </h1>
      {more.project !== undefined && (
        <p className={styles.project} title={`${more.project.title}, session ${more.project.session}`}>
          <span className={styles.projectTitle}>{more.project.title}</span>
          <span className={styles.comma}>{', '}</span>
          session {more.project.session}
        </p>
      )}
      <p className={styles.who}>
        <Tag title={who.explains}>{who.words}</Tag>
      </p>
      {run !== undefined && run.passedMs > 0 && (
        <p className={styles.who}>
          <Tag title="You let time pass: the clock of this run is ahead.">+{durationText(run.passedMs)}</Tag>
        </p>
      )}
      <p className={styles.status}>{run !== undefined && words(run.status)}</p>
      {/* Read out to the end, every step of the work would drown all else. */}
      <p className="visually-hidden" role="status">
        {run !== undefined && (atWork(run.status) ? 'Running' : words(run.status))}
      </p>
      <div className={styles.actions}>
        {run !== undefined && atWork(run.status) ? (
          <Button look="main" className={styles.drive} disabled={run.role !== 'runs'} onClick={onStop}>
            Stop
          </Button>
        ) : (
          <Button
            look="main"
            className={styles.drive}
            disabled={run === undefined || run.role !== 'runs' || !canGoOn(run.status)}
            onClick={onGoOn}
          >
            Continue
          </Button>
        )}
        {run?.model.type !== 'api' && (
          <label className={styles.pace}>
            <span className={styles.paceName}>Speed</span>
            <select
              title="Speed"
              value={pace}
              onChange={({ target }) => {
                const chosen = paces.find((each) => each === target.value);
                if (chosen !== undefined) onPace(chosen);
              }}
            >
              {paces.map((each) => (
                <option key={each} value={each}>
                  {paceNames[each]}
                </option>
              ))}
            </select>
          </label>
        )}
        <IconButton
          icon="clock"
          label="Let time pass…"
          disabled={run === undefined || run.role !== 'runs'}
          onClick={more.onWait}
        />
        <IconButton icon="undo" label="Undo last turn" disabled={run?.canUndo !== true} onClick={onUndo} />
        <span className={styles.mirrored}>
          <IconButton icon="undo" label="Redo turn" disabled={run?.canRedo !== true} onClick={onRedo} />
        </span>
        <Button onClick={more.onShowLessons}>Lessons…</Button>
        <Link className={styles.link} href="/playground/ab" prefetch={false}>
          A/B
        </Link>
        <Button onClick={more.onShowRuns}>Runs…</Button>
        <Button disabled={run === undefined || run.meter.calls === 0 || isSaving} onClick={more.onSave}>
          <Icon name="download" /> Open in Simulate
        </Button>
      </div>
    </header>
  );
}

export function atWork({ type }: RunStatus): boolean {
  return ['asking', 'forking', 'recalling', 'tools', 'waiting', 'hooks', 'agents', 'asks'].includes(type);
}

/** Different advice if the context no longer fits, and a question at a limit of the whole run. */
export function canGoOn(status: RunStatus): boolean {
  if (status.type !== 'help') return ['resting', 'confirm', 'unsaved'].includes(status.type);
  const { type } = status.why;
  return !['dead', 'blocked', 'thrash', 'run-call-limit', 'run-money-limit'].includes(type);
}

function statusWords(status: RunStatus): string {
  switch (status.type) {
    case 'idle':
      return 'Waiting for a prompt';
    case 'resting':
      return 'Stopped before finishing';
    case 'asking':
      return `Call ${exactNumber(status.call + 1)}: model responding`;
    case 'forking':
      return status.purpose === 'summary' ? 'Writing a summary' : 'Writing the session note';
    case 'recalling':
      return 'Choosing memories';
    case 'tools':
      return `Running tools: ${status.names.join(', ')}`;
    case 'hooks':
      return `Running hooks: ${status.events.join(', ')}`;
    case 'agents':
      return `Waiting for ${counted(status.ids.length, 'agent')}`;
    case 'asks':
      return 'Waiting for your answer';
    case 'waiting':
      return 'Waiting for the API';
    case 'help':
      return 'Stopped';
    case 'confirm':
      return 'Waiting for your confirmation';
    case 'unsaved':
      return 'Not saved';
    case 'deleted':
      return 'Deleted';
    default:
      return assertNever(status);
  }
}
