import { classNames } from '@/components/ui/class-names';
import type { Todo } from '@/lib/agent/journal/entry';
import { exactNumber } from '@/lib/series/words/format-number';
import styles from './todo-list.module.css';

/** The agent's own list of tasks. */
export function TodoList({ todos }: { readonly todos: readonly Todo[] }) {
  if (todos.length === 0) return null;
  const done = todos.filter(({ state }) => state === 'done').length;
  const now = todos.find(({ state }) => state === 'doing');
  return (
    <details className={styles.todos}>
      <summary>
        Tasks: {exactNumber(done)} of {exactNumber(todos.length)} done{now !== undefined && `, now: ${now.text}`}
      </summary>
      <ul className={styles.list}>
        {[...todos.entries()].map(([place, { text, state }]) => (
          <li key={place} className={classNames(state === 'done' && styles.done, state === 'doing' && styles.doing)}>
            <span className={styles.state}>{state}</span> {text}
          </li>
        ))}
      </ul>
    </details>
  );
}
