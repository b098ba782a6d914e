import { asArray, asObject, asText, type Json, type JsonObject } from '../../base/json';

/** Finished summaries, by the id of the message that asked for one. */
export function completedSummaries(messages: readonly Json[]): ReadonlyMap<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  for (const message of messages) {
    const info = asObject(asObject(message)?.info);
    if (info?.role !== 'assistant' || info.summary !== true || asObject(info.error) !== undefined) continue;
    const isFinished = asText(info.finish) !== undefined || asObject(info.time)?.completed !== undefined;
    const asked = asText(info.parentID);
    if (isFinished && asked !== undefined && asArray(asObject(message)?.parts) !== undefined) found.set(asked, info);
  }
  return found;
}

const SUMMARY_FIRST = [1, 14, 38];

/** What a compaction keeps came before its question until 1.14.38. */
export function keepsBeforeSummary(version: string | undefined): boolean {
  const numbers = /^(\d+)\.(\d+)\.(\d+)/.exec(version ?? '');
  if (numbers === null) return false;
  const different = SUMMARY_FIRST.findIndex((number, place) => number !== Number(numbers[place + 1]));
  return different !== -1 && Number(numbers[different + 1]) < (SUMMARY_FIRST[different] ?? 0);
}
