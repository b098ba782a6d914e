import { assertNever } from '../../base/assert-never';
import type { ResultPart, ToolResultPart } from '../../transcript/transcript';
import { isLiveClearable } from '../shape/clearable';
import type { Context, ContextPart, PartPlace, ResultFindings } from '../shape/context';
import type { Env } from '../shape/layer';
import { clearedResult, type LiveResult } from './clear-results';
import { resultIndex } from './result-index';

/** Only results over both are cleared. */
export interface SizeLimits {
  readonly tokens: number;
  readonly characters: number;
}

type Given = Pick<Env, 'pinned' | 'exemptTools' | 'counter'>;

export interface OldResults {
  /** [M1] The results that may be cleared, whatever their age and size. */
  readonly live: number;
  /** Of those, the old ones that are large enough. */
  readonly results: number;
  readonly tokens: number;
  /** Less what their placeholders take. */
  readonly saving: number;
  /** Oldest first. */
  list(): readonly LiveResult[];
}

/**
 * All clearable results but the newest. Where clearing them gains nothing, this is asked before every call: what was looked
 * at then is remembered, or a session of n calls would take n².
 */
export function oldLiveResults(context: Context, keep: number, env: Given, limits?: SizeLimits): OldResults {
  const index = resultIndex(context);
  const key = `old-live-results ${limits?.tokens} ${limits?.characters}`;
  const known = index.findings.get(key);
  let looked = known instanceof LookedAt && known.isFor(env) ? known : undefined;
  if (looked === undefined) {
    const { pinned, exemptTools, counter } = env;
    looked = new LookedAt({ pinned, exemptTools, counter }, limits);
    index.findings.set(key, looked);
  }
  return looked.old(context, index.whole, keep);
}

/** A live result, and what it and all before it come to. */
interface Looked {
  /** In the list of whole results. */
  readonly at: number;
  readonly result: LiveResult | undefined;
  readonly results: number;
  readonly tokens: number;
  readonly saving: number;
}

class LookedAt implements ResultFindings {
  private readonly live: Looked[] = [];
  private next = 0;

  constructor(
    private readonly env: Given,
    private readonly limits: SizeLimits | undefined,
  ) {}

  isFor({ pinned, exemptTools, counter }: Given): boolean {
    const { env } = this;
    return env.pinned === pinned && env.exemptTools === exemptTools && env.counter === counter;
  }

  forgetFrom(place: number): void {
    this.next = Math.min(this.next, place);
    while ((this.live.at(-1)?.at ?? -1) >= place) this.live.pop();
  }

  old(context: Context, whole: readonly PartPlace[], keep: number): OldResults {
    for (; this.next < whole.length; this.next++) this.look(context, whole[this.next], this.next);
    const { live } = this;
    const count = Math.max(0, live.length - keep);
    const last = live[count - 1];
    return {
      live: live.length,
      results: last?.results ?? 0,
      tokens: last?.tokens ?? 0,
      saving: last?.saving ?? 0,
      list: () => live.slice(0, count).flatMap(({ result }) => result ?? []),
    };
  }

  private look({ messages }: Context, place: PartPlace | undefined, at: number): void {
    if (place === undefined) return;
    const { env, limits, live } = this;
    const message = messages[place.message];
    const held = message?.parts[place.part];
    if (held?.part.kind !== 'tool-result' || message === undefined) return;
    if (env.pinned.has(message.message.id) || !isLiveClearable(held, env.exemptTools)) return;
    const { results, tokens, saving } = live.at(-1) ?? { results: 0, tokens: 0, saving: 0 };
    if (limits !== undefined && !isLarge(held, held.part, limits)) {
      live.push({ at, result: undefined, results, tokens, saving });
      return;
    }
    live.push({
      at,
      result: { message: place.message, part: place.part, result: held.part },
      results: results + 1,
      tokens: tokens + held.tokens,
      saving: saving + (held.tokens - clearedResult(held.part, env).tokens),
    });
  }
}

function isLarge({ tokens }: ContextPart, { parts }: ToolResultPart, limits: SizeLimits): boolean {
  if (tokens <= limits.tokens) return false;
  if (limits.characters === 0) return true;
  return parts.reduce((sum, part) => sum + characters(part), 0) > limits.characters;
}

function characters(part: ResultPart): number {
  switch (part.kind) {
    case 'text':
      return part.text.length;
    case 'unknown':
      return JSON.stringify(part.json).length;
    case 'image':
    case 'document':
      return Number.POSITIVE_INFINITY;
    default:
      return assertNever(part);
  }
}
