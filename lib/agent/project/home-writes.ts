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
    case 'task-results':
    case 'task-ended':
    case 'dream-wrote': {
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
