import { asArray, asObject, asText, asTimeMs, type Json, type JsonObject } from '../../base/json';
import { has } from '../recognition/rule';

export function isRun(value: Json): boolean {
  const run = asObject(value);
  return run !== undefined && has(run, 'run_type');
}

/** `{run_type}`, `{runs: […]}` or a batch of what began and what ended; undefined if it is none of them. */
export function runsIn(record: JsonObject | undefined): readonly Json[] | undefined {
  if (record === undefined) return undefined;
  if (isRun(record)) return [record];
  const runs = asArray(record.runs);
  if (runs?.some(isRun)) return runs;
  const [post, patch] = [asArray(record.post), asArray(record.patch)];
  return post === undefined && patch === undefined ? undefined : batch(post ?? [], patch ?? []);
}

/** What is patched repeats the id and adds, as a rule, the outputs and the end. */
function batch(post: readonly Json[], patch: readonly Json[]): readonly Json[] {
  const runs = new Map<string, JsonObject>();
  for (const value of [...post, ...patch]) {
    const run = asObject(value) ?? {};
    const id = asText(run.id) ?? `run-${runs.size}`;
    const stated = Object.fromEntries(Object.entries(run).filter(([, field]) => field !== null));
    runs.set(id, { ...runs.get(id), ...stated });
  }
  return [...runs.values()];
}

/** Runs are sorted by it: each part is a time and an id, from the first parent on. */
export function orderOf(run: JsonObject): string {
  const dotted = asText(run.dotted_order);
  if (dotted !== undefined) return dotted;
  const timeMs = asTimeMs(run.start_time);
  return timeMs === undefined ? '' : new Date(timeMs).toISOString().replace(/[-:.]/g, '');
}
