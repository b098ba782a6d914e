import { LongText } from '@/components/messages/parts/long-text';
import { NumberText } from '@/components/ui/number-text';
import { counted, exactNumber } from '@/lib/series/words/format-number';
import type { ProjectMemoryReport } from '@/lib/worker/engine/memory-messages';
import styles from './memory-tab.module.css';

/** [A4] [A5] */
export function AtTheStart({ opening }: Pick<ProjectMemoryReport, 'opening'>) {
  const { rulesTokens, indexTokens, index } = opening;
  return (
    <section aria-labelledby="memory-start">
      <h2 id="memory-start" className={styles.title}>
        At the start
      </h2>
      <p className={styles.muted}>
        Rules of memory: <NumberText value={rulesTokens} unit="tokens" isEstimate source="estimated from length" />.
        Index: <NumberText value={indexTokens} unit="tokens" isEstimate source="estimated from length" />,{' '}
        {counted(index.lines, 'line')}, {exactNumber(index.bytes)} bytes
        {index.cutBy === undefined ? '.' : `, cut by the limit of ${index.cutBy}.`}
      </p>
      {index.text === '' ? (
        <p className={styles.muted}>The index would have been empty.</p>
      ) : (
        <LongText text={index.text} label="Index of memory" />
      )}
    </section>
  );
}
