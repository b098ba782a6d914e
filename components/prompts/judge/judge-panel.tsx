import { useEffect } from 'react';
import { useStore } from 'zustand';
import { cheapestModel, useModels } from '@/components/api/models';
import { useHasKey } from '@/components/api/use-has-key';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-note';
import { ProgressBar } from '@/components/ui/progress-bar';
import { exactNumber } from '@/lib/series/words/format-number';
import type { JudgedText, JudgingProgress } from '@/lib/state/judge/prompt-judge';
import { firstPlaceOf } from '@/lib/state/prompts/prompt-place';
import { WaitingNote } from '../results/waiting-note';
import { ownQuestions } from '../stores/own-question-store';
import { promptJudge, prompts } from '../stores/prompt-stores';
import { JudgeDialog } from './judge-dialog';
import styles from './judge-panel.module.css';
import { JudgeProbes } from './judge-probes';
import { JudgeTable } from './judge-table';
import { type JudgedColumn, useJudgedColumns } from './judged-columns';
import { OwnQuestions } from './own-questions';

/** An optional second opinion on the summaries by a paid model. */
export function JudgePanel() {
  const columns = useJudgedColumns();
  const about = useStore(prompts, (state) => state.about);
  const call = useStore(prompts, ({ calls, round }) => calls[round]);
  const { isPreparing, judging, problem } = useStore(promptJudge);
  const { prepare, halt } = promptJudge.getState();
  const models = useModels();
  const own = useStore(ownQuestions, ({ questions }) => questions[about?.place ?? '']);
  const texts = columns.flatMap(textIn);
  const missing = useMissing(texts.length);
  const elsewhere = columns.filter(({ isOfCut }) => !isOfCut).map(({ place }) => place);

  useEffect(leaveWithTheCut, []);

  return (
    <section className={styles.panel} aria-labelledby="judge-title">
      <div className={styles.head}>
        <h2 id="judge-title">Judged by a model</h2>
        {judging === undefined ? (
          <Button
            disabled={missing !== undefined || isPreparing || call === undefined}
            onClick={() =>
              call !== undefined && void prepare(firstPlaceOf(about, call), texts, cheapestModel(models), own)
            }
          >
            {isPreparing ? 'Preparing…' : 'Judge with a model…'}
          </Button>
        ) : (
          <Button onClick={halt}>Stop</Button>
        )}
        {missing !== undefined && <p className={styles.muted}>{missing}</p>}
        {elsewhere.length > 0 && (
          <p className={styles.muted}>Excluded, written for another call: {elsewhere.join(', ')}.</p>
        )}
      </div>
      <p className={styles.muted}>
        This is an opinion, not a measurement. A model that sees only the summary answers questions about the removed
        messages; then a model compares the answers with the recording and gives 0 to 5 points. It is not told who wrote
        the summary, though the style may give that away. Models prefer long, confident answers and their own style.
        Points vary between repeats, and a difference smaller than that spread is not meaningful. The scores above are
        counted without a model.
      </p>
      {about !== undefined && <OwnQuestions session={about.place} />}
      {judging !== undefined && <Progress {...judging} />}
      {problem !== undefined && (
        <ErrorNote what={problem.what} advice={problem.advice} look={problem.isByUser ? 'notice' : 'danger'} />
      )}
      <JudgeTable columns={columns} />
      <JudgeProbes columns={columns} />
      <JudgeDialog />
    </section>
  );
}

/** Another cut has other questions. */
function leaveWithTheCut(): () => void {
  const { leave } = promptJudge.getState();
  const unsubscribe = prompts.subscribe((next, before) => {
    if (next.about !== before.about || next.calls[next.round] !== before.calls[before.round]) leave();
  });
  return () => {
    unsubscribe();
    leave();
  };
}

function textIn({ run, result, isOfCut }: JudgedColumn): readonly JudgedText[] {
  if (run === undefined || result === undefined || result.text === '' || !isOfCut) return [];
  return [{ id: run, text: result.text }];
}

/** What is required before judging. */
function useMissing(texts: number): string | undefined {
  if (!useHasKey()) return 'Requires a model: enter an API key under “Key”.';
  return texts === 0 ? 'No column has a summary yet.' : undefined;
}

function Progress({ done, requests, waiting }: JudgingProgress) {
  return (
    <div className={styles.progress}>
      <p className={styles.muted} role="status">
        Judging: {exactNumber(done)} of {exactNumber(requests)} requests answered
      </p>
      <ProgressBar label="Requests answered" value={done} max={requests} />
      {waiting !== undefined && <WaitingNote waiting={waiting} />}
    </div>
  );
}
