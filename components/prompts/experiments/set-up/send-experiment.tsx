import { useRouter } from 'next/navigation';
import { useMemo } from 'react';
import { MissingAccess } from '@/components/api/missing-access';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import forms from '@/components/ui/forms.module.css';
import { optional } from '@/lib/base/optional';
import { modelsOf } from '@/lib/experiments/experiment';
import { type ExperimentPrice, priceOf } from '@/lib/experiments/price';
import { counted } from '@/lib/series/words/format-number';
import { type DraftDesign, usualTitle } from '@/lib/state/experiments/experiment-draft';
import { priceText } from '@/lib/state/experiments/experiment-words';
import { HowToSend } from '../sending/how-to-send';
import { type SendingChoice, useSending } from '../sending/use-sending';
import { experiments, newId } from '../stores/experiment-stores';
import { PriceTable } from './price-table';

interface SendExperimentProps {
  readonly design: DraftDesign;
  readonly price: ExperimentPrice;
  readonly isOpen: boolean;
  onClose(): void;
}

/** Nothing is sent before the user confirms. */
export function SendExperiment({ design, price, isOpen, onClose }: SendExperimentProps) {
  const router = useRouter();
  const isFree = price.answers === 0;
  const choice = useSending(modelsOf(design.rows));
  const { limit, sending } = choice;
  const begin = () => {
    if (!limit.ok) return;
    const id = newId();
    const title = usualTitle(design.boundaries);
    const shown = { score: 'used-later', thresholds: {}, agreed: [] } as const;
    const limited = optional('limitMills', isFree ? undefined : limit.value);
    const experiment = { ...design, ...shown, ...limited, id, title, createdMs: Date.now() };
    void experiments.getState().begin(experiment, sending);
    onClose();
    router.push(`/prompts/experiments?id=${id}`);
  };
  return (
    <Dialog title={isFree ? 'Run without a model?' : 'Send to the API?'} isOpen={isOpen} onClose={onClose}>
      <div className={forms.form}>
        {isFree ? (
          <p>Nothing is sent: recorded and offline summaries are scored in this browser.</p>
        ) : (
          <Sent design={design} price={price} choice={choice} />
        )}
        <div className={forms.buttons}>
          <Button look="main" disabled={!limit.ok} onClick={begin}>
            {isFree ? 'Run' : 'Send'}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </div>
    </Dialog>
  );
}

interface SentProps extends Pick<SendExperimentProps, 'design' | 'price'> {
  readonly choice: SendingChoice;
}

function Sent({ design, price: each, choice }: SentProps) {
  const batch = useMemo(() => priceOf(design, [], { sending: 'batch' }), [design]);
  const prices = { each, batch };
  const price = prices[choice.sending];
  const masked = design.boundaries.reduce((most, { secretsMasked }) => Math.max(most, secretsMasked), 0);
  return (
    <>
      <p>
        At each boundary, the conversation up to there, followed by the prompt, is sent to the API through this page’s
        server.{' '}
        {masked === 0 ? 'No secrets found.' : `Secrets are masked, up to ${counted(masked, 'secret')} in a request.`}{' '}
        Thinking, and anything the agent sent that is not in the file, is not included.
      </p>
      <HowToSend choice={choice} prices={prices} />
      <PriceTable design={design} price={price} sending={choice.sending} />
      <p>
        Total: <strong>{priceText(price)}</strong>
        <span className={forms.muted}>
          {' '}
          (estimated from list prices; each answer is stored as soon as it
          {choice.sending === 'batch' ? ' is fetched' : ' arrives'})
        </span>
      </p>
      <MissingAccess models={modelsOf(design.rows)} otherwise=" at the top of the page" />
    </>
  );
}
