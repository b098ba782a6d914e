import { useStore } from 'zustand';
import { MissingAccess } from '@/components/api/missing-access';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import forms from '@/components/ui/forms.module.css';
import { NumberText } from '@/components/ui/number-text';
import { providerOf } from '@/lib/economics/model-provider';
import { millsText } from '@/lib/series/words/format-dollars';
import { counted, exactNumber } from '@/lib/series/words/format-number';
import { type CombinedCost, columnMills, type PreparedRun, togetherMills } from '@/lib/state/prompts/prompt-preparing';
import type { Pending } from '@/lib/state/prompts/prompts';
import { prompts } from '../stores/prompt-stores';
import styles from './send-dialog.module.css';

/** What is about to be sent, to which model, and the cost: nothing is sent before the user confirms. */
export function SendDialog() {
  const pending = useStore(prompts, (state) => state.pending);
  const { dismiss, send } = prompts.getState();
  return (
    <Dialog title="Send to the API?" isOpen={pending !== undefined} onClose={dismiss}>
      {pending !== undefined && <WhatIsSent pending={pending} onSend={send} onDismiss={dismiss} />}
    </Dialog>
  );
}

function rowPrice(cost: CombinedCost | undefined, repeats: number): string {
  if (cost === undefined) return ', price unknown';
  if (cost.mostUncached === 0) return ', free';
  return `, ${repeats > 1 ? 'together ' : ''}${millsText(cost.least)} to ${millsText(cost.most)}`;
}

interface WhatIsSentProps {
  readonly pending: Pending;
  onSend(): void;
  onDismiss(): void;
}

function WhatIsSent({ pending: { runs, repeats }, onSend, onDismiss }: WhatIsSentProps) {
  const masked = Math.max(0, ...runs.map(({ secretsMasked }) => secretsMasked));
  const together = togetherMills(runs, repeats);
  return (
    <div className={forms.form}>
      <p>
        The conversation up to this point, followed by the prompt, is sent to the API through this page’s server.{' '}
        {maskedWords(masked)} Thinking, and anything the agent sent that is not in the file, is not included.
        {runs.some(({ writer }) => providerOf(writer.model) === 'openai') &&
          ' An OpenAI-compatible server gets it as Chat Completions, without the definitions of tools.'}
      </p>
      <ul className={styles.runs}>
        {runs.map((run) => (
          <Planned key={run.column} run={run} repeats={repeats} />
        ))}
      </ul>
      <p>
        Total: <strong>{together === undefined ? unknownWords(runs, repeats) : priceWords(together)}</strong>
        <span className={forms.muted}> (estimated from list prices; the maximum assumes the longest output)</span>
      </p>
      <MissingAccess models={runs.map(({ writer }) => writer.model)} otherwise=" under “Key”" />
      <div className={forms.buttons}>
        <Button look="main" onClick={onSend}>
          Send
        </Button>
        <Button onClick={onDismiss}>Cancel</Button>
      </div>
    </div>
  );
}

function maskedWords(secrets: number): string {
  if (secrets === 0) return 'No secrets found.';
  return secrets === 1 ? '1 secret is masked.' : `${exactNumber(secrets)} secrets are masked.`;
}

/** At least what is known. */
function unknownWords(runs: readonly PreparedRun[], repeats: number): string {
  const known = runs.filter(({ estimate }) => estimate.mostDollars !== undefined);
  const together = togetherMills(known, repeats);
  return together === undefined || together.most === 0
    ? 'price unknown'
    : `${priceWords(together)}, plus an unknown price`;
}

function priceWords({ least, most, mostUncached }: CombinedCost): string {
  if (mostUncached === 0) return 'free, as set under “Key”';
  if (most === mostUncached) return `${millsText(least)} to ${millsText(most)} at most`;
  return `${millsText(least)} to ${millsText(most)}; at most ${millsText(mostUncached)} without cache hits`;
}

function Planned({ run, repeats }: { readonly run: PreparedRun; readonly repeats: number }) {
  const { writer, messages, estimate } = run;
  const cost = columnMills(run, repeats);
  return (
    <li>
      <strong>
        {writer.promptTitle}, {writer.model}
        {repeats > 1 && `, ${repeats} ×`}
      </strong>
      <br />
      {counted(messages, 'message')}, <NumberText value={estimate.inputTokens} unit="tokens" isEstimate /> tokens in
      {estimate.cacheReadTokens > 0 && (
        <>
          , of which <NumberText value={estimate.cacheReadTokens} unit="tokens" isEstimate /> from the cache
        </>
      )}
      , up to <NumberText value={estimate.mostOutputTokens} unit="tokens" isRound /> tokens out{repeats > 1 && ' each'}
      {rowPrice(cost, repeats)}
      {estimate.isTooLong && (
        <p className={styles.warning}>
          Exceeds the model’s window. The API will reject it, and it will be retried without the oldest rounds.
        </p>
      )}
    </li>
  );
}
