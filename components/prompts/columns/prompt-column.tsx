import { useId } from 'react';
import { useStore } from 'zustand';
import { Choice } from '@/components/messages/choice';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { FoldedTable } from '@/components/ui/scrolling/folded-table';
import { TimeText } from '@/components/ui/time-text';
import { scoreDefinitions } from '@/lib/fidelity/scores/score-definitions';
import { scoreCount } from '@/lib/series/words/score-words';
import { scoreSpread } from '@/lib/state/judge/score-spread';
import { keptBefore } from '@/lib/state/prompts/kept-before';
import type { PromptColumn as Column } from '@/lib/state/prompts/prompt-board';
import { isCompacted, isRunning, type PromptRun, type RunResult, resultOf } from '@/lib/state/prompts/prompt-run';
import { runsOf, shownRun } from '@/lib/state/prompts/prompts';
import { FEWEST_COLUMNS } from '@/lib/state/prompts/prompts-link';
import type { MessageRow } from '@/lib/worker/engine/messages';
import { PromptEditor } from '../editor/prompt-editor';
import { columnTitle } from '../results/column-title';
import type { Marked } from '../results/mark-choice';
import { RunResultView } from '../results/run-result-view';
import { RunStateView } from '../results/run-state-view';
import { promptLibrary, prompts } from '../stores/prompt-stores';
import { ColumnSourceFields } from './column-source-fields';
import styles from './prompt-column.module.css';

interface PromptColumnProps {
  readonly column: Column;
  /** From 1. */
  readonly place: number;
  readonly marked: Marked;
  readonly rows: readonly MessageRow[];
  readonly sessionModel: string | undefined;
  onShow(messageIndex: number, partIndex: number, text?: string): void;
}

export function PromptColumn({ column, place, marked, rows, sessionModel, onShow }: PromptColumnProps) {
  const { id, source } = column;
  const {
    about,
    calls,
    columns,
    round,
    runs: all,
    chosen,
    isPreparing,
    choose,
    prepare,
    halt,
    removeColumn,
    setSource,
  } = useStore(prompts);
  const library = useStore(promptLibrary);
  const headingId = useId();
  const runs = runsOf(all, id, round);
  const run = shownRun(runs, chosen);
  const kept = source.type === 'kept' ? library.runs.find((each) => each.id === source.run) : undefined;
  const result: RunResult | undefined = kept?.result ?? resultOf(run);
  const title = columnTitle(source, library);
  const isBusy = runs.some(isRunning);
  const prompt = source.type === 'model' ? library.prompt(source.prompt) : undefined;
  const before =
    about === undefined
      ? undefined
      : keptBefore(library.runs, { place: about.place, calls: calls.slice(0, round + 1) }, source);
  const lacksRound =
    round > 0 && !all.some((each) => each.column === id && each.round === round - 1 && isCompacted(each));

  return (
    <section className={styles.column} aria-labelledby={headingId}>
      <div className={styles.head}>
        <h2 id={headingId} className={styles.title}>
          <span className={styles.place}>{place}</span> {title}
        </h2>
        {columns.length > FEWEST_COLUMNS && (
          <IconButton icon="close" label={`Remove column ${place}`} onClick={() => removeColumn(id)} />
        )}
      </div>
      <div className={styles.setup}>
        <ColumnSourceFields source={source} sessionModel={sessionModel} onChange={(next) => setSource(id, next)} />
        {source.type === 'model' && (
          <>
            <PromptEditor source={source} onChange={(next) => setSource(id, next)} />
            <div className={styles.run}>
              {isBusy ? (
                <Button onClick={() => halt(id)}>Stop</Button>
              ) : (
                <Button disabled={isPreparing || lacksRound} onClick={() => void prepare([id], 1)}>
                  {result === undefined ? 'Run…' : 'Run again…'}
                </Button>
              )}
              <RepeatChoice runs={runs} shown={run?.id} onChoose={choose} />
            </div>
          </>
        )}
        {lacksRound && source.type !== 'kept' && (
          <p className={styles.muted}>The previous round has no summary in this column yet. Run it first.</p>
        )}
        {source.type === 'kept' && round > 0 && (
          <p className={styles.muted}>Saved runs are shown as they are and cannot be compacted again.</p>
        )}
        {source.type === 'kept' && kept === undefined && library.isLoaded && (
          <p className={styles.muted}>
            This run is not stored in this browser. It was deleted, or the link was created elsewhere.
          </p>
        )}
        {run === undefined && source.type === 'model' && !lacksRound && (
          <p className={styles.muted}>
            Not run yet. You will see the request and its estimated cost before anything is sent.
          </p>
        )}
        {run === undefined && before !== undefined && (
          <p className={styles.muted}>
            Saved answer: <TimeText timeMs={before.atMs} withTime />{' '}
            <Button onClick={() => setSource(id, { type: 'kept', run: before.id })}>Show</Button>
          </p>
        )}
        {run?.writer.type === 'model' && prompt !== undefined && run.writer.promptText !== prompt.text && (
          <p className={styles.muted}>The prompt has changed since this run. Run again to update.</p>
        )}
        <SpreadTable runs={runs} />
      </div>
      {run !== undefined && result === undefined && (
        <div className={styles.state}>
          <RunStateView run={run} />
        </div>
      )}
      {result !== undefined && (
        <RunResultView
          label={`Column ${place}, ${title}`}
          result={result}
          marked={marked}
          rows={rows}
          onShow={onShow}
        />
      )}
    </section>
  );
}

interface RepeatChoiceProps {
  readonly runs: readonly PromptRun[];
  /** By id. */
  readonly shown: string | undefined;
  onChoose(id: string): void;
}

/** Which of several answers to the same prompt is shown. */
function RepeatChoice({ runs, shown, onChoose }: RepeatChoiceProps) {
  if (runs.length < 2) return null;
  const options = Object.fromEntries(runs.map(({ id }, index) => [id, String(index + 1)]));
  return <Choice label="Answer" options={options} value={shown ?? ''} onChoose={onChoose} />;
}

/** How far answers to the same prompt differ: smaller differences between prompts are not meaningful. */
function SpreadTable({ runs }: { readonly runs: readonly PromptRun[] }) {
  const answers = runs.flatMap((run) => resultOf(run) ?? []);
  if (answers.length < 2) return null;
  return (
    <FoldedTable summary={`Spread of ${answers.length} answers`} label="Spread of answers">
      <thead>
        <tr>
          <th scope="col">Score</th>
          <th scope="col">Min</th>
          <th scope="col">Max</th>
        </tr>
      </thead>
      <tbody>
        {scoreSpread(answers.map(({ scores }) => scores)).map(({ id, least, most }) => (
          <tr key={id}>
            <th scope="row">{scoreDefinitions[id].name}</th>
            <td>{scoreCount(least)}</td>
            <td>{scoreCount(most)}</td>
          </tr>
        ))}
      </tbody>
    </FoldedTable>
  );
}
