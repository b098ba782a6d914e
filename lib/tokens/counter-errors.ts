import type { Message, Transcript } from '../transcript/transcript';
import type { AnchoredWeights } from './anchored';
import { anchor } from './anchored';
import { calibrateOn, growthSamples, sampledGrowths } from './calibrated';
import { chars4Message } from './chars4';
import type { CounterError, CounterId } from './counter-error';
import { isMeasured, sent } from './growths';
import { OTHER } from './part-table';
import { type PartListener, PartsInContext } from './parts-in-context';
import { roughMessage } from './rough';
import { sideCallsOf } from './side-calls';

/** The calibrated counter predicts each stretch from a fit to the other four fifths; otherwise it would know the answer. */
const FOLDS = 5;

/**
 * [T8] The error of each counter against the recorded growth from one call to the next. Counted is everything added
 * between them: the reply of the first call and what followed it. `anchored` is compared at each call as a whole, because
 * it does not predict growth; `exact` is unknown until the provider is asked.
 */
export function counterErrors(transcript: Transcript): CounterError[] {
  const growths = sampledGrowths(transcript);
  const byContent = (tokensOf: (message: Message) => number) =>
    growths.map(({ from, to, tokens }) => {
      const counted = transcript.messages.slice(from, to).reduce((sum, message) => sum + tokensOf(message), 0);
      return (counted - tokens) / tokens;
    });
  return [
    errorOf('rough', byContent(roughMessage)),
    errorOf('chars4', byContent(chars4Message)),
    errorOf('calibrated', calibratedErrors(transcript)),
    errorOf('anchored', anchoredErrors(transcript)),
  ];
}

function anchoredErrors(transcript: Transcript): number[] {
  const totals = anchoredTotals(transcript, anchor(transcript));
  const sideCalls = sideCallsOf(transcript);
  return transcript.calls.flatMap((call, index) =>
    isMeasured(call) && !sideCalls.has(call) ? [((totals[index] ?? 0) - sent(call)) / sent(call)] : [],
  );
}

function calibratedErrors(transcript: Transcript): number[] {
  const samples = growthSamples(transcript);
  const errors: number[] = [];
  for (let fold = 0; fold < FOLDS; fold++) {
    const calibration = calibrateOn(samples.filter((_, index) => index % FOLDS !== fold));
    samples.forEach(({ amounts, value }, index) => {
      if (index % FOLDS === fold) errors.push((calibration.tokens(amounts) - value) / value);
    });
  }
  return errors;
}

function errorOf(counter: CounterId, signed: readonly number[]): CounterError {
  if (signed.length === 0) return { counter, compared: 0 };
  const absolute = signed.map(Math.abs);
  return {
    counter,
    median: quantile(signed, 0.5),
    medianAbsolute: quantile(absolute, 0.5),
    p90: quantile(absolute, 0.9),
    compared: signed.length,
  };
}

/** Interpolates between the two nearest values. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? 0;
  const above = sorted[Math.ceil(place)] ?? 0;
  return below + (above - below) * (place - Math.floor(place));
}

/** The sum of the anchored weights of everything a call carried, for each call. */
function anchoredTotals(transcript: Transcript, weights: AnchoredWeights): Float64Array {
  const { parts, weight, scale, systemWeight, notInFile } = weights;
  const sums = scale.map((_, group) => (group === OTHER ? systemWeight : 0));
  const listener: PartListener = {
    part(part, sign) {
      const group = parts.group[part] ?? OTHER;
      sums[group] = (sums[group] ?? 0) + sign * (weight[part] ?? 0);
    },
  };
  const context = new PartsInContext(transcript, parts, listener);
  return Float64Array.from(transcript.calls, ({ at }, call) => {
    context.moveTo(at);
    const scaled = sums.map((sum, group) => sum * (scale[group]?.[call] ?? 1));
    return scaled.reduce((total, sum) => total + sum, (notInFile[call] ?? 0) + context.placeholderTokens);
  });
}
