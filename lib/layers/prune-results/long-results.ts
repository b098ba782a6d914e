import { resultIndex } from '../results/result-index';
import type { Context, ContextMessage, ContextPart, PartPlace, ResultFindings } from '../shape/context';
import type { Env } from '../shape/layer';

export interface LongResultsSettings {
  readonly summaryTokens: number;
  readonly skipsErrors: boolean;
}

type Given = Pick<Env, 'pinned' | 'exemptTools'>;

/**
 * How many of the first whole results have more tokens than so many, and may be replaced. Asked before every call: what was
 * looked at then is remembered.
 */
export function longResults(context: Context, first: number, settings: LongResultsSettings, given: Given): number {
  const { whole, findings } = resultIndex(context);
  const known = findings.get(settings);
  let long = known instanceof LongResults && known.isFor(given) ? known : undefined;
  if (long === undefined) {
    long = new LongResults(settings, given.pinned, given.exemptTools);
    findings.set(settings, long);
  }
  return long.among(context, whole, first);
}

class LongResults implements ResultFindings {
  /** Of so many results, by their number. */
  private readonly counts = [0];

  constructor(
    private readonly settings: LongResultsSettings,
    private readonly pinned: Given['pinned'],
    private readonly exemptTools: Given['exemptTools'],
  ) {}

  isFor({ pinned, exemptTools }: Given): boolean {
    return this.pinned === pinned && this.exemptTools === exemptTools;
  }

  forgetFrom(place: number): void {
    this.counts.length = Math.min(this.counts.length, place + 1);
  }

  among({ messages }: Context, whole: readonly PartPlace[], first: number): number {
    const { counts } = this;
    for (let next = counts.length - 1; next < first; next++) {
      const place = whole[next];
      const of = place && messages[place.message];
      counts.push((counts[next] ?? 0) + (of !== undefined && this.isLong(of, of.parts[place?.part ?? 0]) ? 1 : 0));
    }
    return counts[first] ?? 0;
  }

  private isLong({ message }: ContextMessage, held: ContextPart | undefined): boolean {
    const { summaryTokens, skipsErrors } = this.settings;
    if (held?.part.kind !== 'tool-result' || held.tokens <= summaryTokens) return false;
    const { isError, toolName = '' } = held.part;
    return !(skipsErrors && isError) && !this.pinned.has(message.id) && !this.exemptTools.has(toolName);
  }
}
