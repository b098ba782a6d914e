import { optional } from '../../base/optional';
import type { Entry } from '../journal/entry';
import { HOME, mountOf } from '../tools/workspace-path';
import type { HomeRecordOf } from './home-record';

/** What an entry does to its project. */
export type HomeWrite = HomeRecordOf<'written'> | HomeRecordOf<'passed'>;

/** The entry itself is the truth: this is what is to be found in the book of the project, too. */
export function homeWritesOf(entry: Entry, run: string, place: number): readonly HomeWrite[] {
  const by = { run, entry: place };
  if (entry.type === 'waited') return [{ type: 'passed', ms: entry.ms, by }];
  switch (entry.type) {
    case 'results':
    case 'files':
    case 'team':
    case 'mail':
    case 'task-results':
    case 'task-ended':
    case 'dream-wrote': {
      if (entry.type === 'dream-wrote' && entry.isTakenBack === true) return [];
      const task = 'task' in entry ? entry.task : undefined;
      return (entry.files ?? []).flatMap(({ path, text, modifiedMs: mtimeMs = entry.timeMs }): readonly HomeWrite[] =>
        isAtHome(path) ? [{ type: 'written', path, text, mtimeMs, by: { ...by, ...optional('task', task) } }] : [],
      );
    }
    // [D1] What a dream has looked at is in the project already.
    default:
      return [];
  }
}

export function isAtHome(path: string): boolean {
  return mountOf(path) === HOME;
}

/** [D2] Whether an entry takes back what the same task has written before: then the project never had it. */
export function takesBack(entry: Entry, write: HomeWrite): boolean {
  if (entry.type !== 'dream-wrote' || entry.isTakenBack !== true) return false;
  return (
    write.type === 'written' && write.by.task === entry.task && entry.files.some(({ path }) => path === write.path)
  );
}
