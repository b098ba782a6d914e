import { optional } from '../../base/optional';
import { filesOfCall } from '../../fidelity/files/file-actions';
import { apportion } from '../../tokens/apportion';
import { type Category, categories } from '../../tokens/category';
import type { PartTable } from '../../tokens/part-table';
import type { ToolCallId, Transcript } from '../../transcript/transcript';
import { type CarriedParts, cacheReadPrices, carriedParts } from './carried-parts';
import type { WeighedContext } from './context-at-call';
import type { RecordedTimeline } from './recorded-timeline';
import { firstCallFrom } from './stretches';

/**
 * What fills the context of a recording: at one call, and over all calls up to it. The tokens of each table add up to
 * those of the call, its carried tokens to those of all calls, in whole numbers.
 */
export interface Contents {
  readonly call: number;
  readonly tokens: number;
  /** Of the calls since the latest full compaction, the first. */
  readonly since: number;
  readonly carried: number;
  /** Of the calls with a known price. */
  readonly dollars: number;
  readonly callsWithoutPrice: number;
  /** What precedes the messages and is not in the file: at the call, and over all calls. */
  readonly notInFile: number;
  readonly carriedNotInFile: number;
  readonly byKind: readonly KindRow[];
  /** Calls and results of each tool. */
  readonly byTool: readonly ContentsRow[];
  /** Calls that name the file, and their results; those of several files are divided evenly. */
  readonly byFile: readonly ContentsRow[];
  /** Largest first. */
  readonly largest: readonly SizedPart[];
  readonly mostCarried: readonly SizedPart[];
}

/** The row of what has no tool, or no file, has no name. It is always the last. */
export interface ContentsRow {
  readonly name?: string;
  readonly tokens: number;
  /** Since the first call after the latest full compaction. */
  readonly growth: number;
  /** What came in, up to this call. */
  readonly added: number;
  /** Tokens × calls: the sum of its tokens over the calls. */
  readonly carried: number;
  /** The same, each call at its price for reading the cache. */
  readonly dollars: number;
  /** Up to this call. */
  readonly results: number;
  readonly largest?: SizedPart;
  readonly mostCarried?: SizedPart;
}

export interface KindRow extends ContentsRow {
  readonly name: Category;
}

export interface SizedPart {
  readonly messageIndex: number;
  readonly partIndex: number;
  readonly tokens: number;
}

const SHOWN = 20;

export function contentsAt(transcript: Transcript, recorded: RecordedTimeline, call: number): Contents {
  const { timeline, weights } = recorded;
  const { parts } = weights;
  const prices = cacheReadPrices(transcript, timeline.used);
  const all = carriedParts(transcript, recorded, prices, call);
  const since = startOfStretch(transcript, call);
  const context = recorded.contextAtCall(call);
  const tokens = tokensByPart(context, parts);
  const before = since === call ? tokens : tokensByPart(recorded.contextAtCall(since), parts);
  const upTo = timeline.used.subarray(0, call + 1);
  const totals: Totals = {
    tokens: timeline.used[call] ?? 0,
    before: timeline.used[since] ?? 0,
    carried: sum(upTo),
    dollars: priced(upTo, prices),
    added: sum(all.added) + all.addedOutside.system + all.addedOutside.injected,
  };
  const table: Weighed = { transcript, parts, tokens, before, all };
  const owners = ownersOf(transcript);
  return {
    call,
    tokens: totals.tokens,
    since,
    carried: totals.carried,
    dollars: totals.dollars,
    callsWithoutPrice: upTo.reduce((count, _, index) => count + (Number.isNaN(prices[index]) ? 1 : 0), 0),
    notInFile: context.notInFile,
    carriedNotInFile: Math.round(all.carriedNotInFile),
    byKind: kindRows(table, recorded, prices, call, since),
    byTool: named(table, owners.tools, totals),
    byFile: named(table, owners.files, totals),
    largest: topParts(tokens, parts),
    mostCarried: topParts(all.carried, parts),
  };
}

interface Totals {
  readonly tokens: number;
  readonly before: number;
  readonly carried: number;
  readonly dollars: number;
  readonly added: number;
}

/** Columns by part. */
interface Weighed {
  readonly transcript: Transcript;
  readonly parts: PartTable;
  readonly tokens: Float64Array;
  readonly before: Float64Array;
  readonly all: CarriedParts;
}

function startOfStretch(transcript: Transcript, call: number): number {
  const starts = transcript.boundaries
    .filter(({ kind }) => kind === 'full')
    .map(({ at }) => firstCallFrom(transcript, at));
  return starts.findLast((start) => start <= call) ?? 0;
}

function tokensByPart({ messages }: WeighedContext, parts: PartTable): Float64Array {
  const tokens = new Float64Array(parts.message.length);
  for (const { index, partTokens } of messages) {
    partTokens.forEach((value, place) => {
      tokens[(parts.start[index] ?? 0) + place] = value;
    });
  }
  return tokens;
}

/** The names that each part counts under; parts without any are left out. */
type Owners = ReadonlyMap<number, readonly string[]>;

function ownersOf({ messages, workingDirectory }: Transcript): { readonly tools: Owners; readonly files: Owners } {
  const tools = new Map<number, readonly string[]>();
  const files = new Map<number, readonly string[]>();
  const filesByCall = new Map<ToolCallId, readonly string[]>();
  let part = 0;
  for (const message of messages) {
    for (const held of message.parts) {
      if (held.kind === 'tool-call') {
        const named = [...new Set(filesOfCall(held).map((path) => within(path, workingDirectory)))];
        filesByCall.set(held.id, named);
        tools.set(part, [held.name]);
        if (named.length > 0) files.set(part, named);
      } else if (held.kind === 'tool-result') {
        const named = filesByCall.get(held.callId) ?? [];
        tools.set(part, [held.toolName ?? 'unknown tool']);
        if (named.length > 0) files.set(part, named);
      }
      part += 1;
    }
  }
  return { tools, files };
}

/** Agents name the same file with and without its folder. */
function within(path: string, folder: string | undefined): string {
  const plain = path.startsWith('./') ? path.slice(2) : path;
  if (folder === undefined || folder === '') return plain;
  const start = folder.endsWith('/') ? folder : `${folder}/`;
  return plain.length > start.length && plain.startsWith(start) ? plain.slice(start.length) : plain;
}

class RowSums {
  tokens = 0;
  before = 0;
  added = 0;
  carried = 0;
  dollars = 0;
  results = 0;
  private largest = -1;
  private mostCarried = -1;

  constructor(private readonly weighed: Weighed) {}

  add(part: number, share: number): void {
    const { tokens, before, all, parts, transcript } = this.weighed;
    this.tokens += (tokens[part] ?? 0) * share;
    this.before += (before[part] ?? 0) * share;
    this.added += (all.added[part] ?? 0) * share;
    this.carried += (all.carried[part] ?? 0) * share;
    this.dollars += (all.dollars[part] ?? 0) * share;
    const { message, part: place } = placeOf(part, parts);
    const isCarried = (all.carried[part] ?? 0) > 0;
    if (isCarried && transcript.messages[message]?.parts[place]?.kind === 'tool-result') this.results += 1;
    if ((tokens[part] ?? 0) > (tokens[this.largest] ?? 0)) this.largest = part;
    if ((all.carried[part] ?? 0) > (all.carried[this.mostCarried] ?? 0)) this.mostCarried = part;
  }

  places() {
    const { tokens, all, parts } = this.weighed;
    const sized = (part: number, sizes: Float64Array) => (part === -1 ? undefined : sizedPart(part, sizes, parts));
    return {
      ...optional('largest', sized(this.largest, tokens)),
      ...optional('mostCarried', sized(this.mostCarried, all.carried)),
    };
  }
}

function named(weighed: Weighed, owners: Owners, totals: Totals): ContentsRow[] {
  const sums = new Map<string, RowSums>();
  for (const [part, names] of owners) {
    for (const name of names) {
      const row = sums.get(name) ?? new RowSums(weighed);
      sums.set(name, row);
      row.add(part, 1 / names.length);
    }
  }
  const rows = [...sums].filter(([, row]) => row.carried > 0);
  const rest = (key: keyof Totals) => Math.max(0, totals[key] - rows.reduce((all, [, row]) => all + row[key], 0));
  const whole = (key: 'tokens' | 'before' | 'carried') =>
    apportion([...rows.map(([, row]) => row[key]), rest(key)], totals[key]);
  const [tokens, before, carried] = [whole('tokens'), whole('before'), whole('carried')];
  const figures = (place: number) => ({
    tokens: tokens[place] ?? 0,
    growth: (tokens[place] ?? 0) - (before[place] ?? 0),
    carried: carried[place] ?? 0,
  });
  const found: ContentsRow[] = rows.map(([name, row], place) => ({
    name,
    ...figures(place),
    added: row.added,
    dollars: row.dollars,
    results: row.results,
    ...row.places(),
  }));
  found.sort((a, b) => b.carried - a.carried);
  return [...found, { ...figures(rows.length), added: rest('added'), dollars: rest('dollars'), results: 0 }];
}

function kindRows(
  weighed: Weighed,
  { timeline }: RecordedTimeline,
  prices: Float64Array,
  call: number,
  since: number,
): KindRow[] {
  const { parts, all } = weighed;
  const rows = categories.map(() => new RowSums(weighed));
  for (let part = 0; part < parts.message.length; part++) rows[parts.category[part] ?? 0]?.add(part, 1);
  return categories.flatMap((name, place) => {
    const column = timeline.byCategory[name].subarray(0, call + 1);
    const row = rows[place];
    const carried = sum(column);
    if (row === undefined || carried === 0) return [];
    const outside = name === 'system' || name === 'injected' ? all.addedOutside[name] : 0;
    return {
      name,
      tokens: column[call] ?? 0,
      growth: (column[call] ?? 0) - (column[since] ?? 0),
      added: row.added + outside,
      carried,
      dollars: priced(column, prices),
      results: row.results,
      ...row.places(),
    };
  });
}

function topParts(sizes: Float64Array, parts: PartTable): SizedPart[] {
  return Array.from(sizes.keys())
    .filter((part) => (sizes[part] ?? 0) > 0)
    .sort((a, b) => (sizes[b] ?? 0) - (sizes[a] ?? 0))
    .slice(0, SHOWN)
    .map((part) => sizedPart(part, sizes, parts));
}

function sizedPart(part: number, sizes: Float64Array, parts: PartTable): SizedPart {
  const { message, part: partIndex } = placeOf(part, parts);
  return { messageIndex: message, partIndex, tokens: Math.round(sizes[part] ?? 0) };
}

function placeOf(part: number, parts: PartTable) {
  const message = parts.message[part] ?? 0;
  return { message, part: part - (parts.start[message] ?? 0) };
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Calls without a price cost nothing here; they are counted apart. */
function priced(tokens: Float64Array, prices: Float64Array): number {
  return tokens.reduce((total, value, call) => {
    const price = prices[call] ?? Number.NaN;
    return Number.isNaN(price) ? total : total + value * price;
  }, 0);
}
