import {
  addressedSession,
  hasUnread,
  type Letter,
  mailboxPath,
  type OtherSession,
  outgoingPath,
  type SessionLetter,
  sessionAddress,
  sessionMessage,
  sessionsReminder,
  withAllRead,
  withLetter,
} from '../../agents/mailbox';
import type { SentMessage } from '../../agents/send-message';
import { fail, ok, type Result } from '../../base/result';
import type { EntryOf, FileChange } from '../journal/entry';
import type { Workspace } from '../tools/workspace';
import { HOME } from '../tools/workspace-path';

/** What is to be done to a mailbox: one more message, or everything in it was read. */
type MailChange = { readonly path: string; readonly letter?: Letter };

/**
 * [O9] The mailboxes of a run. What was sent and read follows from its entries; what that changes in the files is in
 * `unwritten` until an entry has it.
 */
export class LiveMail {
  /** Other sessions, as far as the run was told of them. */
  sessions: readonly OtherSession[] = [];
  private changes: readonly MailChange[] = [];
  private readonly taken = new Set<string>();

  constructor(
    private readonly files: Workspace,
    private readonly session: number,
    /** Shown with the next prompt or the next results. */
    private readonly tell: (text: string) => void,
  ) {}

  /** To an agent of this run. */
  sent(to: string, letter: Letter): void {
    this.changes = [...this.changes, { path: mailboxPath(HOME, this.session, to), letter }];
  }

  /** By an agent of this run: everything that was sent to it. */
  read(member: string): void {
    const path = mailboxPath(HOME, this.session, member);
    const isUnread = this.changes.findLast((change) => change.path === path)?.letter !== undefined;
    if (isUnread || hasUnread(this.files.read(path) ?? '')) this.changes = [...this.changes, { path }];
  }

  /** To another session; or why not, in words for the model. Undefined: it is addressed to somebody here. */
  sentOut({ to, content }: SentMessage, letter: Letter): Result<string> | undefined {
    const number = addressedSession(to);
    if (number === undefined) return undefined;
    if (number === this.session) return refused('a message to yourself goes nowhere');
    if (!this.sessions.some(({ session }) => session === number)) {
      const known = this.sessions.map(({ session }) => sessionAddress(session)).join(', ');
      return refused(`there is no ${to}. ${known === '' ? 'There are no other sessions' : `Sessions: ${known}`}`);
    }
    if (content.type !== 'text') return refused('only a text can be sent to another session');
    const change = { path: outgoingPath(HOME, this.session, number), letter };
    const tried = this.files.copy();
    for (const each of [...this.changes, change]) apply(tried, each);
    if (tried.read(change.path)?.includes(JSON.stringify(letter.id)) !== true) {
      return refused('there is no room for it in the home folder');
    }
    this.changes = [...this.changes, change];
    return ok(`Sent to ${to}. It is read there with the next prompt, or before the next round of tools.`);
  }

  /** What has come and was not taken yet. */
  newIn(letters: readonly SessionLetter[]): readonly SessionLetter[] {
    return letters.filter((letter) => !this.taken.has(keyOf(letter)));
  }

  take({ letters, sessions }: EntryOf<'mail'>): void {
    this.changes = [];
    for (const letter of letters) {
      this.taken.add(keyOf(letter));
      this.tell(sessionMessage(letter));
    }
    if (sessions === undefined) return;
    this.sessions = sessions;
    this.tell(sessionsReminder(sessions));
  }

  /** The files that differ from what was sent and read, with these besides. What there is no room for is left out. */
  unwritten(letters: readonly SessionLetter[] = []): readonly FileChange[] {
    if (this.changes.length === 0 && letters.length === 0) return [];
    const tried = this.files.copy();
    for (const change of this.changes) apply(tried, change);
    const path = mailboxPath(HOME, this.session, 'main');
    for (const letter of letters) apply(tried, { path, letter: { ...letter, ...fromOutside(letter) } });
    return tried.takeChanges();
  }
}

function apply(files: Workspace, { path, letter }: MailChange): void {
  const text = files.read(path);
  const changed = letter === undefined ? text && withAllRead(text) : withLetter(text, letter);
  if (changed !== undefined) files.write(path, changed);
}

function fromOutside({ session, from, id }: SessionLetter) {
  const address = sessionAddress(session);
  return { from: from === 'main' ? address : `${address}, ${from}`, id: `${address}/${id}` };
}

function keyOf({ session, id }: SessionLetter): string {
  return `${session}/${id}`;
}

function refused(what: string): Result<never> {
  return fail(`SendMessage was not run: ${what}.`);
}
