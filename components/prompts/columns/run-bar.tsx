import Link from 'next/link';
import { useState } from 'react';
import { useStore } from 'zustand';
import { KeyDialog } from '@/components/api/key-dialog';
import { firstModel, useModels } from '@/components/api/models';
import { useHasKey } from '@/components/api/use-has-key';
import { Button } from '@/components/ui/button';
import { exactNumber } from '@/lib/series/words/format-number';
import type { Timeline } from '@/lib/simulator/recorded/timeline';
import { isRunning } from '@/lib/state/prompts/prompt-run';
import { MAX_COLUMNS, MAX_ROUNDS } from '@/lib/state/prompts/prompts-link';
import { placeToQuery, type SessionPlace } from '@/lib/state/sessions/session-place';
import { MarkChoice, type Marked } from '../results/mark-choice';
import { prompts } from '../stores/prompt-stores';
import { ExportRuns } from './export-runs';
import { NextRound } from './next-round';
import styles from './run-bar.module.css';
import { usualModelSource } from './usual-source';

interface RunBarProps {
  readonly place: SessionPlace;
  readonly timeline: Timeline;
  readonly sessionModel: string | undefined;
  /** Of the session. */
  readonly title: string;
  readonly marked: Marked;
  onMarked(marked: Marked): void;
}

const REPEATS = [1, 2, 3, 5];

/** Controls for all columns: rounds, and running them together. In sight while the columns scroll. */
export function RunBar({ place, timeline, sessionModel, title, marked, onMarked }: RunBarProps) {
  const { columns, calls, round, runs, isPreparing, prepare, halt, addColumn, addRound, dropRound, showRound } =
    useStore(prompts);
  const models = useModels();
  const hasKey = useHasKey();
  const [isKeyShown, setIsKeyShown] = useState(false);
  const [repeats, setRepeats] = useState(1);
  const last = calls.at(-1) ?? 0;
  const hasModels = columns.some(({ source }) => source.type === 'model');
  const isBusy = runs.some((run) => run.writer.type === 'model' && isRunning(run));

  return (
    <section className={styles.bar} aria-label="All columns">
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
        <MarkChoice marked={marked} onChoose={onMarked} />
        <SeveralLink place={place} />
        <ExportRuns title={title} />
        <Button onClick={() => setIsKeyShown(true)}>{hasKey ? 'Key: set' : 'Key: not set'}</Button>
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
      {!hasKey && (
        <p className={styles.note}>
          Recorded and offline summaries need no key. With an Anthropic API key, or an OpenAI-compatible server such as
          OpenAI, Gemini, Ollama or llama.cpp, you can also run prompts on models.
        </p>
      )}
      <KeyDialog isOpen={isKeyShown} onClose={() => setIsKeyShown(false)} />
    </section>
  );
}

/** To an experiment with this session and the prompts of the columns. */
function SeveralLink({ place }: Pick<RunBarProps, 'place'>) {
  const columns = useStore(prompts, (state) => state.columns);
  const tried = new Set(columns.flatMap(({ source }) => (source.type === 'model' ? [source.prompt] : [])));
  const query = [...tried].map((id) => `&prompt=${encodeURIComponent(id)}`).join('');
  return (
    <Link prefetch={false} href={`/prompts/experiments?${placeToQuery(place)}${query}`}>
      Run on several
    </Link>
  );
}
