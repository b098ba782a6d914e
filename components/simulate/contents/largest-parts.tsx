import { categoryColor } from '@/components/charts/frame/category-color';
import { partName } from '@/components/messages/parts/part-names';
import { NumberText } from '@/components/ui/number-text';
import type { SizedPart } from '@/lib/simulator/recorded/contents';
import type { MessageRow } from '@/lib/worker/engine/messages';
import styles from './largest-parts.module.css';

interface LargestPartsProps {
  readonly title: string;
  readonly parts: readonly SizedPart[];
  readonly unit: string;
  readonly rows: readonly MessageRow[];
  onShow(messageIndex: number, partIndex: number): void;
}

const SHOWN = 8;

export function LargestParts({ title, parts, unit, rows, onShow }: LargestPartsProps) {
  if (parts.length === 0) return null;
  return (
    <section aria-labelledby="largest-title">
      <h2 id="largest-title" className={styles.title}>
        {title}
      </h2>
      <ol>
        {parts.slice(0, SHOWN).map(({ messageIndex, partIndex, tokens }) => {
          const row = rows[messageIndex];
          const part = row?.parts[partIndex];
          if (row === undefined || part === undefined) return null;
          return (
            <li key={`${messageIndex} ${partIndex}`}>
              <button
                type="button"
                className={styles.part}
                title="Show in messages"
                onClick={() => onShow(messageIndex, partIndex)}
              >
                <span className={styles.swatch} style={{ background: categoryColor(part.category) }} />
                <span className={styles.name}>
                  {partName(row, part)} {part.toolName !== undefined && <code>{part.toolName}</code>}{' '}
                  <span className={styles.excerpt}>{part.excerpt}</span>
                </span>
                <NumberText value={tokens} unit={unit} isEstimate source="estimated from length" />
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
