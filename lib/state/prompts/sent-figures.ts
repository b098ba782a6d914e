import type { Answer } from '../../api/stream-message';
import { optional } from '../../base/optional';
import type { Usage } from '../../transcript/transcript';
import type { SentFigures } from './prompt-run';

/** Of all tries until then, and this one. */
export function withAnswer(sum: SentFigures | undefined, answer: Answer): SentFigures {
  const { usage, dollars, timeMs, firstTokenMs } = answer;
  if (sum === undefined) {
    return {
      timeMs,
      tries: 1,
      ...optional('usage', usage),
      ...optional('dollars', dollars),
      ...optional('firstTokenMs', firstTokenMs),
    };
  }
  return {
    timeMs: sum.timeMs + timeMs,
    tries: sum.tries + 1,
    ...optional('usage', addUsage(sum.usage, usage)),
    ...optional('dollars', added(sum.dollars, dollars)),
    ...optional('firstTokenMs', firstTokenMs ?? sum.firstTokenMs),
  };
}

/** A try that was refused says no figures, and costs nothing. */
function added(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : a + b;
}

function addUsage(a: Usage | undefined, b: Usage | undefined): Usage | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return {
    input: a.input + b.input,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite5m: a.cacheWrite5m + b.cacheWrite5m,
    cacheWrite1h: a.cacheWrite1h + b.cacheWrite1h,
    output: a.output + b.output,
  };
}
