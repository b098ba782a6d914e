import { expect, it } from 'vitest';
import { pi } from '../../policies/agents/pi';
import { none } from '../../policies/presets/none';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { replayMaterial } from '../recorded/replay-material';
import { predictCuts } from './predict-cuts';

const round = (id: number, tokens: number) =>
  `call #${id} read a.ts\nusage ${id * 10_000} output 100\nresult #${id} "${'word'.repeat(tokens)}"`;

/** The result of 19,000 tokens crosses 20,000: what comes after it stays. */
const recording = (kept: string) =>
  replayMaterial(
    transcriptFromText(
      `window 200000\nuser "go on"\n${round(1, 5_000)}\n${round(2, 19_000)}\n${round(3, 2_000)}\nboundary full auto 32100 keep ${kept}\nsummary "so far"\nassistant "on"\nusage 9000`,
    ),
  );

it('[P3] compares the first message that stays, and the size before', () => {
  expect(predictCuts(recording('m5 m6'), pi)).toEqual([
    { boundary: 0, call: 3, recorded: 2, predicted: 2, isSame: true, tokensOff: 0 },
  ]);
  expect(predictCuts(recording('m3 m4 m5 m6'), pi)).toMatchObject([{ recorded: 4, predicted: 2, isSame: false }]);
});

it('[P3] compares nothing that is no tail, nor a policy that keeps nothing', () => {
  expect(predictCuts(recording('m0 m6'), pi)).toEqual([]);
  expect(predictCuts(recording('m5 m6'), none)).toEqual([]);
});
