import type { RunJournal } from '../../agent/host/run-host';
import { homeWritesOf } from '../../agent/project/home-writes';
import type { Failure } from '../../base/failure';
import type { Result } from '../../base/result';
import type { HomeMirror } from './home-mirror';

/**
 * A journal whose run belongs to a project. An entry counts as stored once the project has what it wrote, too: if there is
 * no room for that, the run says so, and stores both again later.
 */
export function mirroredJournal(journal: RunJournal, mirror: HomeMirror, run: string): RunJournal {
  let previous: Promise<unknown> = Promise.resolve();
  /** One after another: each step begins with what the one before it has left in the book. */
  const inTurn = (step: () => Promise<Result<void, Failure>>) => {
    const done = previous.then(step);
    previous = done.catch(() => undefined);
    return done;
  };

  return {
    append: (place, entry) =>
      inTurn(async () => {
        const marked = await mirror.mark(homeWritesOf(entry, run, place).length > 0);
        if (!marked.ok) return marked;
        const written = await journal.append(place, entry);
        if (!written.ok) return written;
        mirror.note(place, entry);
        const followed = await mirror.synchronise();
        if (followed.ok) await mirror.unmark();
        return followed;
      }),

    // Here the project comes first: if it has no room, nothing is undone.
    cut: (length) =>
      inTurn(async () => {
        const marked = await mirror.mark(mirror.isTouchedBy(length));
        if (!marked.ok) return marked;
        const before = mirror.cut(length);
        const followed = await mirror.synchronise();
        const cut = followed.ok ? await journal.cut(length) : followed;
        if (!cut.ok) {
          mirror.cut(before);
          if (!(await mirror.synchronise()).ok) return cut;
        }
        await mirror.unmark();
        return cut;
      }),
  };
}
