'use client';

import Link from 'next/link';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { preferences } from '@/components/shell/stores';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { lessons } from '@/lib/agent/lessons/index';
import type { Lesson } from '@/lib/agent/lessons/lesson';
import { type ReachedMoment, reachedMoments } from '@/lib/agent/lessons/reached-moments';
import type { RunView } from '@/lib/agent/view/run-view';
import { atWork } from '../run/run-header';
import styles from './lesson-guide.module.css';
import { lessonAddress } from './lessons-dialog';

interface LessonGuideProps {
  readonly lesson: Lesson;
  readonly run: Pick<RunView, 'simulation' | 'items' | 'status' | 'waiting'>;
  readonly isSaving: boolean;
  onStart(): void;
  onGoOn(): void;
  onAgain(): void;
  onShow(moment: ReachedMoment): void;
  onTry(): void;
  onSave(): void;
}

/** Leads through a lesson: the sentence of the moment at which the run waits, and what to do next. */
export function LessonGuide({
  lesson,
  run,
  isSaving,
  onStart,
  onGoOn,
  onAgain,
  onShow,
  onTry,
  onSave,
}: LessonGuideProps) {
  const { simulation, items, status, waiting } = run;
  const reached = useMemo(() => reachedMoments(lesson, { simulation, items }), [lesson, simulation, items]);
  const [chosen, setChosen] = useState<{ readonly of: number; readonly place: number }>();
  // A new moment comes first, whatever was looked at before.
  const place = chosen?.of === reached.length ? chosen.place : reached.length - 1;
  const moment = reached[place];
  const isRunning = atWork(status);
  const isDone = reached.length === lesson.moments.length;
  const hasEnded = !isRunning && !isDone && waiting.length === 0 && (status.type === 'idle' || status.type === 'help');

  const show = useEffectEvent(() => {
    if (moment !== undefined && !isRunning) onShow(moment);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another moment is looked at
  useEffect(() => show(), [place, lesson.id, isRunning]);
  useEffect(() => {
    if (isDone) markDone(lesson.id);
  }, [isDone, lesson.id]);

  return (
    <section className={styles.guide} aria-label="Lesson">
      <div className={styles.head}>
        <strong>
          Lesson {lessons.indexOf(lesson) + 1} of {lessons.length}: {lesson.title}
        </strong>
        <span className={styles.steps}>
          <IconButton
            icon="left"
            label="Previous moment"
            disabled={place <= 0}
            onClick={() => setChosen({ of: reached.length, place: place - 1 })}
          />
          <span>
            {place + 1} / {lesson.moments.length}
          </span>
          <IconButton
            icon="right"
            label="Next moment"
            disabled={place >= reached.length - 1}
            onClick={() => setChosen({ of: reached.length, place: place + 1 })}
          />
        </span>
      </div>
      <p className={styles.sentence} role="status">
        {hasEnded && items.length > 0 ? ENDED : (moment?.text ?? (items.length === 0 ? lesson.shows : 'Running…'))}
      </p>
      <div className={styles.buttons}>
        {items.length === 0 ? (
          <Button look="main" onClick={onStart}>
            Start lesson
          </Button>
        ) : (
          !isDone && (
            <Button look="main" disabled={isRunning} onClick={hasEnded ? onAgain : onGoOn}>
              {hasEnded ? 'Start again' : isRunning ? 'Running…' : 'Continue lesson'}
            </Button>
          )
        )}
        {isDone && (
          <>
            <Button look="main" onClick={onTry}>
              Try it yourself
            </Button>
            <Button disabled={isSaving} onClick={onSave}>
              See it in Simulate
            </Button>
            <NextLesson lesson={lesson} />
          </>
        )}
      </div>
    </section>
  );
}

const ENDED = 'The run is over, and this moment did not come. Was its policy changed?';

function NextLesson({ lesson }: { readonly lesson: Lesson }) {
  const next = lessons[lessons.indexOf(lesson) + 1];
  return (
    next !== undefined && (
      <Link href={lessonAddress(next.id)} prefetch={false}>
        Next lesson: {next.title}
      </Link>
    )
  );
}

function markDone(id: string): void {
  const { lessonsDone, set } = preferences.getState();
  if (!lessonsDone.includes(id)) set({ lessonsDone: [...lessonsDone, id] });
}
