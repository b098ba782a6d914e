import type { ReactNode } from 'react';
import { CallLink } from '@/components/ui/call-link';
import { Icon } from '@/components/ui/icon';
import { assertNever } from '@/lib/base/assert-never';
import { exactNumber } from '@/lib/series/words/format-number';
import type { Finding } from '@/lib/simulator/explain/forecast';
import styles from './finding-text.module.css';

interface FindingTextProps {
  readonly finding: Finding;
  onSelectCall(call: number): void;
}

export function FindingText({ finding, onSelectCall }: FindingTextProps) {
  const link = (call: number) => <CallLink call={call} onSelectCall={onSelectCall} />;
  switch (finding.type) {
    case 'thrash':
      return (
        <Obstacle>
          The context was full again one call after a compaction three times in a row, most recently at{' '}
          {link(finding.call)}, so compaction was abandoned. The largest message then had {exactNumber(finding.tokens)}{' '}
          tokens.
        </Obstacle>
      );
    case 'stuck':
      return (
        <Obstacle>
          {exactNumber(finding.refill.floor)} tokens remain{' '}
          {finding.refill.compaction === undefined ? (
            'at the start'
          ) : (
            <>after the compaction at {link(finding.refill.from)}</>
          )}
          , already past the {exactNumber(finding.refill.line)} that trigger the next one.
        </Obstacle>
      );
    case 'dead':
      return (
        <Obstacle>
          <strong>Dead from {link(finding.call)} on:</strong> the context no longer fits and cannot be reduced.
        </Obstacle>
      );
    case 'left-full':
      return (
        <Obstacle>
          The threshold is reached at {link(finding.call)}, but compaction no longer runs
          {finding.failures > 0 && `: it failed ${exactNumber(finding.failures)} times`}.
        </Obstacle>
      );
    case 'held':
      return (
        <p>
          Other layers keep the context small: since {link(finding.refill.from)} they have removed{' '}
          {exactNumber(finding.refill.growth.taken)} of {exactNumber(finding.refill.growth.tokens)} tokens added.
        </p>
      );
    case 'next':
      return (
        <p>
          {finding.refill.lineIs === 'threshold' ? 'The next compaction is due ' : 'The call size limit is reached '}
          {finding.callsLeft === 0 ? (
            <strong>at the next call</strong>
          ) : (
            <>
              about <strong>{calls(finding.callsLeft)}</strong> after the last call
            </>
          )}
          .
        </p>
      );
    case 'no-growth':
      return (
        <p>
          The context is not growing: it stays below the {exactNumber(finding.refill.line)} tokens that trigger
          compaction.
        </p>
      );
    case 'too-short':
      return <p>Too few calls to estimate how fast the context grows.</p>;
    default:
      return assertNever(finding);
  }
}

function Obstacle({ children }: { readonly children: ReactNode }) {
  return (
    <p className={styles.obstacle}>
      <span className={styles.icon}>
        <Icon name="warning" />
      </span>
      <span>{children}</span>
    </p>
  );
}

function calls(count: number): string {
  return `${exactNumber(count)} ${count === 1 ? 'call' : 'calls'}`;
}
