import { useState } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { KeyDialog } from '@/components/api/key-dialog';
import { cheapestModel, useModels } from '@/components/api/models';
import { WaitingNote } from '@/components/prompts/results/waiting-note';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ErrorNote } from '@/components/ui/error-note';
import { ProgressBar } from '@/components/ui/progress-bar';
import { dollars } from '@/lib/series/words/format-dollars';
import { counted, exactNumber } from '@/lib/series/words/format-number';
import type { MemoryByModel } from '@/lib/state/simulate/model-memory';
import type { ModelMemory } from '@/lib/worker/engine/memory-messages';
import { AskModel } from './ask-model';
import styles from './memory-tab.module.css';

interface WhoAnswersProps {
  readonly store: StoreApi<MemoryByModel>;
  /** A report by rules is there: then it is known what there is to ask. */
  readonly canAsk: boolean;
}

/** [A11] [R2] Who extracts and recalls: rules, or a model, whose answers stay beside those of the rules. */
export function WhoAnswers({ store, canAsk }: WhoAnswersProps) {
  const { result, shows, pending, isPreparing, running, failure, ...acts } = useStore(store);
  const [isKeyShown, setIsKeyShown] = useState(false);
  const models = useModels();
  const ask = () => void acts.prepare(result?.model ?? cheapestModel(models));
  return (
    <section aria-labelledby="memory-answers">
      <h2 id="memory-answers" className={styles.title}>
        Who extracts and recalls
      </h2>
      <div className={styles.buttons}>
        <Button
          look={shows === 'rules' ? 'main' : 'plain'}
          aria-pressed={shows === 'rules'}
          onClick={() => acts.show('rules')}
        >
          By rules
        </Button>
        {result !== undefined && (
          <Button
            look={shows === 'model' ? 'main' : 'plain'}
            aria-pressed={shows === 'model'}
            onClick={() => acts.show('model')}
          >
            {result.model}
          </Button>
        )}
        {running === undefined ? (
          <Button disabled={!canAsk || isPreparing} onClick={ask}>
            {isPreparing ? 'Preparing…' : result?.problem === undefined ? 'With a model…' : 'Continue with a model…'}
          </Button>
        ) : (
          <Button onClick={acts.stop}>Stop</Button>
        )}
      </div>
      {running !== undefined && (
        <>
          <p className={styles.muted} role="status">
            {exactNumber(running.answered)} of {exactNumber(running.of)} answered
            {running.dollars !== undefined && `, ${dollars(running.dollars)} so far`}
          </p>
          <ProgressBar label="Answered" value={running.answered} max={running.of} />
          {running.waiting !== undefined && <WaitingNote waiting={running.waiting} />}
        </>
      )}
      {failure !== undefined && <ErrorNote {...failure} />}
      {shows === 'model' && result !== undefined && <Answered result={result} />}
      <Dialog title="Ask a model about memory?" isOpen={pending !== undefined} onClose={acts.dismiss}>
        {pending !== undefined && <AskModel store={store} pending={pending} onKey={() => setIsKeyShown(true)} />}
      </Dialog>
      <KeyDialog isOpen={isKeyShown} onClose={() => setIsKeyShown(false)} />
    </section>
  );
}

function Answered({ result }: { readonly result: ModelMemory }) {
  const { model, scope, answered, requests, sent, refused, failed, problem } = result;
  const cost = sent?.dollars === undefined ? 'the price is unknown' : dollars(sent.dollars);
  return (
    <>
      <p className={styles.muted}>
        {problem !== undefined && 'Partial. '}
        {model} answered {counted(answered, 'extraction or recall', 'extractions and recalls')}
        {scope === 'open' ? ' of this session alone, with what rules left before it' : ''} in{' '}
        {counted(requests, 'request')}: {cost}, from the usage that the API reported. Changes of settings or sessions
        since then are not in it.
        {refused > 0 && ` ${counted(refused, 'tool call')} denied or failed.`}
        {failed > 0 &&
          ` ${counted(failed, 'request')} declined, longer than the window, or answered without a list of memories.`}
      </p>
      {problem !== undefined && <ErrorNote look="notice" {...problem} />}
    </>
  );
}
