import { partName } from '@/components/messages/parts/part-names';
import { RuleTag } from '@/components/rules/rule-tag';
import { cacheWords } from '@/lib/series/words/cache-words';
import { dollars } from '@/lib/series/words/format-dollars';
import { exactNumber } from '@/lib/series/words/format-number';
import type { CacheAtCall } from '@/lib/simulator/explain/cache-at-call';
import type { MessageRow, SimulatedContext } from '@/lib/worker/engine/messages';
import styles from './cache-block.module.css';
import { PlaceLink } from './place-link';

interface CacheBlockProps {
  readonly cache: CacheAtCall;
  /** Of the same call. */
  readonly context: SimulatedContext | undefined;
  readonly rows: readonly MessageRow[];
  onShow(messageIndex: number, partIndex: number): void;
}

const shares = [
  { key: 'read', title: 'read' },
  { key: 'written', title: 'written' },
  { key: 'uncached', title: 'uncached' },
] as const;

export function CacheBlock({ cache, context, rows, onShow }: CacheBlockProps) {
  const { firstChange, brokenTokens, brokenCost, why } = cache;
  const sent = Math.max(1, cache.read + cache.written + cache.uncached);
  return (
    <div className={styles.block}>
      <div className={styles.bar} aria-hidden="true">
        {shares.map(({ key }) => (
          <span key={key} data-share={key} style={{ width: `${(cache[key] / sent) * 100}%` }} />
        ))}
      </div>
      <p className={styles.shares}>
        {shares.map(({ key, title }) => (
          <span key={key}>
            <span className={styles.key} data-share={key} aria-hidden="true" />
            <span className={styles.number}>{exactNumber(cache[key])}</span> {title}
          </span>
        ))}
      </p>
      <p>
        {cacheWords(cache)} <RuleTag rule="E1" />
      </p>
      {firstChange !== undefined && (
        <p>
          First differing part: <Changed place={firstChange} context={context} rows={rows} onShow={onShow} />
        </p>
      )}
      {why !== 'hit' && brokenTokens > 0 && (
        <p>
          <span className={styles.number}>{exactNumber(brokenTokens)}</span> tokens were sent again instead of read from
          the cache
          {brokenCost === undefined ? '; cost unknown.' : `: ${dollars(brokenCost)} more.`}
        </p>
      )}
    </div>
  );
}

interface ChangedProps extends Pick<CacheBlockProps, 'context' | 'rows' | 'onShow'> {
  readonly place: { readonly message: number; readonly part: number };
}

function Changed({ place: { message, part }, context, rows, onShow }: ChangedProps) {
  const changed = context?.after[message];
  if (changed?.type === 'recorded') {
    return <PlaceLink rows={rows} place={{ message: changed.index, part }} isNamed onShow={onShow} />;
  }
  const made = changed && partName(changed.row, changed.row.parts[part]).toLowerCase();
  return `${made === undefined ? 'a message' : `the ${made}`} added by the policy, message ${exactNumber(message + 1)}`;
}
