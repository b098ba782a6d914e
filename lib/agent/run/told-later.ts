import type { Recalled } from '../../memory/recall/recall-session';
import type { LiveContext } from './live-context';
import type { LiveMemory } from './live-memory';
import type { MemorySelection } from './memory-selection';

/** What came too late for a request: it is shown where the next one adds something anyway. */
export class ToldLater {
  private late: readonly { readonly selection: MemorySelection; readonly recalled: readonly Recalled[] }[] = [];
  /** Told by other agents. */
  private news: readonly string[] = [];

  /** [O9] From other sessions: nobody goes on because of them. */
  private mail: readonly string[] = [];

  tell(text: string): void {
    this.news = [...this.news, text];
  }

  tellOfSessions(text: string): void {
    this.mail = [...this.mail, text];
  }

  get hasNews(): boolean {
    return this.news.length > 0;
  }

  /** [R1] Chosen after the turn went on. */
  recalled(selection: MemorySelection, recalled: readonly Recalled[]): void {
    this.late = [...this.late, { selection, recalled }];
  }

  /** [R3] Behind the prompt, or behind results. */
  show(live: LiveContext, memory: LiveMemory, timeMs: number): void {
    const { late, news, mail } = this;
    this.late = [];
    this.news = [];
    this.mail = [];
    for (const text of news) live.enter(live.messages.injected(text, timeMs, { kind: 'agents' }));
    for (const text of mail) live.enter(live.messages.injected(text, timeMs, { kind: 'agents', name: 'sessions' }));
    for (const { selection, recalled } of late) {
      if (recalled.length > 0) selection.firstCall = live.record.transcript.calls.length;
      for (const { text } of recalled) {
        const held = live.messages.injected(text, timeMs);
        live.enter(held);
        selection.tokens = (selection.tokens ?? 0) + held.tokens;
        memory.recalledAs(held.message.id);
      }
    }
  }
}
