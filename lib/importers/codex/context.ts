import type { Message } from '../../transcript/transcript';

/** The messages in the context while a rollout is read. */
export class Context {
  private live: Message[] = [];
  /** Positions of the prompts among the live messages, so that rollbacks need not search everything again. */
  private prompts: number[] = [];
  private seen = 0;

  constructor(private readonly messages: readonly Message[]) {}

  /** In the order in which the model sees them. */
  current(): readonly Message[] {
    for (; this.seen < this.messages.length; this.seen++) this.enter(this.messages[this.seen]);
    return this.live;
  }

  /** Only these stay; messages added later follow them. */
  keepOnly(kept: readonly Message[]): void {
    this.live = [];
    this.prompts = [];
    this.seen = this.messages.length;
    for (const message of kept) this.enter(message);
  }

  /** Removes the last turns, each of which starts with a prompt. */
  dropTurns(count: number): readonly Message[] {
    this.current();
    const turns = Math.min(Math.floor(count), this.prompts.length);
    const first = turns > 0 ? this.prompts.splice(-turns)[0] : undefined;
    return first === undefined ? [] : this.live.splice(first);
  }

  private enter(message: Message | undefined): void {
    if (message === undefined) return;
    if (message.kind === 'prompt') this.prompts.push(this.live.length);
    this.live.push(message);
  }
}
