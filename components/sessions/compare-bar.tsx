import { useRouter } from 'next/navigation';
import { Button } from '@/components/ui/button';
import { exactNumber } from '@/lib/series/words/format-number';
import { compareAddressOf } from '@/lib/state/compare/many/session-choice';
import styles from './compare-bar.module.css';

interface CompareBarProps {
  readonly chosen: ReadonlySet<string>;
  readonly search: string;
  /** Of those that are listed: samples are not compared with own sessions. */
  readonly listed: number;
  onDone(): void;
}

/** While sessions are chosen: what is compared then. */
export function CompareBar({ chosen, search, listed, onDone }: CompareBarProps) {
  const router = useRouter();
  const all = search.trim() === '' ? ({ type: 'all' } as const) : ({ type: 'filter', search: search.trim() } as const);
  return (
    <section className={styles.bar} aria-label="Choose sessions to compare">
      <Button
        look="main"
        disabled={chosen.size === 0}
        onClick={() => router.push(compareAddressOf({ type: 'sessions', ids: [...chosen] }))}
      >
        Compare {exactNumber(chosen.size)} chosen
      </Button>
      <Button disabled={listed === 0} onClick={() => router.push(compareAddressOf(all))}>
        Compare all {exactNumber(listed)}
        {all.type === 'filter' && ' found'}
      </Button>
      <Button look="quiet" onClick={onDone}>
        Done
      </Button>
    </section>
  );
}
