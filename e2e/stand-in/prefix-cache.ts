import { createHash } from 'node:crypto';
import { asArray, asObject, type JsonObject } from '../../lib/base/json';
import { allBlocks, type Block, blocksOf } from './api-request';
import { blockTokens } from './count-tokens';
import type { StandInModel } from './models';

export interface CacheUsage {
  readonly uncached: number;
  readonly read: number;
  readonly written5m: number;
  readonly written1h: number;
}

type Lifetime = '5m' | '1h';

interface Breakpoint {
  /** Index of its block. */
  readonly at: number;
  readonly lifetime: Lifetime;
}

interface Entry {
  readonly lifetimeMs: number;
  usedMs: number;
}

const LIFETIME_MS: Readonly<Record<Lifetime, number>> = { '5m': 5 * 60_000, '1h': 60 * 60_000 };
/** Counts the breakpoint's own block. */
const BLOCKS_LOOKED_BACK = 20;

/**
 * The prefix cache, as documented: tools, system, messages; found at a breakpoint or at most twenty blocks before one;
 * renewed by reading; nothing shorter than the model's minimum. Each key has its own cache.
 */
export class PrefixCache {
  private readonly entries = new Map<string, Entry>();

  constructor(private readonly nowMs: () => number) {}

  use(body: JsonObject, model: StandInModel, key: string): CacheUsage {
    const blocks = allBlocks(body);
    const sums = runningSums(blocks);
    const total = sums.at(-1) ?? 0;
    const names = prefixNames(body, blocks, `${key} ${model.id}`);
    const breakpoints = breakpointsOf(body, blocks).filter(({ at }) => (sums[at] ?? 0) >= model.minimumCacheableTokens);
    const readTo = this.find(breakpoints, names);
    const read = readTo === -1 ? 0 : (sums[readTo] ?? 0);

    const written = { '5m': 0, '1h': 0 };
    let covered = read;
    for (const { at, lifetime } of breakpoints) {
      const end = sums[at] ?? 0;
      if (end > covered) {
        written[lifetime] += end - covered;
        covered = end;
      }
      const lifetimeMs = LIFETIME_MS[lifetime];
      const name = names[at] ?? '';
      if (!this.isAlive(name)) this.entries.set(name, { lifetimeMs, usedMs: this.nowMs() });
    }
    return { read, written5m: written['5m'], written1h: written['1h'], uncached: total - covered };
  }

  private find(breakpoints: readonly Breakpoint[], names: readonly string[]): number {
    for (const { at } of breakpoints.toReversed()) {
      for (let index = at; index > at - BLOCKS_LOOKED_BACK && index >= 0; index--) {
        const name = names[index] ?? '';
        const entry = this.entries.get(name);
        if (entry === undefined || !this.isAlive(name)) continue;
        entry.usedMs = this.nowMs();
        return index;
      }
    }
    return -1;
  }

  private isAlive(name: string): boolean {
    const entry = this.entries.get(name);
    return entry !== undefined && this.nowMs() - entry.usedMs <= entry.lifetimeMs;
  }
}

function runningSums(blocks: readonly Block[]): readonly number[] {
  let sum = 0;
  return blocks.map((block) => {
    sum += blockTokens(block);
    return sum;
  });
}

/** An id for each prefix of the request. Another thinking setting or tool choice only changes those of the messages. */
function prefixNames(body: JsonObject, blocks: readonly Block[], start: string): readonly string[] {
  const hash = createHash('sha256').update(start);
  let inMessages = false;
  return blocks.map((block) => {
    if (!inMessages && block.path.startsWith('messages.')) {
      inMessages = true;
      hash.update(JSON.stringify([body.thinking ?? null, body.tool_choice ?? null]));
    }
    const { cache_control: _, ...content } = block.value;
    hash.update(JSON.stringify([block.path.split('.')[0], block.type, content]));
    return hash.copy().digest('hex');
  });
}

function breakpointsOf(body: JsonObject, blocks: readonly Block[]): readonly Breakpoint[] {
  const marked = blocks.flatMap((block, at) => {
    const mark = [block, ...innerBlocks(block)].map(({ value }) => asObject(value.cache_control)).find(Boolean);
    return mark === undefined ? [] : [{ at, lifetime: lifetimeOf(mark) }];
  });
  const own = asObject(body.cache_control);
  const last = blocks.findLastIndex(({ type }) => type !== 'thinking' && type !== 'redacted_thinking');
  if (own === undefined || last === -1 || marked.some(({ at }) => at === last)) return marked;
  return [...marked, { at: last, lifetime: lifetimeOf(own) }];
}

function innerBlocks({ type, path, value }: Block): readonly Block[] {
  return type === 'tool_result' && asArray(value.content) !== undefined ? blocksOf(value.content, path) : [];
}

function lifetimeOf(control: JsonObject): Lifetime {
  return control.ttl === '1h' ? '1h' : '5m';
}
