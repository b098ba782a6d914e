import type { ModelChoice } from '../journal/entry';
import { lessonById } from './index';
import type { Lesson } from './lesson';
import { type LessonRun, reachedMoments } from './reached-moments';

/** The lesson that a run is. */
export function lessonOf(model: ModelChoice): Lesson | undefined {
  return model.type === 'scripted' && model.lesson !== undefined ? lessonById(model.lesson) : undefined;
}

/** Says after each step whether another moment was reached. */
export function pauseAtMoments(lesson: Lesson): (run: LessonRun) => boolean {
  let before = 0;
  return (run) => {
    const reached = reachedMoments(lesson, run).length;
    const isNew = reached > before;
    before = reached;
    return isNew;
  };
}
