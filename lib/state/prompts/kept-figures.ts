import type { SentFigures } from '../../api/sent-figures';
import type { Failure } from '../../base/failure';
import { asCount, asObject, asText, type JsonObject } from '../../base/json';
import { optional } from '../../base/optional';
import type { Usage } from '../../transcript/transcript';

/** What was kept of what a request took. */
export function sentFrom(object: JsonObject | undefined): SentFigures | undefined {
  const [timeMs, tries] = [asCount(object?.timeMs), asCount(object?.tries)];
  if (timeMs === undefined || tries === undefined) return undefined;
  return {
    timeMs,
    tries,
    ...optional('firstTokenMs', asCount(object?.firstTokenMs)),
    ...optional('dollars', asCount(object?.dollars)),
    ...optional('usage', usageOf(asObject(object?.usage))),
  };
}

function usageOf(object: JsonObject | undefined): Usage | undefined {
  if (object === undefined) return undefined;
  return {
    input: asCount(object.input) ?? 0,
    cacheRead: asCount(object.cacheRead) ?? 0,
    cacheWrite5m: asCount(object.cacheWrite5m) ?? 0,
    cacheWrite1h: asCount(object.cacheWrite1h) ?? 0,
    output: asCount(object.output) ?? 0,
  };
}

export function failureFrom(object: JsonObject | undefined): Failure | undefined {
  const [what, advice] = [asText(object?.what), asText(object?.advice)];
  return what === undefined || advice === undefined ? undefined : { what, advice };
}
