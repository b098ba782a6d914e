import { lettersIn, type SessionLetter, senderOf } from '../../agents/mailbox';
import { HOME } from '../tools/workspace-path';
import { detachedPlaces } from './home-folder';
import type { HomeBook } from './home-record';

/**
 * [O9] What was sent to a session, oldest first. Every version counts that its sender wrote and has not undone, so that
 * nothing is lost if the file is changed or deleted later; what somebody else wrote there does not.
 */
export function lettersTo(book: HomeBook, session: number): readonly SessionLetter[] {
  const runs = new Map(
    book.flatMap((record) => (record?.type === 'session' ? [[record.session, record.run] as const] : [])),
  );
  const withdrawn = detachedPlaces(book, ['withdrawn']);
  const letters = new Map<string, SessionLetter>();
  const known = new Set<string>();
  for (const [place, record] of book.entries()) {
    if (record?.type !== 'written' || record.text === null || withdrawn.has(place)) continue;
    const sender = senderOf(record.path, HOME, session);
    if (sender === undefined || sender === session || runs.get(sender) !== record.by.run) continue;
    const lines = record.text.split('\n').filter((line) => !known.has(`${sender} ${line}`));
    for (const line of lines) known.add(`${sender} ${line}`);
    for (const { isRead: _, ...letter } of lettersIn(lines.join('\n'))) {
      letters.set(`${sender}/${letter.id}`, { ...letter, session: sender });
    }
  }
  return [...letters.values()];
}
