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
          Three times running the context was full again one call after a compaction, the last time at{' '}
          {link(finding.call)}, so compaction was given up. The largest message then has {exactNumber(finding.tokens)}{' '}
          tokens.
        </Obstacle>
      );
    case 'stuck':
      return (
        <Obstacle>
          {exactNumber(finding.refill.floor)} tokens are left{' '}
          {finding.refill.compaction === undefined ? (
            'at the beginning'
          ) : (
            <>after the compaction at {link(finding.refill.from)}</>
          )}
          , and {exactNumber(finding.refill.line)} lead to the next one.
        </Obstacle>
      );
    case 'dead':
      return (
        <Obstacle>
          <strong>Dead from {link(finding.call)} on:</strong> the context no longer fits, and nothing helps.
        </Obstacle>
      );
    case 'left-full':
      return (
        <Obstacle>
          The threshold is reached at {link(finding.call)}, and nothing is compacted from there on
          {finding.failures > 0 && `: it has failed ${exactNumber(finding.failures)} times`}.
        </Obstacle>
      );
    case 'held':
      return (
        <p>
          Other layers keep the context small: from {link(finding.refill.from)} on they have taken away{' '}
          {exactNumber(finding.refill.growth.taken)} of {exactNumber(finding.refill.growth.tokens)} tokens that came in.
        </p>
      );
    case 'next':
      return (
        <p>
          {finding.refill.lineIs === 'threshold' ? 'The next compaction comes ' : 'The limit of a call is reached '}
          {finding.callsLeft === 0 ? (
            <strong>with the next call</strong>
          ) : (
            <>
              about <strong>{calls(finding.callsLeft)}</strong>
            </>
          )}{' '}
          after the last one.
        </p>
      );
    case 'no-growth':
      return (
        <p>
          The context does not grow: it stays below the {exactNumber(finding.refill.line)} tokens of the next
          compaction.
        </p>
      );
    case 'too-short':
      return <p>There are too few calls to tell how fast the context grows.</p>;
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
