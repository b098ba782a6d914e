import { useId } from 'react';
import { RuleTag } from '@/components/rules/rule-tag';
import forms from '@/components/ui/forms.module.css';
import type { Sending } from '@/lib/experiments/experiment';
import type { ExperimentPrice } from '@/lib/experiments/price';
import { millsText } from '@/lib/series/words/format-dollars';
import styles from './sending.module.css';
import type { SendingChoice } from './use-sending';

interface HowToSendProps {
  readonly choice: SendingChoice;
  /** Of what would be sent. */
  readonly prices: Readonly<Record<Sending, ExperimentPrice>>;
}

/** [V7] [V8] One after another or in batches, each with its price, and within which limit. */
export function HowToSend({ choice, prices }: HowToSendProps) {
  const { sending, onSending, canBatch } = choice;
  const name = useId();
  const isDearer = prices.batch.unpriced.length === 0 && prices.batch.likely > prices.each.likely;
  const option = (value: Sending, title: string, note: string, isDisabled = false) => (
    <label className={styles.option}>
      <input
        type="radio"
        name={name}
        checked={sending === value}
        disabled={isDisabled}
        onChange={() => onSending(value)}
      />
      <span>
        {title}
        <span className={styles.note}>
          {note} {priceNote(prices[value])}
        </span>
      </span>
    </label>
  );
  return (
    <div className={styles.sending}>
      <fieldset className={styles.options}>
        <legend>
          How to send <RuleTag rule="V8" />
        </legend>
        {option('each', 'One after another', 'Answers arrive while this page is open.')}
        {option(
          'batch',
          'In a batch, half the list price, up to 24 hours',
          canBatch ? 'The page may be closed meanwhile.' : 'Only models of the Messages API can be sent in a batch.',
          !canBatch,
        )}
        {canBatch && isDearer && (
          <p className={forms.muted}>
            The batch is likely to cost more here: one after another, the context that requests share is read from the
            cache at a lower price.
          </p>
        )}
      </fieldset>
      <LimitField choice={choice} likely={prices[sending].likely} />
    </div>
  );
}

function priceNote({ answers, unpriced, likely, most }: ExperimentPrice): string {
  if (answers === 0) return '';
  if (unpriced.length > 0) return 'Price unknown.';
  return `Likely ${millsText(likely)}, at most ${millsText(most)}.`;
}

function LimitField({ choice, likely }: { readonly choice: SendingChoice; readonly likely: number }) {
  const { limit, typed, onTyped } = choice;
  const note = useId();
  const isLow = limit.ok && limit.value !== undefined && limit.value < likely;
  return (
    <div className={styles.limit}>
      <label className={forms.field}>
        <span>
          Limit in dollars, for the whole experiment <RuleTag rule="V7" />
        </span>
        <input
          type="text"
          inputMode="decimal"
          autoComplete="off"
          placeholder="none"
          aria-label="Limit in dollars"
          aria-describedby={note}
          aria-invalid={!limit.ok}
          value={typed}
          onChange={(event) => onTyped(event.target.value)}
        />
      </label>
      <p id={note} className={limit.ok ? forms.muted : styles.problem} role={limit.ok ? undefined : 'alert'}>
        {limit.ok
          ? `Stops before a request that could pass it.${isLow ? ' It is below the likely price: some answers may be left out.' : ''}`
          : `The limit ${limit.error}.`}
      </p>
    </div>
  );
}
