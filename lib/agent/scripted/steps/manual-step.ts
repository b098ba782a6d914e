import { call, finish, type Move, shell } from '../sight/move';
import type { VisibleContext } from '../sight/sight';
import { isCode, knownFiles, madeInStep, toRead } from './step-sight';

/** The size of the program, and its purpose. */
export function readManual(sight: VisibleContext): Move {
  const files = knownFiles(sight);
  const code = files.filter(isCode);
  const sizes = shell(`wc -l ${code.join(' ')}`);
  if (code.length > 0 && madeInStep(sight, sizes) === undefined) return call('How large is the program?', sizes);
  const documents = files.filter((path) => path.startsWith('docs/'));
  const unread = toRead(sight, 'Before I look at the program I read what it is meant to do.', ...documents);
  return unread ?? finish(documents.length === 0 ? 'There is no manual.' : `It is told in ${documents.join(' and ')}.`);
}
