import { atOnce, type Steps } from '../base/steps/steps';
import type { Message, Part, ToolDefinition, Transcript } from '../transcript/transcript';
import { type Growth, growths, type RecordedReply } from './growths';
import { dot, robustFit, type Sample } from './robust-fit';
import { addMessageTraits, addPartTraits, addTextTraits, addTrait, type Trait, traits } from './traits';

/** Tokens per trait if nothing is recorded: close to most recordings we know. */
const builtIn: Readonly<Record<Trait, number>> = {
  'prose-bytes': 0.29,
  'thinking-bytes': 0.28,
  'json-bytes': 0.31,
  'tool-text-bytes': 0.35,
  'wide-characters': 1.2,
  'image-size': 1,
  'media-of-unknown-size': 1_500,
  messages: 5,
  'tool-calls': 50,
  'tool-results': 22,
  'recorded-output': 1,
  'recorded-reasoning': 1,
};

/** Amounts already in tokens, or in pixels, are the same for every tokenizer. */
const NOT_OF_TEXT: ReadonlySet<Trait> = new Set(['image-size', 'recorded-output', 'recorded-reasoning']);

const START_COUNTS = 1;
/** Enough to fit a dozen factors; more would only take longer. */
const MAX_SAMPLES = 2_000;

/**
 * [T6] Tokens per byte by kind of text, and per message, call and result, fitted to the recorded growth of the
 * transcript. A reply with a complete recorded output counts as that output, in the fit and afterwards: thinking is often
 * not in the file, so the text alone is too short. All other content is counted from the content.
 */
export class Calibration {
  private readonly ofTools = new WeakMap<ToolDefinition, number>();

  constructor(private readonly factors: Float64Array) {}

  partTokens(part: Part, isFirstOfMessage = false): number {
    const row = emptyRow();
    addPartTraits(row, part, isFirstOfMessage);
    return dot(row, this.factors);
  }

  /** Of its definition. Every run and every agent has the same tools. */
  toolTokens(tool: ToolDefinition): number {
    const tokens = this.ofTools.get(tool) ?? this.textTokens(tool.schemaText);
    this.ofTools.set(tool, tokens);
    return tokens;
  }

  /** Text that is not part of a message, such as what a model answered. */
  textTokens(text: string): number {
    const row = emptyRow();
    addTextTraits(row, text);
    return dot(row, this.factors);
  }

  messageTokens(message: Message): number {
    const row = emptyRow();
    addMessageTraits(row, message);
    return dot(row, this.factors);
  }

  replyTokens(reply: RecordedReply): number {
    const row = emptyRow();
    addReplyTraits(row, reply);
    return dot(row, this.factors);
  }

  tokens(amounts: Float64Array): number {
    return dot(amounts, this.factors);
  }
}

export const builtInCalibration = new Calibration(startFactors());

/** `tokensFactor`: the model's tokens for a text, relative to other models. Recorded usage corrects it. */
export function calibrate(transcript: Transcript, tokensFactor = 1): Calibration {
  return atOnce(calibrateInSteps(transcript, tokensFactor));
}

export function* calibrateInSteps(transcript: Transcript, tokensFactor = 1): Steps<Calibration> {
  if (transcript.usageCountedBy === 'highwater') return builtInCalibration;
  return calibrateOn(yield* growthSamplesInSteps(transcript), tokensFactor);
}

export function calibrateOn(samples: readonly Sample[], tokensFactor = 1): Calibration {
  return new Calibration(robustFit(samples, { start: startFactors(tokensFactor), startCounts: START_COUNTS }));
}

export function growthSamples(transcript: Transcript): Sample[] {
  return atOnce(growthSamplesInSteps(transcript));
}

export function* growthSamplesInSteps(transcript: Transcript): Steps<Sample[]> {
  const samples: Sample[] = [];
  for (const growth of sampledGrowths(transcript)) {
    samples.push({ amounts: growthTraits(transcript, growth), value: growth.tokens });
    yield;
  }
  return samples;
}

/** Evenly spread over the transcript if there are more than needed. */
export function sampledGrowths(transcript: Transcript): Growth[] {
  const all = growths(transcript);
  const step = Math.max(1, all.length / MAX_SAMPLES);
  const chosen: Growth[] = [];
  for (let position = 0; position < all.length; position += step) chosen.push(...all.slice(position, position + 1));
  return chosen;
}

function growthTraits(transcript: Transcript, growth: Growth): Float64Array {
  const row = emptyRow();
  if (growth.reply !== undefined) addReplyTraits(row, growth.reply);
  const first = growth.reply === undefined ? growth.from : growth.from + 1;
  for (const message of transcript.messages.slice(first, growth.to)) addMessageTraits(row, message);
  return row;
}

function addReplyTraits(row: Float64Array, reply: RecordedReply): void {
  addTrait(row, 'messages', 1);
  addTrait(row, 'recorded-output', reply.output - reply.reasoning);
  addTrait(row, 'recorded-reasoning', reply.reasoning);
}

function emptyRow(): Float64Array {
  return new Float64Array(traits.length);
}

function startFactors(tokensFactor = 1): Float64Array {
  return Float64Array.from(traits, (trait) => builtIn[trait] * (NOT_OF_TEXT.has(trait) ? 1 : tokensFactor));
}
