import { describe, expect, it } from 'vitest';
import { transcriptFromText } from '../transcript/transcript-from-text';
import { calibrate, growthSamples } from './calibrated';
import { counterErrors } from './counter-errors';

function session(calls: number, tokensPerRough: number): string {
  const lines: string[] = ['user 100 tokens'];
  let used = 20_000;
  for (let call = 0; call < calls; call++) {
    const size = 500 + ((call * 7_919) % 3_000);
    lines.push(`assistant ${size} tokens`, `usage ${used}`, 'user 100 tokens');
    used += (size + 100) * tokensPerRough;
  }
  return lines.join('\n');
}

describe('counterErrors', () => {
  it('[T8] gives the signed median and p90 of each counter over the recorded growth', () => {
    const [rough, , calibrated, anchored] = counterErrors(transcriptFromText(session(50, 2)));
    expect(rough?.counter).toBe('rough');
    expect(rough?.median).toBeCloseTo(-0.5);
    expect(rough?.medianAbsolute).toBeCloseTo(0.5);
    expect(rough?.p90).toBeCloseTo(0.5);
    expect(rough?.compared).toBe(49);
    expect(calibrated?.counter).toBe('calibrated');
    expect(calibrated?.medianAbsolute).toBeLessThan(0.03);
    expect(anchored).toEqual({ counter: 'anchored', median: 0, medianAbsolute: 0, p90: 0, compared: 50 });
  });

  it('[T8] tests the calibrated counter on stretches that it was not fitted on', () => {
    // Every fifth growth, and no other, is a document: a fit on the others cannot know what one costs here.
    const lines: string[] = [];
    let used = 20_000;
    for (let call = 0; call < 51; call++) {
      lines.push('assistant 10 tokens', `usage ${used}`, call % 5 === 0 ? 'document' : 'user 500 tokens');
      used += call % 5 === 0 ? 6_000 : 600;
    }
    const transcript = transcriptFromText(lines.join('\n'));
    const fitted = calibrate(transcript);
    for (const { amounts, value } of growthSamples(transcript)) {
      expect(Math.abs(fitted.tokens(amounts) - value) / value).toBeLessThan(0.3);
    }
    const calibrated = counterErrors(transcript).find(({ counter }) => counter === 'calibrated');
    expect(calibrated?.p90).toBeGreaterThan(0.6);
  });

  it('[T8] says if there is nothing to compare with', () => {
    for (const error of counterErrors(transcriptFromText('user "a"\nassistant "b"'))) {
      expect(error).toEqual({ counter: error.counter, compared: 0 });
    }
  });
});
