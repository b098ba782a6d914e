import { useEffect, useState } from 'react';
import { RuleTag } from '@/components/rules/rule-tag';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ErrorNote } from '@/components/ui/error-note';
import forms from '@/components/ui/forms.module.css';
import { TimeText } from '@/components/ui/time-text';
import { counted } from '@/lib/series/words/format-number';
import { type ExperimentBatch, isOpenBatch } from '@/lib/state/experiments/batch-record';
import { batchStateText, foundText, resultsUntilMs } from '@/lib/state/experiments/batch-words';
import type { OpenedExperiment } from '@/lib/state/experiments/experiments';
import { experiments } from '../stores/experiment-stores';
import styles from './sending.module.css';

/** [V8] The batches of an experiment, looked at while the page is open. */
export function BatchList({ opened }: { readonly opened: OpenedExperiment }) {
  const { experiment, batches, damagedBatches, batchProblem, isRunning, isElsewhere } = opened;
  const { id } = experiment;
  const isAnyOpen = batches.some(isOpenBatch);
  useEffect(() => (isAnyOpen ? experiments.getState().watch(id) : undefined), [id, isAnyOpen]);
  if (batches.length + damagedBatches === 0) return null;
  return (
    <section className={styles.batches} aria-labelledby="batches">
      <div className={styles.head}>
        <h2 id="batches">Batches</h2>
        <RuleTag rule="V8" />
      </div>
      {damagedBatches > 0 && (
        <ErrorNote
          look="notice"
          what={`${counted(damagedBatches, 'batch', 'batches')} could not be read and was left unchanged.`}
        />
      )}
      {batchProblem !== undefined && <ErrorNote {...batchProblem} look="notice" />}
      {batches.map((batch) => (
        <Batch
          key={batch.id}
          id={id}
          batch={batch}
          isBusy={isRunning || isElsewhere}
          hasProblem={batchProblem !== undefined && !isPassing(batchProblem)}
        />
      ))}
    </section>
  );
}

const PASSING: readonly string[] = ['no-key', 'key', 'credit', 'connection', 'unreachable', 'rate-limit', 'overloaded'];

function isPassing({ kind }: { readonly kind?: string }): boolean {
  return kind !== undefined && PASSING.includes(kind);
}

interface BatchProps {
  /** Of the experiment. */
  readonly id: string;
  readonly batch: ExperimentBatch;
  readonly isBusy: boolean;
  /** One that does not pass by waiting or with another key. */
  readonly hasProblem: boolean;
}

function Batch({ id, batch, isBusy, hasProblem }: BatchProps) {
  const { apiId, requests, atMs, lookedMs, state, isSettled, isArchived, expiresMs, found } = batch;
  const [asked, setAsked] = useState<'cancel' | 'give-up'>();
  const { lookAtBatch, fetchBatch } = experiments.getState();
  const name = apiId ?? 'without an id';
  const isOpen = isOpenBatch(batch);
  const warning = foundText(batch);
  const canFetch = state === 'ended' && !isArchived && (!isSettled || (found?.missing ?? 0) > 0);
  return (
    <article className={styles.batch} aria-label={`Batch ${name}`} data-batch={state}>
      <div className={styles.head}>
        <h3>Batch {name}</h3>
        <span className={forms.muted}>
          {counted(requests.length, 'request')}, sent <TimeText timeMs={atMs} withTime />
        </span>
      </div>
      <p role="status">
        {batchStateText(batch)}
        {isSettled && apiId !== undefined && (found === undefined ? ' Given up.' : ' Results fetched.')}
      </p>
      {isOpen && (
        <p className={forms.muted}>
          {lookedMs !== undefined && (
            <>
              Looked at <TimeText timeMs={lookedMs} withTime />.{' '}
            </>
          )}
          {expiresMs !== undefined && (
            <>
              Expires <TimeText timeMs={expiresMs} withTime />.{' '}
            </>
          )}
          This page may be closed.
        </p>
      )}
      {!isSettled && state === 'ended' && (
        <p className={forms.muted}>
          {isArchived ? (
            'The API no longer has its results.'
          ) : (
            <>
              Results can be fetched until <TimeText timeMs={resultsUntilMs(batch)} />.
            </>
          )}
        </p>
      )}
      {warning !== undefined && <p className={styles.warning}>{warning}</p>}
      <div className={styles.buttons}>
        {canFetch && (
          <Button look={isSettled ? 'plain' : 'main'} disabled={isBusy} onClick={() => void fetchBatch(id, batch.id)}>
            {isSettled ? 'Fetch again' : 'Fetch results'}
          </Button>
        )}
        {isOpen && <Button onClick={() => void lookAtBatch(id, batch.id)}>Look now</Button>}
        {isOpen && state !== 'canceling' && (
          <Button disabled={isBusy} onClick={() => setAsked('cancel')}>
            Cancel batch…
          </Button>
        )}
        {!isSettled && apiId !== undefined && (hasProblem || isArchived) && (
          <Button disabled={isBusy} onClick={() => setAsked('give-up')}>
            Give up…
          </Button>
        )}
      </div>
      <Confirm id={id} batch={batch} asked={asked} onClose={() => setAsked(undefined)} />
    </article>
  );
}

interface ConfirmProps {
  readonly id: string;
  readonly batch: ExperimentBatch;
  readonly asked: 'cancel' | 'give-up' | undefined;
  onClose(): void;
}

function Confirm({ id, batch, asked, onClose }: ConfirmProps) {
  const { cancelBatch, giveUpBatch } = experiments.getState();
  const isCancel = asked === 'cancel';
  return (
    <Dialog
      title={isCancel ? 'Cancel the batch?' : 'Give up its results?'}
      isOpen={asked !== undefined}
      onClose={onClose}
    >
      <div className={forms.form}>
        <p>
          {isCancel
            ? 'Requests in progress are finished and billed. The others are not processed, and can be sent again.'
            : 'Its answers can then be sent again. What the batch has processed is billed, and counts here as an unknown bill.'}
        </p>
        <div className={forms.buttons}>
          <Button
            look="main"
            onClick={() => {
              onClose();
              void (isCancel ? cancelBatch(id, batch.id) : giveUpBatch(id, batch.id));
            }}
          >
            {isCancel ? 'Cancel batch' : 'Give up'}
          </Button>
          <Button onClick={onClose}>Back</Button>
        </div>
      </div>
    </Dialog>
  );
}
