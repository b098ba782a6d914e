import { useRouter } from 'next/navigation';
import { MissingAccess } from '@/components/api/missing-access';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import forms from '@/components/ui/forms.module.css';
import { modelsOf } from '@/lib/experiments/experiment';
import type { ExperimentPrice } from '@/lib/experiments/price';
import { counted } from '@/lib/series/words/format-number';
import { type DraftDesign, usualTitle } from '@/lib/state/experiments/experiment-draft';
import { priceText } from '@/lib/state/experiments/experiment-words';
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
  const begin = () => {
    const id = newId();
    const title = usualTitle(design.boundaries);
    const shown = { score: 'used-later', thresholds: {}, agreed: [] } as const;
    void experiments.getState().begin({ ...design, ...shown, id, title, createdMs: Date.now() });
    onClose();
    router.push(`/prompts/experiments?id=${id}`);
  };
  const isFree = price.answers === 0;
  return (
    <Dialog title={isFree ? 'Run without a model?' : 'Send to the API?'} isOpen={isOpen} onClose={onClose}>
      <div className={forms.form}>
        {isFree ? (
          <p>Nothing is sent: recorded and offline summaries are scored in this browser.</p>
        ) : (
          <Sent design={design} price={price} />
        )}
        <div className={forms.buttons}>
          <Button look="main" onClick={begin}>
            {isFree ? 'Run' : 'Send'}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </div>
    </Dialog>
  );
}

function Sent({ design, price }: Pick<SendExperimentProps, 'design' | 'price'>) {
  const masked = design.boundaries.reduce((most, { secretsMasked }) => Math.max(most, secretsMasked), 0);
  return (
    <>
      <p>
        At each boundary, the conversation up to there, followed by the prompt, is sent to the API through this page’s
        server.{' '}
        {masked === 0 ? 'No secrets found.' : `Secrets are masked, up to ${counted(masked, 'secret')} in a request.`}{' '}
        Thinking, and anything the agent sent that is not in the file, is not included.
      </p>
      <PriceTable design={design} price={price} />
      <p>
        Total: <strong>{priceText(price)}</strong>
        <span className={forms.muted}> (estimated from list prices; each answer is stored as soon as it arrives)</span>
      </p>
      <MissingAccess models={modelsOf(design.rows)} otherwise=" at the top of the page" />
    </>
  );
}
