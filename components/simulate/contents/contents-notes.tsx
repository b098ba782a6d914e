import { NumberText } from '@/components/ui/number-text';
import { counted, exactNumber, percent } from '@/lib/series/words/format-number';
import type { Contents } from '@/lib/simulator/recorded/contents';
import type { CounterError } from '@/lib/tokens/counter-error';
import type { OpenSession } from '@/lib/worker/engine/messages';
import type { ContentsScope } from './contents-scope';
import styles from './contents-table.module.css';

interface ContentsNotesProps {
  readonly contents: Contents;
  readonly session: OpenSession;
  readonly scope: ContentsScope;
}

/** Where the numbers come from. */
export function ContentsNotes({ contents, session, scope }: ContentsNotesProps) {
  const { notInFile, callsWithoutPrice, call } = contents;
  const { timeline, counters, systemInFile } = session;
  const measured = timeline.isMeasured.subarray(0, call + 1);
  const isMeasured = scope === 'call' ? measured[call] === 1 : measured.every((flag) => flag === 1);
  const error = errorOn(counters);
  return (
    <div className={styles.notes}>
      {notInFile > 0 && (
        <p>
          <span className={styles.key} aria-hidden="true" />
          <NumberText
            value={notInFile}
            unit="tokens"
            isEstimate
            source="recorded usage minus the content of the file"
          />{' '}
          of {scope === 'call' ? 'this' : 'the last'} call {systemInFile === 'none' ? 'are' : 'appear to be'} not in the
          file: system prompt, tools and what the agent adds. The recorded usage exceeds the content of the file by this
          amount.
        </p>
      )}
      <p>
        {isMeasured
          ? `The total is recorded; the shares are estimated${error}.`
          : `${scope === 'call' ? 'All values are' : 'Calls without usage, and all shares, are'} estimated${error}.`}
      </p>
      <p>
        Carried is tokens × calls: 1,000 tokens that stay for 50 calls carry 50,000.{' '}
        {callsWithoutPrice <= call &&
          `Cost is what the calls${scope === 'call' ? ' up to this one' : ''} pay to read them from the cache; writing the cache and the output are not included.`}
        {callsWithoutPrice > 0 &&
          ` ${callsWithoutPrice > call ? 'No price is known for this model.' : `Without ${counted(callsWithoutPrice, 'call')} of unknown price.`}`}
      </p>
    </div>
  );
}

function errorOn(counters: readonly CounterError[]): string {
  const calibrated = counters.find(({ counter }) => counter === 'calibrated');
  return calibrated?.medianAbsolute === undefined
    ? ''
    : `: ± ${percent(calibrated.medianAbsolute)} on this session, over ${exactNumber(calibrated.compared)} stretches`;
}
