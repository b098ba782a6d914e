import { classNames } from '@/components/ui/class-names';
import type { ShownTask } from '@/lib/agent/view/memory-view';
import { taskState, taskTitle } from '@/lib/state/playground/memory/memory-words';
import { TaskDetails } from '../memory/task-details';
import type { ChatEnv } from './chat';
import styles from './chat-entry.module.css';
import { Fold } from './fold';

interface TaskEntryProps {
  readonly task: ShownTask;
  readonly env: ChatEnv;
}

/** [A7] An extraction after the turn above it: one line that expands, of the same height whatever its state. */
export function TaskEntry({ task, env }: TaskEntryProps) {
  const state = taskState(task, env.underWay);
  return (
    <article
      className={classNames(styles.entry, styles.quiet)}
      data-chat="task"
      data-state={state}
      aria-busy={state === 'works' || undefined}
    >
      <p className={styles.gutter}>memory</p>
      <Fold
        name={`task ${task.id}`}
        env={env}
        title={<span className={classNames(task.state === 'failed' && styles.error)}>{taskTitle(task, state)}</span>}
      >
        <TaskDetails task={task} state={state} onStop={env.onStopTask && (() => env.onStopTask?.(task.id))} />
      </Fold>
    </article>
  );
}
