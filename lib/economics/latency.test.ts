import { expect, it } from 'vitest';
import { transcriptFromText } from '../transcript/transcript-from-text';
import { latencyMs, modelledLatencyMs, recordedLatencyMs, usualRates } from './latency';

const usage = { input: 10, cacheRead: 100_000, cacheWrite5m: 500, cacheWrite1h: 490, output: 200 };

it('[E5] models a response from its prefill and its output at stated rates', () => {
  const rates = { startMs: 500, prefillPerSecond: 1_000, cacheReadPerSecond: 100_000, outputPerSecond: 50 };
  expect(modelledLatencyMs(usage, rates)).toBe(500 + 1_000 + 1_000 + 4_000);
  expect(modelledLatencyMs(usage)).toBeGreaterThan(usualRates.startMs);
});

const timed = transcriptFromText(`
  clock 2026-01-01T10:00:00Z
  user "Go"
  wait 3 s
  assistant "Done"
  usage 1000 output 10
`);

it('[E5] uses the recorded times where there are any', () => {
  expect(recordedLatencyMs(timed, 0)).toBe(3_000);
  expect(latencyMs(timed, 0)).toEqual({ ms: 3_000, isRecorded: true });
});

it('[E5] models the call where the recording has no times, and says nothing without a usage', () => {
  const untimed = transcriptFromText('user "Go"\nassistant "Done"\nusage 1000 output 10');
  expect(latencyMs(untimed, 0)).toMatchObject({ isRecorded: false });
  expect(latencyMs(transcriptFromText('user "Go"\nassistant "Done"'), 0)).toBeUndefined();
  expect(latencyMs(timed, 7)).toBeUndefined();
});

it('[E5] does not believe times that go backwards', () => {
  const [call] = timed.calls;
  const calls = call === undefined ? [] : [{ ...call, timeMs: 0 }];
  expect(recordedLatencyMs({ ...timed, calls }, 0)).toBeUndefined();
});
