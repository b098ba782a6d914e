import { Button } from '@/components/ui/button';
import { TimeText } from '@/components/ui/time-text';
import { LazyDetails } from '@/components/why/lazy-details';
import type { ShownDream } from '@/lib/agent/view/dream-view';
import type { DreamScores, ScoredFact } from '@/lib/memory/dreaming/folder-scores';
import { counted, exactNumber } from '@/lib/series/words/format-number';
import { faultRows } from '@/lib/state/playground/memory/dream-words';
import { deedOf } from '@/lib/state/playground/memory/memory-words';
import { RequestFigures } from '../run/request-figures';
import { CappedList } from './capped-list';
import dream from './dream-details.module.css';
import styles from './memory.module.css';
import { MemoryDiff } from './memory-diff';
import { TaskSteps } from './task-details';

interface DreamDetailsProps {
  readonly dream: ShownDream;
  /** Missing if nothing can be changed. */
  readonly onEnd: (() => void) | undefined;
  readonly onUndo: (() => void) | undefined;
}

/** [D3] [D4] What a dream did, what it cost, and what it lost. */
export function DreamDetails({ dream: shown, onEnd, onUndo }: DreamDetailsProps) {
  const { state, model, steps, earlierSteps, changes, usage, dollars, startedMs, tookMs, says, scores, isUndone } =
    shown;
  const isOpen = state === 'starting' || state === 'updating';
  return (
    <div className={styles.stack}>
      <p className={styles.facts}>
        <span>{shown.isByCommand ? 'started by /dream' : 'started at the end of a turn'}</span>
        <span>
          <TimeText timeMs={startedMs} withTime />
        </span>
        <span>{PHASES[state]}</span>
      </p>
      {model !== undefined && (
        <RequestFigures
          model={model}
          tookMs={tookMs}
          {...(usage !== undefined && { usage })}
          {...(dollars !== undefined && { dollars })}
        />
      )}
      {says !== '' && (
        <p className={state === 'failed' ? styles.problem : styles.muted}>{says.slice(0, LONGEST_SAYING)}</p>
      )}
      {isOpen && onEnd !== undefined && (
        <div className={dream.bar}>
          <Button onClick={onEnd}>End it</Button>
          <p className={styles.muted}>The lock gets its former time back. What was written stays, and can be undone.</p>
        </div>
      )}
      {!isOpen && changes.length > 0 && (isUndone || onUndo !== undefined) && (
        <div className={dream.bar}>
          {isUndone ? (
            <p className={styles.muted}>Its changes were undone.</p>
          ) : (
            <Button onClick={onUndo}>Undo this dream</Button>
          )}
        </div>
      )}
      {scores !== undefined && <Scores scores={scores} />}
      {changes.length > 0 && (
        <section aria-label="Files touched" className={styles.stack}>
          <p className={dream.heading}>{counted(changes.length, 'file')} touched</p>
          <ul className={dream.files}>
            {changes.map((change) => (
              <li key={change.file}>
                <LazyDetails
                  summary={
                    <>
                      {DEEDS[deedOf(change)]} <span className={styles.file}>{change.file}</span>
                    </>
                  }
                >
                  <MemoryDiff change={change} />
                </LazyDetails>
              </li>
            ))}
          </ul>
        </section>
      )}
      {!isOpen && changes.length === 0 && state !== 'closed' && <p className={styles.muted}>No file was changed.</p>}
      {steps.length > 0 && (
        <TaskSteps
          steps={steps}
          from={earlierSteps}
          title={earlierSteps === 0 ? counted(steps.length, 'turn') : `The last ${exactNumber(steps.length)} turns`}
        />
      )}
    </div>
  );
}

const LONGEST_SAYING = 2_000;
const DEEDS = { saved: 'New', updated: 'Changed', removed: 'Removed' } as const;
const PHASES = {
  starting: 'starting: nothing is written yet',
  updating: 'updating',
  completed: 'completed',
  failed: 'failed',
  ended: 'ended by you',
  closed: 'not started',
} as const satisfies Readonly<Record<ShownDream['state'], string>>;

/** [K1] The folder before and after, by the same rules whoever dreamt. */
function Scores({ scores }: { readonly scores: DreamScores }) {
  const { before, after, facts, lost, refuted, changed } = scores;
  return (
    <section aria-label="Before and after" className={styles.stack}>
      <div className={dream.wide}>
        <table className={dream.table}>
          <thead>
            <tr>
              <th scope="col">In the folder</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {faultRows(before, after).map(({ title, before: was, after: is }) => (
              <tr key={title}>
                <th scope="row">{title}</th>
                <td>{exactNumber(was)}</td>
                <td>{exactNumber(is)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={lost.length > 0 ? styles.problem : styles.muted}>
        {lost.length === 0
          ? `None of ${counted(facts, 'fact')} was lost.`
          : `${counted(lost.length, 'fact')} of ${exactNumber(facts)} lost:`}
      </p>
      <Facts label="Facts lost" facts={lost} />
      <p className={changed.length > 0 ? styles.problem : styles.muted}>
        {changed.length === 0
          ? 'No fact has a value that nothing before had.'
          : `${counted(changed.length, 'fact')} with a value that nothing before had:`}
      </p>
      <Facts label="Facts changed without a source" facts={changed} />
      {refuted.length > 0 && (
        <>
          <p className={styles.muted}>
            {counted(refuted.length, 'fact')} contradicted by a newer memory or the code, and gone:
          </p>
          <Facts label="Contradicted facts" facts={refuted} />
        </>
      )}
      <p className={styles.muted}>
        Counted by rules, sentence by sentence: a fact in quite other words counts as lost.
      </p>
    </section>
  );
}

function Facts({ label, facts }: { readonly label: string; readonly facts: readonly ScoredFact[] }) {
  if (facts.length === 0) return null;
  return (
    <CappedList
      label={label}
      items={facts}
      most={6}
      keyOf={({ file, text }) => `${file} ${text}`}
      render={({ file, text, values }) => (
        <>
          {text} <span className={styles.file}>{file}</span>
          {values.length > 0 && <span className={styles.muted}> {values.join(', ')}</span>}
        </>
      )}
    />
  );
}
