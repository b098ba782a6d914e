import { ErrorNote } from '@/components/ui/error-note';
import type { Waiting } from '@/lib/api/ask-model';
import { waitWords } from '@/lib/series/words/wait-words';

/** The countdown to the next retry. */
export function WaitingNote({ waiting: { failure, leftMs, isAskedFor } }: { readonly waiting: Waiting }) {
  return (
    <ErrorNote look="notice" what={failure.what} advice={failure.advice}>
      <p>
        Retrying in <strong>{waitWords(leftMs)}</strong>
        {isAskedFor ? ', as requested by the API' : ', our default delay'}. Press Stop to cancel.
      </p>
    </ErrorNote>
  );
}
