import { categoryColor } from '@/components/charts/frame/category-color';
import { classNames } from '@/components/ui/class-names';
import { NumberText } from '@/components/ui/number-text';
import { exactNumber } from '@/lib/series/words/format-number';
import type { MessageItem } from '@/lib/state/messages/message-items';
import { PartContent } from './part-content';
import styles from './part-line.module.css';
import { nothingIn, partName } from './part-names';

const SHARE_SOURCE = 'share of this call’s tokens, estimated from length';
const CLEARED_SOURCE = 'the placeholder that replaced it';

interface PartLineProps {
  readonly item: MessageItem;
  readonly isOpen: boolean;
  /** The one line that Tab comes to; the arrow keys go on from there. */
  readonly isFirst: boolean;
  onToggle(): void;
}

export function PartLine({ item, isOpen, isFirst, onToggle }: PartLineProps) {
  const { message, part, partIndex, tokens, isCleared } = item;
  const name = partName(message, part);
  return (
    <>
      <button
        type="button"
        className={classNames(styles.part, partIndex > 0 && styles.further, isCleared && styles.cleared)}
        aria-expanded={isOpen}
        tabIndex={isFirst ? 0 : -1}
        data-key={item.key}
        onClick={onToggle}
      >
        <span
          className={styles.position}
          title={`Message ${exactNumber(message.index + 1)}, line ${exactNumber(message.line)} of the file`}
        >
          {partIndex === 0 ? exactNumber(message.index + 1) : ''}
        </span>
        <span
          className={styles.swatch}
          style={part === undefined ? undefined : { background: categoryColor(part.category) }}
        />
        <span className={classNames(styles.name, part?.isError === true && styles.error)}>
          {name} {part?.toolName !== undefined && <code>{part.toolName}</code>}
        </span>
        <span className={styles.excerpt}>
          {isCleared && <span className={styles.tag}>cleared</span>}
          {part !== undefined && (part.excerpt === '' ? nothingIn(part) : <span>{part.excerpt}</span>)}
        </span>
        {tokens !== undefined && (
          <NumberText value={tokens} unit="tokens" isEstimate source={isCleared ? CLEARED_SOURCE : SHARE_SOURCE} />
        )}
      </button>
      {isOpen && part !== undefined && (
        <PartContent messageIndex={message.index} partIndex={partIndex} isCleared={isCleared} label={name} />
      )}
    </>
  );
}
