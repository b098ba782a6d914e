import { atOnce, type Steps } from '../base/steps/steps';
import type { Message, Transcript } from '../transcript/transcript';
import type { AnchoredWeights } from './anchored';
import { anchorInSteps } from './anchored';
import { calibrateInSteps, calibrateOn, growthSamplesInSteps, sampledGrowths } from './calibrated';
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
  return atOnce(counterErrorsInSteps(transcript));
}

export function* counterErrorsInSteps(transcript: Transcript): Steps<CounterError[]> {
  return [
    errorOf('rough', yield* errorsByContent(transcript, roughMessage)),
    errorOf('chars4', yield* errorsByContent(transcript, chars4Message)),
    errorOf('calibrated', yield* calibratedErrors(transcript)),
    errorOf('anchored', yield* anchoredErrors(transcript)),
  ];
}

function* errorsByContent(transcript: Transcript, tokensOf: (message: Message) => number): Steps<number[]> {
  const errors: number[] = [];
  for (const { from, to, tokens } of sampledGrowths(transcript)) {
    const counted = transcript.messages.slice(from, to).reduce((sum, message) => sum + tokensOf(message), 0);
    errors.push((counted - tokens) / tokens);
    yield;
  }
  return errors;
}

function* anchoredErrors(transcript: Transcript): Steps<number[]> {
  const weights = yield* anchorInSteps(transcript, yield* calibrateInSteps(transcript));
  const totals = yield* anchoredTotals(transcript, weights);
  const sideCalls = sideCallsOf(transcript);
  return transcript.calls.flatMap((call, index) =>
    isMeasured(call) && !sideCalls.has(call) ? [((totals[index] ?? 0) - sent(call)) / sent(call)] : [],
  );
}

function* calibratedErrors(transcript: Transcript): Steps<number[]> {
  const samples = yield* growthSamplesInSteps(transcript);
  const errors: number[] = [];
  for (let fold = 0; fold < FOLDS; fold++) {
    const calibration = calibrateOn(samples.filter((_, index) => index % FOLDS !== fold));
    samples.forEach(({ amounts, value }, index) => {
      if (index % FOLDS === fold) errors.push((calibration.tokens(amounts) - value) / value);
    });
    yield;
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
function* anchoredTotals(transcript: Transcript, weights: AnchoredWeights): Steps<Float64Array> {
  const { parts, weight, scale, systemWeight, notInFile } = weights;
  const sums = scale.map((_, group) => (group === OTHER ? systemWeight : 0));
  const listener: PartListener = {
    part(part, sign) {
      const group = parts.group[part] ?? OTHER;
      sums[group] = (sums[group] ?? 0) + sign * (weight[part] ?? 0);
    },
  };
  const context = new PartsInContext(transcript, parts, listener);
  const totals = new Float64Array(transcript.calls.length);
  for (const [call, { at }] of transcript.calls.entries()) {
    context.moveTo(at);
    const scaled = sums.map((sum, group) => sum * (scale[group]?.[call] ?? 1));
    totals[call] = scaled.reduce((total, sum) => total + sum, (notInFile[call] ?? 0) + context.placeholderTokens);
    yield;
  }
  return totals;
}
