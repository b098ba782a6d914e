import { memo, useEffect } from 'react';
import { useStore } from 'zustand';
import { ModelOptions } from '@/components/api/model-options';
import { cheapestModel, useModels } from '@/components/api/models';
import { useHasKey } from '@/components/api/use-has-key';
import { RuleTag } from '@/components/rules/rule-tag';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ErrorNote } from '@/components/ui/error-note';
import forms from '@/components/ui/forms.module.css';
import { ProgressBar } from '@/components/ui/progress-bar';
import { ScrollArea } from '@/components/ui/scrolling/scroll-area';
import { dollars, millsText } from '@/lib/series/words/format-dollars';
import { counted, exactNumber } from '@/lib/series/words/format-number';
import {
  type ExperimentVerdicts,
  isSentUnanswered,
  noVerdicts,
  type PendingVerdicts,
} from '@/lib/state/experiments/experiment-judge';
import type { Experiment, StoredAnswer } from '@/lib/state/experiments/experiment-record';
import { rowTitle } from '@/lib/state/experiments/experiment-words';
import { placeToQuery } from '@/lib/state/sessions/session-place';
import { OwnQuestions } from '../../judge/own-questions';
import { WaitingNote } from '../../results/waiting-note';
import { ownQuestions } from '../../stores/own-question-store';
import { experimentJudge } from '../stores/experiment-stores';
import styles from './experiment-view.module.css';
import tables from './matrix-table.module.css';

const MAX_UNFOLDED = 3;

interface JudgeSectionProps {
  readonly experiment: Experiment;
  readonly answers: readonly StoredAnswer[];
  readonly isRunning: boolean;
}

/** [V6] An optional second opinion on all answers, with the user's own questions. */
export const JudgeSection = memo(function JudgeSection({ experiment, answers, isRunning }: JudgeSectionProps) {
  const { id, boundaries } = experiment;
  const state = useStore(experimentJudge, ({ byExperiment }) => byExperiment[id] ?? noVerdicts);
  const models = useModels();
  const hasKey = useHasKey();
  const { prepare, stop } = experimentJudge.getState();
  const { isPreparing, judging, problem, notSaved, verdicts, isElsewhere } = state;
  const whole = answers.filter((answer) => answer.state === 'whole');
  const judged = whole.filter((answer) => (verdicts[answer.id]?.judgement.trials.length ?? 0) > 0).length;
  const paid = Object.values(verdicts).reduce((sum, { judgement }) => sum + (judgement.sent?.dollars ?? 0), 0);
  const isAsking = judging !== undefined || isElsewhere;
  const unanswered = isAsking ? 0 : whole.filter((answer) => isSentUnanswered(verdicts[answer.id])).length;
  const sessions = new Map(boundaries.map(({ session, title }) => [placeToQuery(session), title]));

  const questions = [...sessions].map(([session, title]) => (
    <OwnQuestions key={session} session={session} title={title} />
  ));

  useEffect(() => ownQuestions.getState().start(), []);

  return (
    <section className={styles.section} aria-labelledby="judge-experiment">
      <div className={styles.bar}>
        <h2 id="judge-experiment">Judged by a model</h2>
        <RuleTag rule="V6" />
        {judging === undefined ? (
          <Button
            disabled={!hasKey || isPreparing || isRunning || judged === whole.length}
            onClick={() => void prepare(experiment, answers, cheapestModel(models))}
          >
            {isPreparing ? 'Preparing…' : 'Judge with a model…'}
          </Button>
        ) : (
          <Button onClick={() => stop(id)}>Stop</Button>
        )}
        <span className={styles.muted}>
          {hasKey ? `${exactNumber(judged)} of ${counted(whole.length, 'answer')} judged` : 'Requires an API key'}
          {paid > 0 && `, paid: ${dollars(paid)}`}
        </span>
      </div>
      <p className={styles.muted}>
        This is an opinion, not a measurement. A model that sees only the summary answers questions about the removed
        messages; a model then compares the answers with the recording. The result is the score “Questions answered”.
      </p>
      {sessions.size > MAX_UNFOLDED ? (
        <details>
          <summary>Own questions about {exactNumber(sessions.size)} sessions</summary>
          {questions}
        </details>
      ) : (
        questions
      )}
      {judging !== undefined && <Judging {...judging} />}
      {unanswered > 0 && (
        <ErrorNote
          look="notice"
          what={`Judging was interrupted: ${counted(unanswered, 'request')} ${unanswered === 1 ? 'was' : 'were'} sent, and the page closed before the ${unanswered === 1 ? 'answer' : 'answers'}.`}
          advice="They may have been billed. Judge again: only what is missing is sent, and its price is shown first."
        />
      )}
      {problem !== undefined && <ErrorNote {...problem} />}
      {notSaved !== undefined && <ErrorNote {...notSaved} />}
      <JudgeConfirmation experiment={experiment} pending={state.pending} />
    </section>
  );
});

function Judging({ done, of, waiting }: NonNullable<ExperimentVerdicts['judging']>) {
  return (
    <div className={styles.state}>
      <p className={styles.muted} role="status">
        Judging: {exactNumber(done)} of {counted(of, 'answer')}
      </p>
      <ProgressBar label="Answers judged" value={done} max={of} />
      {waiting !== undefined && <WaitingNote waiting={waiting} />}
    </div>
  );
}

interface JudgeConfirmationProps {
  readonly experiment: Experiment;
  readonly pending: PendingVerdicts | undefined;
}

/** What judging would send and cost: nothing is sent before the user confirms. */
function JudgeConfirmation({ experiment, pending }: JudgeConfirmationProps) {
  const { dismiss } = experimentJudge.getState();
  return (
    <Dialog title="Judge with a model?" isOpen={pending !== undefined} onClose={() => dismiss(experiment.id)}>
      {pending !== undefined && <WhatIsAsked experiment={experiment} pending={pending} />}
    </Dialog>
  );
}

function WhatIsAsked({ experiment, pending }: JudgeConfirmationProps & { readonly pending: PendingVerdicts }) {
  const { id } = experiment;
  const { judged, requests, rows, total, secretsMasked, ownQuestions: own, sentBefore, model } = pending;
  const { judge, dismiss, chooseModel } = experimentJudge.getState();
  return (
    <div className={forms.form}>
      <p>
        {counted(judged.length, 'summary', 'summaries')}, one at a time and in random order, with the questions of their
        boundary{own > 0 && `, ${exactNumber(own)} of them yours`}: {counted(requests, 'request')}. Prompt and model
        names are not sent.{' '}
        {secretsMasked === 0 ? 'No secrets found.' : `${exactNumber(secretsMasked)} secrets are masked.`}
        {sentBefore > 0 &&
          ` ${counted(sentBefore, 'request')} of these may be billed twice: sent before, not answered.`}
      </p>
      <label className={forms.field}>
        Model for answering and judging
        <select value={model} onChange={(event) => chooseModel(id, event.target.value)}>
          <ModelOptions chosen={model} />
        </select>
      </label>
      {rows === undefined || total === undefined ? (
        <p>
          Total: <strong>price unknown</strong>
        </p>
      ) : (
        <ScrollArea className={tables.scroll} label="Price of judging each row">
          <table className={tables.table}>
            <thead>
              <tr>
                <th scope="col" className={tables.first}>
                  Row
                </th>
                <th scope="col">Min</th>
                <th scope="col">Max</th>
              </tr>
            </thead>
            <tbody>
              {experiment.rows.flatMap((row) => {
                const price = rows.find((each) => each.row === row.id);
                if (price === undefined) return [];
                return (
                  <tr key={row.id}>
                    <th scope="row" className={tables.first}>
                      {rowTitle(row)}
                    </th>
                    <td>{millsText(price.least)}</td>
                    <td>{millsText(price.most)}</td>
                  </tr>
                );
              })}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" className={tables.first}>
                  Total
                </th>
                <td>{millsText(total.least)}</td>
                <td>{millsText(total.most)}</td>
              </tr>
            </tfoot>
          </table>
        </ScrollArea>
      )}
      <div className={forms.buttons}>
        <Button look="main" onClick={() => void judge(id)}>
          Send
        </Button>
        <Button onClick={() => dismiss(id)}>Cancel</Button>
      </div>
    </div>
  );
}
