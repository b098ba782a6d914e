import { useId } from 'react';
import { useStore } from 'zustand';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { exactNumber } from '@/lib/series/words/format-number';
import { answersIn, shownAnswer } from '@/lib/state/prompts/column-answers';
import type { CompactionMark } from '@/lib/state/prompts/compaction-marks';
import type { PromptColumn as Column } from '@/lib/state/prompts/prompt-board';
import { isBySource, isCompacted, isRunning, type RunResult, resultOf } from '@/lib/state/prompts/prompt-run';
import { FEWEST_COLUMNS, type RecordedSource } from '@/lib/state/prompts/prompts-link';
import type { MessageRow } from '@/lib/worker/engine/messages';
import { PromptEditor } from '../editor/prompt-editor';
import { columnTitle, writerTitle } from '../results/column-title';
import type { Marked } from '../results/mark-choice';
import { RunResultView } from '../results/run-result-view';
import { RunStateView } from '../results/run-state-view';
import { WordDiff } from '../results/word-diff';
import { promptLibrary, prompts } from '../stores/prompt-stores';
import { AnswerChoice } from './answer-choice';
import { ColumnSourceFields } from './column-source-fields';
import styles from './prompt-column.module.css';

interface PromptColumnProps {
  readonly column: Column;
  /** From 1. */
  readonly place: number;
  readonly marked: Marked;
  readonly rows: readonly MessageRow[];
  readonly sessionModel: string | undefined;
  /** The compactions of the session. */
  readonly marks: readonly CompactionMark[];
  onMark(mark: CompactionMark): void;
  onShow(messageIndex: number, partIndex: number, text?: string): void;
}

export function PromptColumn(props: PromptColumnProps) {
  const { column, place, marked, rows, sessionModel, marks, onMark, onShow } = props;
  const { id, source } = column;
  const board = useStore(prompts);
  const { columns, round, isPreparing, choose, prepare, halt, removeColumn, setSource } = board;
  const library = useStore(promptLibrary);
  const headingId = useId();
  const runs = answersIn(board, id, round);
  const run = shownAnswer(board, id, round);
  const latest = runs.at(-1);
  // An earlier answer stays in sight, and with it why there is no newer one.
  const failedAfter = latest !== run && latest?.state.type === 'failed' ? latest : undefined;
  const before = round === 0 ? undefined : shownAnswer(board, id, round - 1);
  const kept = source.type === 'kept' ? library.runs.find((each) => each.id === source.run) : undefined;
  const result: RunResult | undefined = kept?.result ?? resultOf(run);
  const title = columnTitle(source, library);
  const isBusy = runs.some(isRunning);
  const prompt = source.type === 'model' ? library.prompt(source.prompt) : undefined;
  const lacksRound = round > 0 && (before === undefined || !isCompacted(before));
  const isReady = !isBusy && !isPreparing && !lacksRound;
  const ask = () => {
    if (isReady) void prepare([id], 1);
  };
  const isOther = run !== undefined && !isBySource(run.writer, source);

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
            <PromptEditor source={source} onChange={(next) => setSource(id, next)} onRun={ask} />
            <div className={styles.run}>
              {isBusy ? (
                <Button onClick={() => halt(id)}>Stop</Button>
              ) : (
                <Button disabled={!isReady} title="Ctrl+Enter in the prompt" onClick={ask}>
                  {result === undefined ? 'Run…' : 'Run again…'}
                </Button>
              )}
              <AnswerChoice runs={runs} shown={run?.id} onChoose={choose} />
            </div>
          </>
        )}
        {lacksRound && source.type !== 'kept' && (
          <p className={styles.muted}>
            {before !== undefined && resultOf(before) !== undefined
              ? 'The answer shown in the previous round cannot be compacted again. Select another there.'
              : 'The previous round has no summary in this column yet. Run it first.'}
          </p>
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
        {source.type === 'recorded' && (
          <NearestSummary source={source} marks={marks} onMark={onMark} onChange={(next) => setSource(id, next)} />
        )}
        {isOther && (
          <p className={styles.muted}>
            This answer is of other settings: {writerTitle(run.writer)}
            {run.writer.type === 'model' && `, up to ${exactNumber(run.writer.maxTokens)} tokens`}
            {run.writer.type === 'model' && run.writer.focus !== undefined && `, focus “${run.writer.focus}”`}. Run
            again to update.
          </p>
        )}
        {!isOther && run?.writer.type === 'model' && prompt !== undefined && run.writer.promptText !== prompt.text && (
          <details>
            <summary className={styles.muted}>The prompt has changed since this answer. Run again to update.</summary>
            <WordDiff a={run.writer.promptText} b={prompt.text} />
          </details>
        )}
      </div>
      {run !== undefined && result === undefined && (
        <div className={styles.state}>
          <RunStateView run={run} />
        </div>
      )}
      {failedAfter !== undefined && (
        <div className={styles.state}>
          <RunStateView run={failedAfter} />
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

interface NearestSummaryProps extends Pick<PromptColumnProps, 'marks' | 'onMark'> {
  readonly source: RecordedSource;
  onChange(source: RecordedSource): void;
}

/** [K16] Where the recording has no summary of its own here. */
function NearestSummary({ source, marks, onMark, onChange }: NearestSummaryProps) {
  const { point, round } = useStore(prompts);
  const near = point?.recordedSummary;
  if (near === undefined || near.isOwn || round > 0) return null;
  const mark = marks.find(({ call, by }) => call === near.call && by === 'recording');
  return (
    <div className={styles.run}>
      {mark !== undefined && (
        <Button onClick={() => onMark(mark)}>Go to the compaction before call {exactNumber(near.call + 1)}</Button>
      )}
      {source.isBorrowed === true ? (
        <Button onClick={() => onChange({ type: 'recorded' })}>Stop borrowing</Button>
      ) : (
        <Button onClick={() => onChange({ type: 'recorded', isBorrowed: true })}>Borrow its summary</Button>
      )}
    </div>
  );
}
