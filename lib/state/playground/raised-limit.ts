import type { RunLimits } from '../../agent/journal/entry';
import type { StopReason } from '../../agent/journal/need';
import { dollars } from '../../series/words/format-dollars';
import { exactNumber } from '../../series/words/format-number';

/** What the user is asked at a limit of the whole run. */
export interface RaisedLimit {
  readonly limits: RunLimits;
  readonly spent: string;
  readonly most: string;
}

/** By as much again as was allowed, counted from what was spent. Undefined at any other stop. */
export function raisedLimit(why: StopReason, limits: RunLimits): RaisedLimit | undefined {
  if (why.type === 'run-call-limit') {
    const runCalls = why.calls + Math.max(1, limits.runCalls ?? 0);
    return {
      limits: { ...limits, runCalls },
      spent: `${exactNumber(why.calls)} calls`,
      most: `${exactNumber(runCalls)} calls`,
    };
  }
  if (why.type !== 'run-money-limit') return undefined;
  const runDollars = Math.ceil(100 * (why.dollars + Math.max(0.01, limits.runDollars ?? 0))) / 100;
  return { limits: { ...limits, runDollars }, spent: dollars(why.dollars), most: dollars(runDollars) };
}
