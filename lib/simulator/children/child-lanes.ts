import { optional } from '../../base/optional';
import { sent } from '../../tokens/growths';
import type { Transcript } from '../../transcript/transcript';
import { recordedBill } from '../recorded/recorded-bill';
import { type RecordedTimeline, recordedTimeline } from '../recorded/recorded-timeline';
import { peakOf } from '../recorded/summary-of';
import { type ChildLane, type ChildLanes, noLanes } from './child-lane';
import { childPlaces, type Told } from './child-place';

const MOST_SIZES = 60;

/** What the sub-agents of a recording carried, returned and cost. */
export function childLanes(parent: Transcript, recorded: RecordedTimeline): ChildLanes {
  if (parent.children.length === 0) return noLanes;
  const places = childPlaces(parent);
  const lanes = parent.children.flatMap((child, at): readonly ChildLane[] => {
    const place = places[at];
    if (place === undefined) return [];
    const { from, to, placedBy, type, description, told } = place;
    const family = [child, ...descendants(child)];
    return [
      {
        title: description ?? child.title ?? 'Sub-agent',
        ...optional('type', type),
        from,
        to,
        placedBy,
        ...workOf(child),
        returnedTokens: told.reduce((sum, each) => sum + tokensOf(each, recorded), 0),
        sentTokens: family.reduce((sum, each) => sum + sentBy(each), 0),
        ...optional('cost', costOf(family)),
      },
    ];
  });
  return {
    lanes,
    parent: { calls: parent.calls.length, sentTokens: sentBy(parent), ...optional('cost', costOf([parent])) },
  };
}

/** What a sub-agent did, by its own record. */
export function workOf(
  child: Transcript,
): Pick<ChildLane, 'calls' | 'sizes' | 'peakTokens' | 'isEstimate' | 'carriedTokens' | 'firstReadShare'> {
  const { timeline, weights } = recordedTimeline(child);
  return {
    calls: child.calls.length,
    sizes: sizesOf(timeline),
    peakTokens: peakOf(timeline),
    isEstimate: timeline.isMeasured.includes(0),
    carriedTokens: tokensFrom(child.calls[0]?.at ?? child.messages.length, child.messages.length, weights),
    ...optional('firstReadShare', firstReadShare(child)),
  };
}

function firstReadShare({ calls: [first] }: Transcript): number | undefined {
  const all = first === undefined ? 0 : sent(first);
  return all === 0 ? undefined : (first?.usage?.cacheRead ?? 0) / all;
}

function descendants({ children }: Transcript): readonly Transcript[] {
  return children.flatMap((child) => [child, ...descendants(child)]);
}

/** Undefined if the cost of one of them is not known. */
function costOf(family: readonly Transcript[]): number | undefined {
  let sum = 0;
  for (const transcript of family) {
    if (transcript.calls.length === 0) continue;
    const { cost = null } = recordedBill({ transcript }) ?? {};
    if (cost === null) return undefined;
    sum += cost;
  }
  return sum;
}

function sentBy(transcript: Transcript): number {
  if (transcript.calls.some(({ usage }) => usage !== undefined)) {
    return transcript.calls.reduce((sum, call) => sum + (call.usage === undefined ? 0 : sent(call)), 0);
  }
  return recordedTimeline(transcript).timeline.used.reduce((sum, tokens) => sum + tokens, 0);
}

function sizesOf({ used, output, calls }: RecordedTimeline['timeline']): readonly number[] {
  if (calls === 0) return [];
  const end = (used[calls - 1] ?? 0) + (output[calls - 1] ?? 0);
  const step = Math.max(1, calls / MOST_SIZES);
  const some: number[] = [];
  for (let at = 0; at < calls; at += step) some.push(used[Math.floor(at)] ?? 0);
  return [...some, end];
}

function tokensFrom(from: number, to: number, { parts, whenAdded }: RecordedTimeline['weights']): number {
  let tokens = 0;
  for (let part = parts.start[from] ?? 0; part < (parts.start[to] ?? 0); part++) tokens += whenAdded[part] ?? 0;
  return Math.round(tokens);
}

function tokensOf({ message, part }: Told, { weights: { parts, whenAdded } }: RecordedTimeline): number {
  return Math.round(whenAdded[(parts.start[message] ?? 0) + part] ?? 0);
}
