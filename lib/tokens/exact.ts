import { TextHash } from '../base/hash';
import type { Result } from '../base/result';
import type { Message, Part, ToolDefinition } from '../transcript/transcript';

export interface CountRequest {
  readonly model: string;
  readonly system: readonly Part[];
  readonly tools: readonly ToolDefinition[];
  readonly messages: readonly Message[];
}

/** Asks the provider. Only whole requests can be asked about: a result without its call would be refused. */
export type AskProvider = (request: CountRequest) => Promise<Result<number>>;

/** Counts by hash of what was counted; a `Map` is one. */
export interface CountCache {
  get(key: string): number | undefined;
  set(key: string, tokens: number): void;
}

/**
 * [T7] What the provider itself counts. Each message is hashed once; a request is known by the hashes of its messages, so
 * the same context is never asked about twice, also not while the first answer is still on its way.
 */
export class ExactCounter {
  private readonly hashes = new WeakMap<Message, string>();
  private readonly underWay = new Map<string, Promise<Result<number>>>();

  constructor(
    private readonly ask: AskProvider,
    private readonly cache: CountCache,
  ) {}

  async tokens(request: CountRequest): Promise<Result<number>> {
    const key = this.keyOf(request);
    const known = this.cache.get(key);
    if (known !== undefined) return { ok: true, value: known };
    const asked = this.underWay.get(key);
    if (asked !== undefined) return asked;
    const answer = this.ask(request).finally(() => this.underWay.delete(key));
    this.underWay.set(key, answer);
    const counted = await answer;
    if (counted.ok) this.cache.set(key, counted.value);
    return counted;
  }

  private keyOf({ model, system, tools, messages }: CountRequest): string {
    const hash = new TextHash().add(model).add(JSON.stringify(system)).add(JSON.stringify(tools));
    for (const message of messages) hash.add(this.hashOf(message));
    return hash.digest();
  }

  /** Of what is sent: the id and the time of a message make no difference to its size. */
  private hashOf(message: Message): string {
    const known = this.hashes.get(message);
    if (known !== undefined) return known;
    const hash = new TextHash().add(message.role).add(JSON.stringify(message.parts)).digest();
    this.hashes.set(message, hash);
    return hash;
  }
}
