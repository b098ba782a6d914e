import { expect, it } from 'vitest';
import { transcriptFromText } from '../transcript/transcript-from-text';
import { cacheErrorOf } from './cache-error';
import { predictCache } from './recorded-cache';

function turn(usage: string): string {
  return `user "Next"\nassistant "Done"\nusage ${usage} output 10`;
}

const start = `
  clock 2026-01-01T10:00:00Z
  ${turn('30000 read 20000 written 10000')}
  ${turn('31000 read 30000 written 1000')}
`;

it('[E1] has no error without a prediction', () => {
  expect(cacheErrorOf([])).toBeUndefined();
});

it('[E1] counts predicted breaks, and those that did not occur', () => {
  const pause = (usage: string) => `wait 6 min\n${turn(usage)}`;
  const text = `${start}\n${pause('32000 read 0 written 32000')}\n${turn('33000 read 32000 written 1000')}`;
  const alarm = `${text}\n${pause('34000 read 33000 written 1000')}`;
  expect(cacheErrorOf(predictCache(transcriptFromText(alarm)))?.breaks).toEqual({
    recorded: 1,
    predicted: 1,
    falseAlarms: 1,
  });
});

it('[E1] gives the error as a share of the tokens sent, without the first call', () => {
  const right = turn('31000 read 30000 written 1000');
  const wrong = turn('40000 read 21000 written 19000');
  const predicted = predictCache(transcriptFromText(`${turn('30000 read 20000 written 10000')}\n${right}\n${wrong}`));
  expect(cacheErrorOf(predicted)).toEqual({
    compared: 2,
    read: { median: 0.25, p90: 0.25 },
    written: { median: 0.25, p90: 0.25 },
    uncached: { median: 0, p90: 0 },
    within1Percent: 1,
    breaks: { recorded: 1, predicted: 0, falseAlarms: 0 },
  });
});
