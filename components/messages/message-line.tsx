import { type KeyboardEvent, memo } from 'react';
import { categoryColor } from '@/components/charts/frame/category-color';
import { classNames } from '@/components/ui/class-names';
import { Icon } from '@/components/ui/icon';
import { NumberText } from '@/components/ui/number-text';
import { counted, exactNumber } from '@/lib/series/words/format-number';
import type { ContextLine, LineSide } from '@/lib/state/messages/context-lines';
import type { MessageId } from '@/lib/transcript/transcript';
import type { MessageRow } from '@/lib/worker/engine/messages';
import { FateTag } from './fate-mark';
import styles from './message-line.module.css';
import { nothingIn, partName } from './parts/part-names';

export type Layout = 'sides' | 'list';

interface MessageLineProps {
  readonly line: ContextLine;
  readonly layout: Layout;
  readonly isOpen: boolean;
  readonly isPinned: boolean;
  /** The first listed part of its message, which has the number and the pin. */
  readonly isFirst: boolean;
  /** The one line reached by Tab; arrow keys move from there. */
  readonly isTabStop: boolean;
  readonly isCurrent: boolean;
  /** Recorded messages that can be expanded below it, and whether they are. */
  readonly foldable: number;
  readonly isUnfolded: boolean;
  onToggle(line: ContextLine): void;
  /** Missing if nothing can be pinned. */
  readonly onTogglePin: ((id: MessageId) => void) | undefined;
  onToggleFold(id: MessageId): void;
}

export const MessageLine = memo(function MessageLine(props: MessageLineProps) {
  const { line, layout, isOpen, isPinned, isFirst, isTabStop, isCurrent, foldable, isUnfolded } = props;
  const { onToggle, onTogglePin, onToggleFold } = props;
  const { message, index } = line;
  const canBePinned = index !== undefined && onTogglePin !== undefined;
  const canBeUnfolded = foldable > 0;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'p' && canBePinned) onTogglePin(message.id);
    else if (event.key === 'u' && canBeUnfolded) onToggleFold(message.id);
    else return;
    event.preventDefault();
  };
  return (
    <div
      className={classNames(
        styles.line,
        !isFirst && styles.further,
        isCurrent && styles.current,
        line.isUnfolded && styles.below,
      )}
    >
      <button
        type="button"
        className={classNames(styles.open, styles[layout])}
        aria-expanded={isOpen}
        aria-keyshortcuts={canBePinned ? 'p' : canBeUnfolded ? 'u' : undefined}
        tabIndex={isTabStop ? 0 : -1}
        data-key={line.key}
        onClick={() => onToggle(line)}
        onKeyDown={onKeyDown}
      >
        {layout === 'list' ? <Whole line={line} isFirst={isFirst} /> : <Sides line={line} isFirst={isFirst} />}
      </button>
      {canBePinned && isFirst && (
        <button
          type="button"
          className={classNames(styles.action, isPinned && styles.pinned)}
          aria-pressed={isPinned}
          aria-label={`Pin message ${exactNumber(index + 1)}`}
          title={
            isPinned
              ? 'Pinned: no layer can remove this message. Unpin (p)'
              : 'Pin: no layer can remove this message (p)'
          }
          tabIndex={isTabStop ? 0 : -1}
          onClick={() => onTogglePin(message.id)}
        >
          <Icon name="pin" />
        </button>
      )}
      {canBeUnfolded && (
        <button
          type="button"
          className={classNames(styles.action, isUnfolded && styles.unfolded)}
          aria-expanded={isUnfolded}
          aria-label={`Expand: ${messagesOf(foldable)}`}
          title={`${isUnfolded ? 'Collapse' : 'Expand'} (u): ${messagesOf(foldable)}. Affects the view only.`}
          tabIndex={isTabStop ? 0 : -1}
          onClick={() => onToggleFold(message.id)}
        >
          <Icon name="chevron" />
        </button>
      )}
    </div>
  );
});

function messagesOf(count: number): string {
  return `the ${count === 1 ? 'message' : `${exactNumber(count)} messages`} it replaces`;
}

interface LineProps {
  readonly line: ContextLine;
  readonly isFirst: boolean;
}

function Whole({ line, isFirst }: LineProps) {
  return (
    <>
      <Part line={line} isFirst={isFirst} side={line.after ?? line.before} />
      <span className={styles.fate}>{line.fate !== 'kept' && <Fate line={line} isInCell={false} />}</span>
      <Tokens line={line} />
    </>
  );
}

/** What left earlier is on the left, in its old place. */
function Sides({ line, isFirst }: LineProps) {
  const { before, after, fate } = line;
  const hasLeft = after === undefined;
  return (
    <>
      {before === undefined && after !== undefined ? (
        <Gap words="Not in the context before." />
      ) : (
        <span className={classNames(styles.cell, before === undefined && styles.gone)}>
          <Part line={line} isFirst={isFirst} side={before} />
          {hasLeft && <Fate line={line} isInCell />}
          {before !== undefined && <Count side={before} />}
        </span>
      )}
      {after === undefined ? (
        <Gap words="Not in the context after." />
      ) : (
        <span className={styles.cell}>
          <Part line={line} isFirst={isFirst} side={after} />
          {fate !== 'kept' && <Fate line={line} isInCell />}
          <Count side={after} />
        </span>
      )}
    </>
  );
}

function Gap({ words }: { readonly words: string }) {
  return (
    <span className={styles.gap}>
      <span className="visually-hidden">{words}</span>
    </span>
  );
}

function Part({ line, isFirst, side }: LineProps & { readonly side: LineSide | undefined }) {
  const { message, index, part } = line;
  const isReplaced = side !== undefined && side.state !== 'whole';
  return (
    <>
      <span className={styles.position} title={placeInFile(line)}>
        {index !== undefined && isFirst ? exactNumber(index + 1) : ''}
      </span>
      <span
        className={styles.swatch}
        style={part === undefined ? undefined : { background: categoryColor(part.category) }}
      />
      <span className={classNames(styles.name, part?.isError === true && styles.error)}>
        {partName(message, part)} {part?.toolName !== undefined && <code>{part.toolName}</code>}
      </span>
      <span className={classNames(styles.excerpt, isReplaced && styles.replaced)}>
        {isFirst && message.hooks !== undefined && <HookMark hooks={message.hooks} />}
        {part !== undefined && (part.excerpt === '' ? nothingIn(part) : part.excerpt)}
      </span>
    </>
  );
}

/** [H3] In front of the words, so that a long text does not hide it. */
function HookMark({ hooks }: { readonly hooks: NonNullable<MessageRow['hooks']> }) {
  const names = hooks.map(({ name, event }) => name ?? event);
  return (
    <span className={styles.hook} data-hooks={hooks.length} title={names.join('\n')}>
      {hooks.length === 1 ? `Hook ${names[0]}` : counted(hooks.length, 'hook')}
    </span>
  );
}

function placeInFile({ message, index }: ContextLine): string {
  if (index === undefined) return 'Added by a layer; not in the file.';
  return `Message ${exactNumber(index + 1)}, line ${exactNumber(message.line)} of the file`;
}

function Fate({ line, isInCell }: { readonly line: ContextLine; readonly isInCell: boolean }) {
  const { fate, isChange, leftAt } = line;
  const note = leftAt === undefined ? {} : { note: `before call ${exactNumber(leftAt + 1)}` };
  return <FateTag fate={fate} isChange={isChange} isInCell={isInCell} {...note} />;
}

const SOURCE = 'share of this call’s tokens, estimated from length';
const PLACEHOLDER_SOURCE = 'the placeholder that replaced it';

function Count({ side: { tokens, state } }: { readonly side: LineSide }) {
  return (
    <span className={styles.tokens}>
      <NumberText value={tokens} unit="tokens" isEstimate source={state === 'whole' ? SOURCE : PLACEHOLDER_SOURCE} />
    </span>
  );
}

function Tokens({ line: { before, after, isChange } }: { readonly line: ContextLine }) {
  if (!isChange) return after === undefined ? <span className={styles.tokens} /> : <Count side={after} />;
  return (
    <span className={styles.tokens}>
      <NumberText value={before?.tokens ?? 0} unit="tokens before" isEstimate={before !== undefined} source={SOURCE} />
      <span aria-hidden="true"> → </span>
      <span className="visually-hidden"> to </span>
      <NumberText value={after?.tokens ?? 0} unit="tokens after" source={SOURCE} />
    </span>
  );
}
