import type { Steps } from '../base/steps/steps';
import type { Part, ToolCallId, Transcript } from '../transcript/transcript';
import type { Calibration } from './calibrated';
import { type Category, categories } from './category';
import { categoryOf } from './category-of';
import { roughPart } from './rough';
import { addPartTraits, traits } from './traits';

/** Parts that shrink together when an agent clears something without recording it. */
export const OTHER = 0;
export const THINKING = 1;
export const RESULTS = 2;

export function groupOf({ kind }: Part): number {
  if (kind === 'thinking') return THINKING;
  return kind === 'tool-result' ? RESULTS : OTHER;
}

/** All parts of all messages in order, with what is known of them before any usage is used. */
export interface PartTable {
  /** Where the parts of each message start; one entry more than there are messages. */
  readonly start: Uint32Array;
  /** The message each part belongs to. */
  readonly message: Uint32Array;
  readonly rough: Float64Array;
  readonly estimate: Float64Array;
  readonly group: Uint8Array;
  /** Index in `categories`. */
  readonly category: Uint8Array;
  /** For a tool result: its share of images and documents, from 0 to 1. */
  readonly mediaShare: Float64Array;
  /** 1 if a model thought but the file has none of its thinking. */
  readonly isHidden: Uint8Array;
  readonly resultsOf: ReadonlyMap<ToolCallId, readonly number[]>;
}

/** Pauses after each message. */
export function* partTable(transcript: Transcript, calibration: Calibration): Steps<PartTable> {
  const { messages } = transcript;
  const size = messages.reduce((sum, message) => sum + message.parts.length, 0);
  const resultsOf = new Map<ToolCallId, number[]>();
  const table = {
    start: new Uint32Array(messages.length + 1),
    message: new Uint32Array(size),
    rough: new Float64Array(size),
    estimate: new Float64Array(size),
    group: new Uint8Array(size),
    category: new Uint8Array(size),
    mediaShare: new Float64Array(size),
    isHidden: new Uint8Array(size),
    resultsOf,
  };
  const indexOfCategory = Object.fromEntries(categories.map((name, index) => [name, index])) as Record<
    Category,
    number
  >;
  const row = new Float64Array(traits.length);
  let next = 0;
  for (const [index, message] of messages.entries()) {
    table.start[index] = next;
    message.parts.forEach((part, place) => {
      row.fill(0);
      addPartTraits(row, part, place === 0);
      const estimate = calibration.tokens(row);
      table.message[next] = index;
      table.rough[next] = roughPart(part);
      table.estimate[next] = estimate;
      const category = categoryOf(message, part);
      table.category[next] = indexOfCategory[category];
      table.group[next] = groupOf(part);
      if (part.kind === 'thinking' && part.text === '') table.isHidden[next] = 1;
      if (part.kind === 'tool-result') {
        const known = resultsOf.get(part.callId);
        if (known === undefined) resultsOf.set(part.callId, [next]);
        else known.push(next);
        if (category !== 'media') {
          const media = part.parts.filter((inner) => inner.kind === 'image' || inner.kind === 'document');
          const ofMedia = media.reduce((sum, inner) => sum + calibration.partTokens(inner), 0);
          table.mediaShare[next] = estimate > 0 ? Math.min(1, ofMedia / estimate) : 0;
        }
      }
      next += 1;
    });
    yield;
  }
  table.start[messages.length] = next;
  return table;
}
