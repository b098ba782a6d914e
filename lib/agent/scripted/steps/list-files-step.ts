import { call, finish, type Move } from '../sight/move';
import type { VisibleContext } from '../sight/sight';
import { knownFiles, LIST_ALL, madeInStep } from './step-sight';
import { LEFT_OUT, reviewStep, stepWords } from './step-words';

const FILES_IN_STEP = 2;
const MAX_FILES = 40;

export function listFiles(sight: VisibleContext, step: string): Move {
  const files = knownFiles(sight).slice(0, MAX_FILES);
  if (files.length === 0) {
    const list = madeInStep(sight, LIST_ALL);
    if (list === undefined) return call("Let's see which files there are.", LIST_ALL);
    if (list.result?.state === 'cleared') return finish(LEFT_OUT);
  }
  const { round } = stepWords(step);
  const then: string[] = [];
  for (let place = 0; place < files.length; place += FILES_IN_STEP) {
    then.push(reviewStep(files.slice(place, place + FILES_IN_STEP), round));
  }
  return finish(`${files.length} files.`, then);
}
