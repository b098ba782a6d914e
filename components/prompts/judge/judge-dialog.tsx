import { useStore } from 'zustand';
import { useModels } from '@/components/api/models';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import forms from '@/components/ui/forms.module.css';
import { NumberText } from '@/components/ui/number-text';
import { LazyDetails } from '@/components/why/lazy-details';
import { FEWEST_REPEATS, MOST_REPEATS } from '@/lib/judge/trial';
import { dollars } from '@/lib/series/words/format-dollars';
import { counted, exactNumber } from '@/lib/series/words/format-number';
import type { PendingJudging } from '@/lib/state/judge/prompt-judge';
import { promptJudge } from '../stores/prompt-stores';
import styles from './judge-dialog.module.css';

/** What a judging would send and cost: nothing goes before the user says so here. */
export function JudgeDialog() {
  const pending = useStore(promptJudge, (judge) => judge.pending);
  const { dismiss } = promptJudge.getState();
  return (
    <Dialog title="Judge with a model?" isOpen={pending !== undefined} onClose={dismiss}>
      {pending !== undefined && <WhatIsAsked pending={pending} />}
    </Dialog>
  );
}

function WhatIsAsked({ pending }: { readonly pending: PendingJudging }) {
  const { texts, material, estimate, repeats } = pending;
  const { judge, dismiss } = promptJudge.getState();
  const { probes, secretsMasked } = material;
  const { requests, inputTokens, mostOutputTokens, inputDollars, mostDollars } = estimate;
  return (
    <div className={forms.form}>
      <p>
        {counted(probes.length, 'question')} about what was removed, made by rules from the recording,{' '}
        {probes.length === 1 ? 'goes' : 'go'} to the API through the server of this page with{' '}
        {texts.length === 1 ? 'the summary' : `one of ${exactNumber(texts.length)} summaries at a time`}; then the
        answers, with what the recording has. The names of prompts and models do not.{' '}
        {secretsMasked === 0
          ? 'No secret was found.'
          : `Secrets in it and in what it is made from are masked: ${exactNumber(secretsMasked)}.`}
      </p>
      <Wish pending={pending} />
      <p>
        {exactNumber(requests)} requests: {counted(texts.length, 'summary', 'summaries')}, {exactNumber(repeats)} times,
        once questioned and once judged. <NumberText value={inputTokens} unit="tokens" isEstimate /> tokens in, up to{' '}
        <NumberText value={mostOutputTokens} unit="tokens" isRound /> tokens out.
      </p>
      <p>
        Together{' '}
        <strong>
          {mostDollars === undefined || inputDollars === undefined
            ? 'at a price that is not known'
            : `${dollars(inputDollars)} to at most ${dollars(mostDollars)}`}
        </strong>
        <span className={forms.muted}> (estimated, by list prices; the most is with the longest output)</span>
      </p>
      <LazyDetails summary={probes.length === 1 ? 'The question' : `The ${exactNumber(probes.length)} questions`}>
        <ol className={styles.questions}>
          {probes.map(({ id, question }) => (
            <li key={id}>{question}</li>
          ))}
        </ol>
      </LazyDetails>
      <div className={forms.buttons}>
        <Button look="main" onClick={() => void judge()}>
          Send
        </Button>
        <Button onClick={dismiss}>Do not send</Button>
      </div>
    </div>
  );
}

const repeatChoices = Array.from({ length: MOST_REPEATS - FEWEST_REPEATS + 1 }, (_, more) => FEWEST_REPEATS + more);

function Wish({ pending: { model, repeats } }: { readonly pending: PendingJudging }) {
  const models = useModels();
  const { choose } = promptJudge.getState();
  return (
    <div className={styles.wish}>
      <label className={forms.field}>
        Model that answers and judges
        <select value={model} onChange={(event) => choose({ model: event.target.value })}>
          {models.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <label className={forms.field}>
        Repeats of each
        <select value={repeats} onChange={(event) => choose({ repeats: Number(event.target.value) })}>
          {repeatChoices.map((count) => (
            <option key={count} value={count}>
              {count} ×
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
