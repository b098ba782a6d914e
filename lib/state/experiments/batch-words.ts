import { RESULTS_KEPT_MS } from '../../api/batches/batch-limits';
import { assertNever } from '../../base/assert-never';
import { counted, exactNumber } from '../../series/words/format-number';
import type { ExperimentBatch } from './batch-record';

/** `In progress: 8 processing.` or, at its end, `Ended: 6 succeeded, 1 errored, 1 expired.` */
export function batchStateText({ state, counts, requests, isSettled, apiId }: ExperimentBatch): string {
  if (apiId === undefined) {
    return isSettled ? 'Unknown: it got no id.' : `Sending ${counted(requests.length, 'request')}…`;
  }
  const { processing = requests.length, succeeded = 0, errored = 0, canceled = 0, expired = 0 } = counts ?? {};
  const all = { processing, succeeded, errored, canceled, expired };
  const parts = Object.entries(all).flatMap(([name, count]) => (count === 0 ? [] : [`${exactNumber(count)} ${name}`]));
  return `${stateWord(state)}: ${parts.join(', ')}.`;
}

function stateWord(state: ExperimentBatch['state']): string {
  switch (state) {
    case 'sending':
      return 'Sending';
    case 'in_progress':
      return 'In progress';
    case 'canceling':
      return 'Being cancelled';
    case 'ended':
      return 'Ended';
    default:
      return assertNever(state);
  }
}

/** What was wrong with its results; undefined if nothing was. */
export function foundText({ found }: Pick<ExperimentBatch, 'found'>): string | undefined {
  if (found === undefined) return undefined;
  const { damaged, unknown, repeated, missing } = found;
  const parts = [
    damaged > 0 && `${counted(damaged, 'line')} could not be read`,
    missing > 0 && `${counted(missing, 'request')} had no result`,
    repeated > 0 &&
      `${counted(repeated, 'result')} came twice or had another answer already, and ${repeated === 1 ? 'was' : 'were'} not stored again`,
    unknown > 0 && `${counted(unknown, 'result')} had an unknown id`,
  ].flatMap((part) => part || []);
  return parts.length === 0 ? undefined : `Of its results: ${parts.join('; ')}.`;
}

/** [V8] Until when its results can be fetched. */
export function resultsUntilMs({ createdMs, atMs }: Pick<ExperimentBatch, 'createdMs' | 'atMs'>): number {
  return (createdMs ?? atMs) + RESULTS_KEPT_MS;
}
