import type { ReactNode } from 'react';
import { classNames } from '../class-names';
import type { VirtualList } from './use-virtual-list';
import styles from './virtual-rows.module.css';

interface VirtualRowsProps {
  readonly list: VirtualList;
  readonly as?: 'ul' | 'ol';
  readonly label?: string;
  readonly rowClassName?: string | undefined;
  renderRow(index: number): ReactNode;
}

/** The rendered rows of a virtual list, inside a scrolling element. */
export function VirtualRows({ list, as: List = 'ul', label, rowClassName, renderRow }: VirtualRowsProps) {
  const { virtualizer, bindings } = list;
  const { count } = virtualizer.options;
  return (
    <List {...bindings} className={styles.list} style={{ height: virtualizer.getTotalSize() }} aria-label={label}>
      {virtualizer.getVirtualItems().map(
        ({ key, index, start }) =>
          index < count && (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              className={classNames(styles.row, rowClassName)}
              style={{ transform: `translateY(${start}px)` }}
              aria-setsize={count}
              aria-posinset={index + 1}
            >
              {renderRow(index)}
            </li>
          ),
      )}
    </List>
  );
}
