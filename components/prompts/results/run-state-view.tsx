import { ErrorNote } from '@/components/ui/error-note';
import { TextBox } from '@/components/ui/scrolling/text-box';
import { assertNever } from '@/lib/base/assert-never';
import type { PromptRun } from '@/lib/state/prompts/prompt-run';
import styles from './run-state-view.module.css';
import { WaitingNote } from './waiting-note';

/** The state of a run without a result. */
export function RunStateView({ run: { state, writer } }: { readonly run: PromptRun }) {
  switch (state.type) {
    case 'queued':
      return <p className={styles.status}>Waiting for the previous request, to reuse its cache…</p>;
    case 'preparing':
      return (
        <p className={styles.status} role="status">
          Computing…
        </p>
      );
    case 'asking':
      return (
        <>
          <p className={styles.status} role="status">
            {state.tryNumber > 1 && `Request too long. Attempt ${state.tryNumber}, without the oldest rounds. `}
            {state.text === '' ? 'Waiting for the first token…' : 'Receiving…'}
          </p>
          {state.text !== '' && <TextBox label="Answer so far">{state.text}</TextBox>}
        </>
      );
    case 'waiting':
      return <WaitingNote waiting={state} />;
    case 'failed':
      // A recording without a summary there is not an error.
      return <ErrorNote {...state.failure} look={writer.type === 'recorded' ? 'notice' : 'danger'} />;
    case 'ended':
      return null;
    default:
      return assertNever(state);
  }
}
