import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { cheapestModel, useModels } from '@/components/api/models';
import { useHasKey } from '@/components/api/use-has-key';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-note';
import { ProgressBar } from '@/components/ui/progress-bar';
import { counted, exactNumber } from '@/lib/series/words/format-number';
import type { LeftOfJudging } from '@/lib/state/judge/judging-journal';
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
  const { isPreparing, judging, problem, left, notSaved } = useStore(promptJudge);
  const { prepare, halt } = promptJudge.getState();
  const models = useModels();
  const own = useStore(ownQuestions, ({ questions }) => questions[about?.place ?? '']);
  const texts = columns.flatMap(textIn);
  const hasKey = useHasKey();
  const missing = whatIsMissing(hasKey, texts.length);
  const elsewhere = columns.filter(({ isOfCut }) => !isOfCut).map(({ place }) => place);

  const cut = useMemo(() => {
    if (about === undefined || call === undefined) return undefined;
    return { session: about.place, place: firstPlaceOf(about, call) };
  }, [about, call]);

  useEffect(leaveWithTheCut, []);
  useEffect(() => {
    if (cut !== undefined) void promptJudge.getState().recall(cut);
  }, [cut]);

  return (
    <section className={styles.panel} aria-labelledby="judge-title">
      <div className={styles.head}>
        <h2 id="judge-title">Judged by a model</h2>
        {judging === undefined ? (
          <Button
            disabled={missing !== undefined || isPreparing || cut === undefined}
            onClick={() => cut !== undefined && void prepare(cut, texts, cheapestModel(models), own)}
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
      {left !== undefined && judging === undefined && <Interrupted left={left} canAsk={hasKey} />}
      {notSaved !== undefined && <ErrorNote {...notSaved} />}
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
function whatIsMissing(hasKey: boolean, texts: number): string | undefined {
  if (!hasKey) return 'Requires a model: enter an API key under “Key”.';
  return texts === 0 ? 'No column has a summary yet.' : undefined;
}

interface InterruptedProps {
  readonly left: LeftOfJudging;
  readonly canAsk: boolean;
}

/** Paid requests are not sent again without a word. */
function Interrupted({ left: { answered, requests, isSentUnanswered }, canAsk }: InterruptedProps) {
  const { prepareRest, discardRest } = promptJudge.getState();
  const missing = requests - answered;
  return (
    <ErrorNote
      look="notice"
      what={`Judging was interrupted: ${exactNumber(answered)} of ${counted(requests, 'request')} answered.`}
      advice={`${isSentUnanswered ? SENT_UNANSWERED : ''}Only the missing ones are sent if you continue.`}
    >
      <Button disabled={!canAsk} onClick={prepareRest}>
        Continue with {counted(missing, 'request')}…
      </Button>
      <Button look="quiet" onClick={() => void discardRest()}>
        Discard the rest
      </Button>
    </ErrorNote>
  );
}

const SENT_UNANSWERED =
  'One was sent, and the page closed before its answer: it may have been billed, and would be sent again. ';

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
