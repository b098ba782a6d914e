import { finish, type Move } from '../sight/move';
import type { VisibleContext } from '../sight/sight';
import { knownFiles } from './step-sight';
import { reviewStep, stepWords } from './step-words';

const FILES_IN_STEP = 2;
const MAX_FILES = 40;

export function listFiles(sight: VisibleContext, step: string): Move {
  const files = knownFiles(sight).slice(0, MAX_FILES);
  const { round } = stepWords(step);
  const then: string[] = [];
  for (let place = 0; place < files.length; place += FILES_IN_STEP) {
    then.push(reviewStep(files.slice(place, place + FILES_IN_STEP), round));
  }
  return finish(`${files.length} files.`, then);
}
