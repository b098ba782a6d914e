import type { EntryOf } from '../journal/entry';
import type { BesideNeed } from '../journal/need';
import { BesideNote } from './beside-note';
import type { LiveContext } from './live-context';

/** [N2] [J2] The session note, where it is written beside the turns. */
export class LiveNote {
  /** Requested, and not taken over yet. */
  beside: BesideNote | undefined;
  private asked = 0;

  /** The turn goes on meanwhile. */
  ask(live: LiveContext, timeMs: number): void {
    const { open } = live.pipeline;
    if (open === undefined || open.ask === this.beside?.start.ask) return;
    const { ask, call } = open;
    const { frame } = live;
    this.asked += 1;
    this.beside = new BesideNote({ id: `note-${this.asked}`, ask, call, timeMs, frame, facts: live.besideFacts(ask) });
  }

  answered(entry: EntryOf<'forked'>, task: string, live: LiveContext): void {
    const { beside } = this;
    if (beside?.isOpen !== true || beside.start.id !== task) throw new Error(`The run writes no note "${task}"`);
    beside.reply = entry.reply;
    live.takeFork(beside.start.ask, entry, beside.start.facts);
  }

  takeOver({ record, pipeline }: LiveContext): void {
    const reply = this.beside?.reply;
    if (reply === undefined) return;
    this.beside = undefined;
    record.takesOver();
    pipeline.answered(reply);
  }

  get open(): readonly string[] {
    return this.beside?.isOpen === true ? [this.beside.start.id] : [];
  }

  needOf(id: string): BesideNeed | undefined {
    return this.beside?.start.id === id ? this.beside.need : undefined;
  }
}
