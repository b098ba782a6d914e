import { useState } from 'react';
import { useStore } from 'zustand';
import { MissingAccess } from '@/components/api/missing-access';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import forms from '@/components/ui/forms.module.css';
import { ProgressBar } from '@/components/ui/progress-bar';
import { optional } from '@/lib/base/optional';
import { modelsOf } from '@/lib/experiments/experiment';
import { jobsOf, openJobs } from '@/lib/experiments/plan';
import { boundsOf, paidFor, priceOf } from '@/lib/experiments/price';
import { dollars, millsText } from '@/lib/series/words/format-dollars';
import { counted, exactNumber } from '@/lib/series/words/format-number';
import { owedJobs } from '@/lib/state/experiments/batch-record';
import type { Experiment } from '@/lib/state/experiments/experiment-record';
import type { RunningJob } from '@/lib/state/experiments/experiment-runner';
import { boundaryTitle, priceText, rowTitle } from '@/lib/state/experiments/experiment-words';
import type { OpenedExperiment } from '@/lib/state/experiments/experiments';
import { HowToSend } from '../sending/how-to-send';
import { useSending } from '../sending/use-sending';
import { experiments } from '../stores/experiment-stores';
import styles from './experiment-view.module.css';

/** How far it is, what it has cost, and how to stop or continue it. */
export function ExperimentProgress({ opened }: { readonly opened: OpenedExperiment }) {
  const { experiment, answers, batches, isRunning, isElsewhere } = opened;
  const [isAsking, setIsAsking] = useState(false);
  const all = jobsOf(experiment).length;
  const missing = openJobs(experiment, answers).length;
  const left = openJobs(experiment, answers, owedJobs(batches)).length;
  const owed = missing - left;
  const paid = paidFor(answers);
  const agreed = experiment.agreed.at(-1);
  return (
    <section className={styles.progress} aria-label="Progress">
      <div className={styles.state}>
        <p role="status">
          {exactNumber(all - missing)} of {counted(all, 'answer')}
          {!isRunning && missing > 0 && ' so far'}
          {owed > 0 && `, ${exactNumber(owed)} in batches`}
          {isRunning ? '. Keep this page open.' : missing > 0 && '.'}
        </p>
        {missing > 0 && <ProgressBar label="Answers" value={all - missing} max={all} />}
        <p className={styles.muted}>
          Paid: <span data-paid={paid.dollars}>{dollars(paid.dollars)}</span>
          {agreed !== undefined && (
            <span data-least={agreed.least} data-most={agreed.most}>
              {' '}
              of {millsText(agreed.least)} to {millsText(agreed.most)}, as agreed
            </span>
          )}
          {experiment.limitMills !== undefined && `, limit ${millsText(experiment.limitMills)}`}
          {paid.unknown > 0 &&
            `. Not included: ${counted(paid.unknown, 'interrupted request')} whose bill did not arrive`}
          {paid.unpriced > 0 && `. Not included: ${counted(paid.unpriced, 'answer')} of models without a known price`}.
        </p>
        {isRunning && <Running experiment={experiment} />}
      </div>
      <div className={styles.controls}>
        {isRunning && <Button onClick={() => experiments.getState().stop(experiment.id)}>Stop</Button>}
        {!isRunning && !isElsewhere && left > 0 && (
          <Button look="main" onClick={() => setIsAsking(true)}>
            Continue…
          </Button>
        )}
      </div>
      <ContinueDialog opened={opened} isOpen={isAsking} onClose={() => setIsAsking(false)} />
    </section>
  );
}

/** The requests in progress. */
function Running({ experiment }: { readonly experiment: Experiment }) {
  const running = useStore(experiments, (state) => state.running[experiment.id]);
  return (
    <ul className={styles.muted} aria-label="Requests in progress">
      {running?.map(({ job, state }) => {
        const row = experiment.rows.find(({ id }) => id === job.row);
        const boundary = experiment.boundaries.find(({ id }) => id === job.boundary);
        if (row === undefined || boundary === undefined) return null;
        return (
          <li key={job.id}>
            {rowTitle(row)}, {boundaryTitle(boundary)}, answer {job.repeat}: {stateWords(state)}
          </li>
        );
      })}
    </ul>
  );
}

function stateWords(state: RunningJob['state']): string {
  switch (state.type) {
    case 'queued':
      return 'waiting for the first answer with the same context';
    case 'preparing':
      return 'preparing';
    case 'asking':
      return state.firstTokenMs === undefined ? 'asking' : counted(state.text.length, 'character');
    case 'waiting':
      return `retrying in ${Math.ceil(state.leftMs / 1_000)} s. ${state.failure.what}`;
  }
}

interface ContinueDialogProps {
  readonly opened: OpenedExperiment;
  readonly isOpen: boolean;
  onClose(): void;
}

function ContinueDialog({ opened, isOpen, onClose }: ContinueDialogProps) {
  const { experiment, answers, batches } = opened;
  const models = experiment.rows.flatMap(({ type, id }) => (type === 'model' ? [id] : []));
  const isPaid = isOpen && openJobs(experiment, answers, owedJobs(batches)).some(({ row }) => models.includes(row));
  return (
    <Dialog title={isPaid ? 'Send to the API?' : 'Continue without a model?'} isOpen={isOpen} onClose={onClose}>
      <WhatIsLeft opened={opened} onClose={onClose} />
    </Dialog>
  );
}

/** With its price, which takes too long to compute with each answer. Nothing is sent before the user confirms. */
function WhatIsLeft({ opened: { experiment, answers, batches }, onClose }: Omit<ContinueDialogProps, 'isOpen'>) {
  const choice = useSending(modelsOf(experiment.rows), experiment.limitMills);
  const { limit, sending } = choice;
  const inBatch = owedJobs(batches);
  const prices = {
    each: priceOf(experiment, answers, { inBatch }),
    batch: priceOf(experiment, answers, { inBatch, sending: 'batch' }),
  };
  const price = prices[sending];
  const bounds = boundsOf(experiment, answers, { inBatch, sending });
  const left = openJobs(experiment, answers, inBatch).length;
  return (
    <div className={forms.form}>
      <p>
        {counted(left, 'answer')} left, {exactNumber(price.answers)} of them from models: {priceText(price)}.
      </p>
      <p>
        With what was paid so far{inBatch.length > 0 && ', and what batches still owe'}: {millsText(bounds.least)} to{' '}
        <strong>{millsText(bounds.most)}</strong>.
      </p>
      {price.answers > 0 && <HowToSend choice={choice} prices={prices} />}
      {price.answers > 0 && <MissingAccess models={modelsOf(experiment.rows)} otherwise=" at the top of the page" />}
      <div className={forms.buttons}>
        <Button
          look="main"
          disabled={!limit.ok}
          onClick={() => {
            if (!limit.ok) return;
            onClose();
            void experiments.getState().resume(experiment.id, { sending, ...optional('limitMills', limit.value) });
          }}
        >
          {price.answers === 0 ? 'Continue' : 'Send'}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </div>
  );
}
