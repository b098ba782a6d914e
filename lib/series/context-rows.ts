import type { Timeline } from '../simulator/timeline';
import { type Category, categories } from '../tokens/category';

/** One point of the chart: the context of a call, by category. */
export type ContextRow = { readonly call: number; readonly used: number } & Readonly<Record<Category, number>>;

const MOST_ROWS = 1_500;
/** First, last, smallest and largest. */
const ROWS_PER_BUCKET = 4;
/** Beyond this many, the events that lost least are drawn without rows of their own. */
const MOST_ROWS_FOR_EVENTS = 600;

/**
 * As many rows as the width can show. Of the calls that share a place on the screen, the first and the last, the smallest
 * and the largest stay, so that no drop is smoothed away; and so do the calls on both sides of a compaction.
 */
export function contextRows(timeline: Timeline, widthPixels: number = MOST_ROWS): ContextRow[] {
  return chosenCalls(timeline, widthPixels).map((call) => row(timeline, call));
}

function row(timeline: Timeline, call: number): ContextRow {
  const tokens = categories.map((category) => [category, timeline.byCategory[category][call] ?? 0]);
  return {
    call,
    used: timeline.used[call] ?? 0,
    ...(Object.fromEntries(tokens) as Record<Category, number>),
  };
}

function chosenCalls(timeline: Timeline, widthPixels: number): number[] {
  const { calls } = timeline;
  if (calls <= MOST_ROWS) return Array.from({ length: calls }, (_, call) => call);
  const chosen = new Set(callsAtEvents(timeline));
  const buckets = Math.max(
    1,
    Math.min(Math.floor(widthPixels), Math.floor((MOST_ROWS - chosen.size) / ROWS_PER_BUCKET)),
  );
  for (let bucket = 0; bucket < buckets; bucket++) {
    const start = Math.floor((bucket * calls) / buckets);
    const end = Math.floor(((bucket + 1) * calls) / buckets);
    for (const call of extremes(timeline.used, start, end)) chosen.add(call);
  }
  return [...chosen].sort((a, b) => a - b);
}

function extremes(used: Float64Array, start: number, end: number): number[] {
  let smallest = start;
  let largest = start;
  for (let call = start; call < end; call++) {
    if ((used[call] ?? 0) < (used[smallest] ?? 0)) smallest = call;
    if ((used[call] ?? 0) > (used[largest] ?? 0)) largest = call;
  }
  return [start, smallest, largest, end - 1];
}

function callsAtEvents({ calls, used, events }: Timeline): number[] {
  const loss = (call: number) => (used[call - 1] ?? 0) - (used[call] ?? 0);
  return [...new Set(events.map((event) => event.call))]
    .sort((a, b) => loss(b) - loss(a) || a - b)
    .slice(0, MOST_ROWS_FOR_EVENTS / 2)
    .flatMap((call) => [call - 1, call])
    .filter((call) => call >= 0 && call < calls);
}
