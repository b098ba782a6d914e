import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { useApiAccess } from '@/components/api/api-stores';
import { MissingAccess } from '@/components/api/missing-access';
import { ModelOptions } from '@/components/api/model-options';
import { useHasKey } from '@/components/api/use-has-key';
import { NumberField } from '@/components/policy-editor/fields/number-field';
import { Button } from '@/components/ui/button';
import forms from '@/components/ui/forms.module.css';
import { NumberText } from '@/components/ui/number-text';
import { providerOf } from '@/lib/economics/model-provider';
import { dollars, priceText } from '@/lib/series/words/format-dollars';
import { counted, exactNumber } from '@/lib/series/words/format-number';
import type { MemoryByModel, PendingMemory } from '@/lib/state/simulate/model-memory';
import type { MemoryScope } from '@/lib/worker/engine/memory-messages';

interface AskModelProps {
  readonly store: StoreApi<MemoryByModel>;
  readonly pending: PendingMemory;
  onKey(): void;
}

const scopes: readonly MemoryScope[] = ['all', 'open'];
const limitScale = { min: 0.01, max: 1_000, step: 0.5, isLogarithmic: true };

/** What would be sent, to whom, and at which price: nothing is sent before the user confirms. */
export function AskModel({ store, pending, onKey }: AskModelProps) {
  const { model, scope, mostDollars, sessions, plan, price } = pending;
  const { choose, send, dismiss } = store.getState();
  useApiAccess();
  const hasKey = useHasKey();
  const isPartial = useStore(store, ({ result }) => result?.problem !== undefined);
  const extractions = plan.asks.filter(({ type }) => type === 'memory').length;
  const masked = plan.secretsMasked;
  return (
    <div className={forms.form}>
      <p>
        For each extraction, the conversation up to that turn and what memory holds by then are sent to{' '}
        {providerOf(model) === 'openai' ? 'the OpenAI-compatible server' : 'the Anthropic API'} through this page’s
        server; for each recall, the prompt and the list of memories.{' '}
        {masked === 0 ? 'No secrets found.' : `${counted(masked, 'secret')} masked.`} Thinking is not included.
      </p>
      <label className={forms.field}>
        Model for extraction and recall
        <select value={model} onChange={(event) => choose({ model: event.target.value })}>
          <ModelOptions chosen={model} />
        </select>
      </label>
      {sessions > 0 && (
        <label className={forms.field}>
          Sessions
          <select
            value={scope}
            onChange={(event) => choose({ scope: scopes.find((each) => each === event.target.value) ?? 'all' })}
          >
            <option value="all">This one and {counted(sessions, 'chosen earlier session')}, oldest first</option>
            <option value="open">This one alone, with what rules leave before it</option>
          </select>
        </label>
      )}
      <p>
        {counted(extractions, 'extraction')} and up to{' '}
        {counted(plan.asks.length - extractions + plan.morePrompts, 'recall')}: at most{' '}
        {counted(price.requests, 'request')}. <NumberText value={price.inputTokens} unit="tokens" isEstimate /> tokens
        in, if each is asked once; up to <NumberText value={price.mostOutputTokens} unit="tokens" isRound /> tokens out.
      </p>
      <p>
        Total:{' '}
        <strong>
          {price.mostDollars === undefined || price.leastDollars === undefined || price.mostDollars === 0
            ? `price ${priceText(price.mostDollars)}`
            : `${dollars(price.leastDollars)} to ${dollars(price.mostDollars)} at most`}
        </strong>
        <span className={forms.muted}>
          {' '}
          (estimated from list prices and the requests that rules make; output and further requests are an upper bound)
        </span>
      </p>
      <div className={forms.field}>
        <span aria-hidden="true">Stop before this is exceeded ($)</span>
        <NumberField
          label="Limit in dollars"
          value={mostDollars}
          scale={limitScale}
          onChange={(typed) => {
            if (typeof typed !== 'number' || typed < limitScale.min || typed > limitScale.max) {
              return `must be a number from ${limitScale.min} to ${exactNumber(limitScale.max)}`;
            }
            choose({ mostDollars: typed });
            return undefined;
          }}
        />
      </div>
      {price.mostDollars === undefined && (
        <p className={forms.muted}>The price of this model is unknown, so the limit cannot be kept.</p>
      )}
      {isPartial && (
        <p>
          Price and limit are for all requests together. With the same model, sessions and settings, what was answered
          is not sent again unless this session was closed meanwhile.
        </p>
      )}
      <MissingAccess models={[model]} />
      <div className={forms.buttons}>
        <Button look="main" onClick={() => void send()}>
          Send
        </Button>
        <Button onClick={onKey}>{hasKey ? 'Key: set' : 'Key: not set'}</Button>
        <Button onClick={dismiss}>Cancel</Button>
      </div>
    </div>
  );
}
