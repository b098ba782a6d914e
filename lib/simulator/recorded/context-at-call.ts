import type { ContextPart } from '../../layers/shape/context';
import type { AnchoredWeights } from '../../tokens/anchored';
import { apportion } from '../../tokens/apportion';
import { type Category, categories } from '../../tokens/category';
import { OTHER } from '../../tokens/part-table';
import { PLACEHOLDER_TOKENS } from '../../tokens/parts-in-context';
import { recordedContextAt } from '../../transcript/recorded-context';
import type { Transcript } from '../../transcript/transcript';
import type { Timeline } from './timeline';

/**
 * The context of one call. Its parts, the system prompt in the file and the two sizes that are not in the file add up
 * to `tokens` exactly.
 */
export interface WeighedContext {
  readonly call: number;
  readonly messages: readonly WeighedMessage[];
  readonly tokens: number;
  /** The same numbers as in the timeline; `notInFile` and `systemInFile` are part of its category `system`. */
  readonly byCategory: Readonly<Record<Category, number>>;
  readonly notInFile: number;
  readonly systemInFile: number;
  /** Conversation that is not in the file. Part of the category `injected`. */
  readonly unfiled: number;
  readonly isMeasured: boolean;
}

/** A message of the recording in a context, recorded or simulated. */
export interface WeighedMessage {
  readonly type: 'recorded';
  readonly index: number;
  readonly tokens: number;
  readonly partTokens: readonly number[];
  /** Parts that were replaced with a placeholder. */
  readonly replaced: readonly ReplacedPart[];
}

export interface ReplacedPart {
  readonly part: number;
  readonly state: Exclude<ContextPart['state'], 'whole'>;
}

const SYSTEM = categories.indexOf('system');
const MEDIA = categories.indexOf('media');
const TOOL_RESULTS = categories.indexOf('tool-results');
const INJECTED = categories.indexOf('injected');

export function contextAtCall(
  transcript: Transcript,
  weights: AnchoredWeights,
  timeline: Timeline,
  call: number,
): WeighedContext {
  const recorded = transcript.calls[call];
  if (recorded === undefined) throw new Error(`Call ${call} of ${transcript.calls.length} was asked for`);
  const { parts, weight, scale, notInFile, unfiledTokens } = weights;
  const systemWeight = weights.systemByCall?.sent[call] ?? weights.systemWeight;
  const context = recordedContextAt(transcript, recorded.at);
  const scaleOf = (group: number) => scale[group]?.[call] ?? 1;

  // Among which parts the tokens of each category are distributed: indices in `tokens`, and weights.
  const sharers = categories.map(() => ({ places: [] as number[], weights: [] as number[] }));
  const share = (category: number, place: number, tokens: number) => {
    sharers[category]?.places.push(place);
    sharers[category]?.weights.push(tokens);
  };
  const NOT_IN_FILE = 0;
  const SYSTEM_IN_FILE = 1;
  const UNFILED = 2;
  let places = 3;
  const unfiled = unfiledTokens[call] ?? 0;
  share(SYSTEM, NOT_IN_FILE, (notInFile[call] ?? 0) - unfiled);
  share(INJECTED, UNFILED, unfiled);
  share(SYSTEM, SYSTEM_IN_FILE, systemWeight * scaleOf(OTHER));
  const firstPlace = new Map<number, number>();
  const cleared = new Set<number>();
  for (const index of context.messages) {
    firstPlace.set(index, places);
    transcript.messages[index]?.parts.forEach((part, partIndex) => {
      const row = (parts.start[index] ?? 0) + partIndex;
      if (part.kind === 'tool-result' && context.clearedToolCallIds.has(part.callId)) {
        cleared.add(row);
        share(TOOL_RESULTS, places, context.clearedToTokens.get(part.callId) ?? PLACEHOLDER_TOKENS);
      } else {
        const tokens = (weight[row] ?? 0) * scaleOf(parts.group[row] ?? OTHER);
        const media = tokens * (parts.mediaShare[row] ?? 0);
        share(parts.category[row] ?? SYSTEM, places, tokens - media);
        if (media > 0) share(MEDIA, places, media);
      }
      places += 1;
    });
  }

  const tokens = new Float64Array(places);
  sharers.forEach((sharer, category) => {
    const name = categories[category];
    const whole = apportion(sharer.weights, name === undefined ? 0 : (timeline.byCategory[name][call] ?? 0));
    sharer.places.forEach((place, index) => {
      tokens[place] = (tokens[place] ?? 0) + (whole[index] ?? 0);
    });
  });

  const messages = context.messages.map((index): WeighedMessage => {
    const first = firstPlace.get(index) ?? 0;
    const count = transcript.messages[index]?.parts.length ?? 0;
    const partTokens = Array.from(tokens.subarray(first, first + count));
    const start = parts.start[index] ?? 0;
    return {
      type: 'recorded',
      index,
      tokens: partTokens.reduce((sum, value) => sum + value, 0),
      partTokens,
      replaced: [...partTokens.keys()].flatMap((part) => (cleared.has(start + part) ? { part, state: 'cleared' } : [])),
    };
  });
  return {
    call,
    messages,
    tokens: timeline.used[call] ?? 0,
    byCategory: Object.fromEntries(
      categories.map((category) => [category, timeline.byCategory[category][call] ?? 0]),
    ) as Record<Category, number>,
    notInFile: tokens[NOT_IN_FILE] ?? 0,
    systemInFile: tokens[SYSTEM_IN_FILE] ?? 0,
    unfiled: tokens[UNFILED] ?? 0,
    isMeasured: timeline.isMeasured[call] === 1,
  };
}
