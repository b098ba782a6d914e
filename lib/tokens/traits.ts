import { assertNever } from '../base/assert-never';
import type { ImagePart, Message, Part } from '../transcript/transcript';
import { isJson, utf8Bytes, wideCharacters } from './text-size';

/**
 * What the calibrated counter knows about a part: amounts, each with a fitted number of tokens per unit. Bytes of wide
 * characters are not counted among the bytes of their text.
 */
export const traits = [
  'prose-bytes',
  'thinking-bytes',
  'json-bytes',
  'tool-text-bytes',
  'wide-characters',
  'image-size',
  'media-of-unknown-size',
  'messages',
  'tool-calls',
  'tool-results',
  'recorded-output',
  'recorded-reasoning',
] as const;

export type Trait = (typeof traits)[number];

const indexOf = Object.fromEntries(traits.map((trait, index) => [trait, index])) as Readonly<Record<Trait, number>>;

export function addTrait(row: Float64Array, trait: Trait, amount: number): void {
  row[indexOf[trait]] = (row[indexOf[trait]] ?? 0) + amount;
}

/** Adds the amounts of a part to the row. A message itself has a cost, which its first part carries. */
export function addPartTraits(row: Float64Array, part: Part, isFirst: boolean): void {
  if (isFirst) addTrait(row, 'messages', 1);
  switch (part.kind) {
    case 'text':
      addText(row, 'prose-bytes', part.text);
      return;
    case 'thinking':
      addText(row, 'thinking-bytes', part.text);
      return;
    case 'tool-call':
      addTrait(row, 'tool-calls', 1);
      if (typeof part.input === 'string') addText(row, 'tool-text-bytes', part.input);
      else addText(row, 'json-bytes', JSON.stringify(part.input));
      return;
    case 'tool-result':
      addTrait(row, 'tool-results', 1);
      for (const inner of part.parts) {
        if (inner.kind === 'text') addTextTraits(row, inner.text);
        else addPartTraits(row, inner, false);
      }
      return;
    case 'image':
      addImage(row, part);
      return;
    case 'document':
      if (part.text === undefined) addTrait(row, 'media-of-unknown-size', 1);
      else addText(row, 'prose-bytes', part.text);
      return;
    case 'unknown':
      addText(row, 'json-bytes', JSON.stringify(part.json));
      return;
    default:
      assertNever(part);
  }
}

export function addMessageTraits(row: Float64Array, message: Message): void {
  message.parts.forEach((part, index) => {
    addPartTraits(row, part, index === 0);
  });
}

/** Text that no person and no model wrote: tool output, tool descriptions. */
export function addTextTraits(row: Float64Array, text: string): void {
  addText(row, isJson(text) ? 'json-bytes' : 'tool-text-bytes', text);
}

function addText(row: Float64Array, trait: Trait, text: string): void {
  const bytes = utf8Bytes(text);
  const wide = wideCharacters(text, bytes);
  addTrait(row, trait, bytes - 3 * wide);
  if (wide > 0) addTrait(row, 'wide-characters', wide);
}

const PIXELS_PER_TOKEN = 750;
const LONGEST_EDGE = 1_568;
const MAX_TOKENS = 1_600;

/** Providers scale large images down before the model sees them. */
function addImage(row: Float64Array, image: ImagePart): void {
  const { width, height } = image;
  if (width === undefined || height === undefined) {
    addTrait(row, 'media-of-unknown-size', 1);
    return;
  }
  const scale = Math.min(1, LONGEST_EDGE / Math.max(width, height));
  addTrait(row, 'image-size', Math.min(MAX_TOKENS, (width * scale * height * scale) / PIXELS_PER_TOKEN));
}
