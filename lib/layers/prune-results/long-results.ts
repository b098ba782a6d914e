import { resultIndex } from '../results/result-index';
import type { Context, PartPlace, ResultFindings } from '../shape/context';
import type { Env } from '../shape/layer';

interface Given extends Pick<Env, 'pinned' | 'exemptTools'> {
  readonly longerThan: number;
  readonly skipsErrors: boolean;
}

/**
 * How many of the first whole results have more tokens than so many, and may be replaced. Asked before every call: what was
 * looked at then is remembered.
 */
export function longResults(context: Context, first: number, given: Given): number {
  const { whole, findings } = resultIndex(context);
  const key = `long-results ${given.longerThan} ${given.skipsErrors}`;
  const known = findings.get(key);
  let long = known instanceof LongResults && known.isFor(given) ? known : undefined;
  if (long === undefined) {
    const { pinned, exemptTools, longerThan, skipsErrors } = given;
    long = new LongResults({ pinned, exemptTools, longerThan, skipsErrors });
    findings.set(key, long);
  }
  return long.among(context, whole, first);
}

class LongResults implements ResultFindings {
  /** Of so many results, by their number. */
  private readonly counts = [0];

  constructor(private readonly given: Given) {}

  isFor({ pinned, exemptTools }: Given): boolean {
    return this.given.pinned === pinned && this.given.exemptTools === exemptTools;
  }

  forgetFrom(place: number): void {
    this.counts.length = Math.min(this.counts.length, place + 1);
  }

  among({ messages }: Context, whole: readonly PartPlace[], first: number): number {
    const { counts, given } = this;
    for (let next = counts.length - 1; next < first; next++) {
      const place = whole[next];
      const of = place && messages[place.message];
      const held = place && of?.parts[place.part];
      const isLong =
        of !== undefined &&
        held?.part.kind === 'tool-result' &&
        held.tokens > given.longerThan &&
        !(given.skipsErrors && held.part.isError) &&
        !given.pinned.has(of.message.id) &&
        !given.exemptTools.has(held.part.toolName ?? '');
      counts.push((counts[next] ?? 0) + (isLong ? 1 : 0));
    }
    return counts[first] ?? 0;
  }
}
