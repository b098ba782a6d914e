import { CallLink } from '@/components/ui/call-link';
import { NumberText } from '@/components/ui/number-text';
import type { ShownChange } from '@/lib/agent/view/system-view';
import styles from './system.module.css';

interface ChangeCostProps {
  readonly change: ShownChange | undefined;
  readonly hasStarted: boolean;
  onSelectCall(call: number): void;
}

/** [Y3] What the latest change of the beginning cost, in tokens of the cache. */
export function ChangeCost({ change, hasStarted, onSelectCall }: ChangeCostProps) {
  if (change === undefined) {
    return (
      <p className={styles.muted}>
        {hasStarted
          ? 'Nothing has changed since the session began, so every call could read it from the cache.'
          : 'Until the first prompt, changes cost nothing. Later, each takes effect with the next call.'}
      </p>
    );
  }
  const { call, because, isStatic, readBefore, at } = change;
  return (
    <div className={styles.cost} role="status">
      <p>
        Latest change: {words[because]}, from <CallLink call={call} onSelectCall={onSelectCall} /> on.{' '}
        {isStatic ? 'It is in the static block: nothing of the cache is left.' : 'The static block is still read.'}
      </p>
      <dl className={styles.figures}>
        <div>
          <dt>Read by the call before</dt>
          <dd>
            <NumberText value={readBefore} unit="tokens" />
          </dd>
        </div>
        {at === undefined ? (
          <div>
            <dt>Call {call + 1}</dt>
            <dd>not made yet</dd>
          </div>
        ) : (
          <>
            <div>
              <dt>Read by call {call + 1}</dt>
              <dd>
                <NumberText value={at.read} unit="tokens" />
              </dd>
            </div>
            <div>
              <dt>Written by call {call + 1}</dt>
              <dd>
                <NumberText value={at.written} unit="tokens" />
              </dd>
            </div>
          </>
        )}
      </dl>
    </div>
  );
}

const words: Readonly<Record<ShownChange['because'], string>> = {
  choice: 'your choice',
  compaction: 'a compaction, after which instructions were read again',
  'each call': 'a section that is computed before each call',
};
