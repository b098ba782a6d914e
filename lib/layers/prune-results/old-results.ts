import type { ToolCallId, ToolResultPart } from '../../transcript/transcript';
import { resultIndex } from '../results/result-index';
import type { Context, ContextMessage, PartPlace } from '../shape/context';
import type { Env } from '../shape/layer';

/** [M8] Which results are old. */
export interface OldResultsSettings {
  readonly protectTokens: number;
  readonly crossing: 'cleared' | 'kept';
  readonly protectTurns: number;
  readonly protectMessages: number;
  readonly countsProtected: boolean;
  readonly stopsAt: 'cleared' | 'summary' | 'nothing';
  readonly skipsErrors: boolean;
}

export interface OldResult extends PartPlace {
  readonly result: ToolResultPart;
}

export interface LookedAt {
  readonly callId: ToolCallId;
  /** Of this result and all later ones that count. */
  readonly total: number;
}

export interface OldResults {
  /** Oldest first. */
  readonly old: readonly OldResult[];
  /** Of these, as the agents estimate them. */
  readonly tokens: number;
}

const CHARACTERS_PER_TOKEN = 4;

/** From the latest back. The totals are the agents' own estimate: a quarter of the characters of each text. */
export function oldResults(
  context: Context,
  end: number,
  settings: OldResultsSettings,
  { exemptTools, pinned }: Pick<Env, 'exemptTools' | 'pinned'>,
  lookedAt?: LookedAt[],
): OldResults {
  const { messages } = context;
  const { protectTokens, crossing, countsProtected, skipsErrors } = settings;
  const protectedFrom = protectedPlace(messages, end, settings);
  const start = startOf(messages, end, protectedFrom, settings);
  const { whole } = resultIndex(context);
  const old: OldResult[] = [];
  let total = 0;
  let tokens = 0;
  for (let next = placesBefore(whole, countsProtected ? end : Math.min(end, protectedFrom)) - 1; next >= 0; next--) {
    const at = whole[next];
    if (at === undefined) continue;
    const { message: place, part } = at;
    if (place < start.message || (place === start.message && part < start.part)) break;
    const isProtected = place >= protectedFrom;
    const of = messages[place];
    const result = of?.parts[part]?.part;
    if (of === undefined || result?.kind !== 'tool-result' || (skipsErrors && result.isError)) continue;
    if (pinned.has(of.message.id) || exemptTools.has(result.toolName ?? '')) continue;
    const size = Math.round(charactersOf(result) / CHARACTERS_PER_TOKEN);
    const wasOld = total > protectTokens;
    total += size;
    if (isProtected) continue;
    lookedAt?.push({ callId: result.callId, total });
    if (total <= protectTokens || (crossing === 'kept' && !wasOld)) continue;
    old.push({ message: place, part, result });
    tokens += size;
  }
  return { old: old.reverse(), tokens };
}

/** How many of the whole results are before what is protected: no others are old. */
export function unprotected(context: Context, end: number, settings: OldResultsSettings): number {
  return placesBefore(resultIndex(context).whole, protectedPlace(context.messages, end, settings));
}

/** How many of the places, which are in order, are in messages before this one. Called before every call. */
function placesBefore(places: readonly PartPlace[], message: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((places[middle]?.message ?? 0) < message) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Results from there on are not looked at. */
function protectedPlace(
  messages: readonly ContextMessage[],
  end: number,
  { protectTurns, protectMessages }: OldResultsSettings,
): number {
  const latest = Math.max(0, end - protectMessages);
  let turns = 0;
  let place = end;
  while (turns < protectTurns && place > 0) {
    place -= 1;
    if (messages[place]?.message.role === 'user') turns += 1;
  }
  return turns < protectTurns ? 0 : Math.min(place, latest);
}

/** Nothing before it is looked at. */
function startOf(
  messages: readonly ContextMessage[],
  end: number,
  protectedFrom: number,
  { stopsAt }: OldResultsSettings,
): PartPlace {
  if (stopsAt === 'nothing') return { message: 0, part: 0 };
  for (let place = end - 1; place >= 0; place--) {
    const each = messages[place];
    if (each === undefined) continue;
    if (each.message.kind === 'summary') return { message: place + 1, part: 0 };
    if (stopsAt === 'summary' || each.shape.isWhole || place >= protectedFrom) continue;
    const part = each.parts.findLastIndex(({ part: { kind }, state }) => kind === 'tool-result' && state === 'cleared');
    if (part !== -1) return { message: place, part: part + 1 };
  }
  return { message: 0, part: 0 };
}

/** No estimate of these results is larger. */
export function mostTokens(characters: number, results: number): number {
  return characters / CHARACTERS_PER_TOKEN + results / 2;
}

export function charactersOf({ parts }: ToolResultPart): number {
  let characters = 0;
  for (const part of parts) if (part.kind === 'text') characters += part.text.length;
  return characters;
}
