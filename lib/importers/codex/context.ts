import type { Message } from '../../transcript/transcript';

/** Which messages stand in the context while a rollout is read. */
export class Context {
  private kept: readonly Message[] = [];
  private from = 0;

  constructor(private readonly messages: readonly Message[]) {}

  /** In the order in which the model sees them. */
  current(): readonly Message[] {
    return [...this.kept, ...this.messages.slice(this.from)];
  }

  /** Only these stay; messages that are added later follow them. */
  keepOnly(kept: readonly Message[]): void {
    this.kept = kept;
    this.from = this.messages.length;
  }

  /** The last turns, each of which begins with a prompt. */
  lastTurns(count: number): readonly Message[] {
    const current = this.current();
    const prompts = current.flatMap((message, index) => (message.kind === 'prompt' ? index : []));
    const first = count > 0 ? prompts.slice(-count)[0] : undefined;
    return first === undefined ? [] : current.slice(first);
  }
}
