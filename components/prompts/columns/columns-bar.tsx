import { useState } from 'react';
import { useStore } from 'zustand';
import { firstModel, useModels } from '@/components/api/models';
import { Button } from '@/components/ui/button';
import { NumberText } from '@/components/ui/number-text';
import { counted, exactNumber } from '@/lib/series/words/format-number';
import type { Timeline } from '@/lib/simulator/recorded/timeline';
import { isRunning } from '@/lib/state/prompts/prompt-run';
import { MAX_COLUMNS, MAX_ROUNDS } from '@/lib/state/prompts/prompts-link';
import { prompts } from '../stores/prompt-stores';
import styles from './columns-bar.module.css';
import { NextRound } from './next-round';
import { usualModelSource } from './usual-source';

interface ColumnsBarProps {
  readonly timeline: Timeline;
  readonly sessionModel: string | undefined;
}

const REPEATS = [1, 2, 3, 5];

/** Controls for all columns: rounds, and running them together. */
export function ColumnsBar({ timeline, sessionModel }: ColumnsBarProps) {
  const {
    about,
    columns,
    calls,
    round,
    runs,
    point,
    isPreparing,
    prepare,
    halt,
    addColumn,
    addRound,
    dropRound,
    showRound,
  } = useStore(prompts);
  const models = useModels();
  const [repeats, setRepeats] = useState(1);
  const last = calls.at(-1) ?? 0;
  const hasModels = columns.some(({ source }) => source.type === 'model');
  const isBusy = runs.some((run) => run.writer.type === 'model' && isRunning(run));

  return (
    <section className={styles.bar} aria-label="All columns">
      <p className={styles.cut}>
        {calls.length === 1 ? 'Compacted before ' : 'First compacted before '}
        <strong>call {exactNumber((calls[0] ?? 0) + 1)}</strong>
        {about?.simulated !== undefined && ` under “${about.simulated.policy.title}”`}
        {point !== undefined && (
          <>
            : {counted(point.messages, 'message')}, <NumberText value={point.tokens} unit="tokens" isEstimate /> tokens
          </>
        )}
      </p>
      <fieldset className={styles.rounds}>
        <legend className="visually-hidden">Rounds</legend>
        {calls.length > 1 &&
          calls.map((call, index) => (
            <Button key={call} aria-pressed={index === round} onClick={() => showRound(index)}>
              Round {index + 1}, call {exactNumber(call + 1)}
            </Button>
          ))}
        {calls.length < MAX_ROUNDS && <NextRound key={last} timeline={timeline} last={last} onAdd={addRound} />}
        {calls.length > 1 && <Button onClick={dropRound}>Remove round {calls.length}</Button>}
      </fieldset>
      <div className={styles.run}>
        {columns.length < MAX_COLUMNS && (
          <Button onClick={() => addColumn(usualModelSource(firstModel(models, sessionModel)))}>Add column</Button>
        )}
        {hasModels && (
          <label className={styles.repeats}>
            Repeat
            <select value={repeats} onChange={(event) => setRepeats(Number(event.target.value))}>
              {REPEATS.map((count) => (
                <option key={count} value={count}>
                  {count} ×
                </option>
              ))}
            </select>
          </label>
        )}
        {hasModels && !isBusy && (
          <Button
            look="main"
            disabled={isPreparing}
            onClick={() =>
              void prepare(
                columns.map(({ id }) => id),
                repeats,
              )
            }
          >
            {isPreparing ? 'Preparing…' : 'Run all…'}
          </Button>
        )}
        {isBusy && <Button onClick={() => halt()}>Stop all</Button>}
      </div>
    </section>
  );
}
