import Link from 'next/link';
import { useStore } from 'zustand';
import { preferences } from '@/components/shell/stores';
import { Dialog } from '@/components/ui/dialog';
import { lessons } from '@/lib/agent/lessons/index';
import styles from './lessons-dialog.module.css';

interface LessonsDialogProps {
  readonly isOpen: boolean;
  readonly openId: string | undefined;
  onClose(): void;
}

/** All lessons, with those that were seen to the end. */
export function LessonsDialog({ isOpen, openId, onClose }: LessonsDialogProps) {
  const done = useStore(preferences, ({ lessonsDone }) => lessonsDone);
  const count = lessons.filter(({ id }) => done.includes(id)).length;
  return (
    <Dialog title="Lessons" isOpen={isOpen} onClose={onClose}>
      <p>
        A short run for each layer, without a key. It pauses where something happens and says what to look at.{' '}
        {count > 0 && `${count} of ${lessons.length} done.`}
      </p>
      <ol className={styles.lessons}>
        {lessons.map(({ id, title, shows }) => (
          <li key={id}>
            <Link
              href={lessonAddress(id)}
              className={styles.lesson}
              aria-current={id === openId}
              prefetch={false}
              onClick={onClose}
            >
              <span className={styles.title}>
                {title}
                {done.includes(id) && <span className={styles.done}>Done</span>}
              </span>
              <span className={styles.muted}>{shows}</span>
            </Link>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

export function lessonAddress(id: string): string {
  return `/playground?lesson=${encodeURIComponent(id)}`;
}
