import { expect, it } from 'vitest';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { withPlausibleSizes } from './plausible-sizes';
import { withPlausibleTimes } from './plausible-times';

const text = 'user "a"\nassistant "b"\nusage 1000\nuser "c"\nassistant "d"\nusage 9000000000000000 output 5';

function checked(lines: string, overrides = {}) {
  const warnings: string[] = [];
  const transcript = withPlausibleSizes(transcriptFromText(lines, overrides), (kind, line, what) => {
    warnings.push(`${kind} ${line} ${what}`);
  });
  return { transcript, warnings };
}

it('drops an impossible usage, with a warning and its line', () => {
  const { transcript, warnings } = checked(text);
  expect(transcript.calls.map(({ usage }) => usage?.input)).toEqual([1_000, undefined]);
  expect(warnings).toEqual(['skipped 5 Ignored an implausible usage of 9,000,000,000,000,005 tokens in one call']);
});

it('drops an impossible compaction size or window', () => {
  const { transcript, warnings } = checked('user "a"\nboundary full auto 30000000', { contextWindow: 1e18 });
  expect(transcript.boundaries.map(({ preTokens }) => preTokens)).toEqual([undefined]);
  expect(transcript).not.toHaveProperty('contextWindow');
  expect(warnings).toHaveLength(2);
});

it('checks sub-agents too, and leaves plausible sizes unchanged', () => {
  const { transcript, warnings } = checked('user "a"\nassistant "b"\nusage 900000', {
    children: [transcriptFromText(text)],
  });
  expect(transcript.calls[0]?.usage?.input).toBe(900_000);
  expect(transcript.children[0]?.calls[1]).not.toHaveProperty('usage');
  expect(warnings).toHaveLength(1);
});

it('rounds fractions, each part for itself, with a warning', () => {
  const { calls, ...others } = transcriptFromText('user "a"\nassistant "b"\nusage 1000');
  const usage = { input: 10.4, cacheRead: 20.5, cacheWrite5m: 0.2, cacheWrite1h: 0, output: 5.6, reasoning: 2.5 };
  const warnings: string[] = [];
  const whole = withPlausibleSizes(
    { ...others, calls: calls.map((call) => ({ ...call, usage })) },
    (kind, line, what) => warnings.push(`${kind} ${line} ${what}`),
  );
  expect(whole.calls[0]?.usage).toEqual({
    ...{ input: 10, cacheRead: 21, cacheWrite5m: 0, cacheWrite1h: 0, output: 6, reasoning: 3 },
  });
  expect(warnings).toEqual(['repaired 2 Rounded a usage that is not in whole tokens']);
});

it('drops times at which nothing was recorded, with one warning for each line', () => {
  const { messages, ...others } = transcriptFromText('user "a"\nassistant "b"\nusage 1000');
  const at = (year: number) => new Date(0).setUTCFullYear(year);
  const warnings: string[] = [];
  const times = [at(0), at(2026)];
  const checkedTimes = withPlausibleTimes(
    {
      ...others,
      messages: messages.map((message, index) => ({ ...message, timeMs: times[index] ?? 0 })),
      calls: others.calls.map((call) => ({ ...call, timeMs: at(9999) })),
    },
    (kind, line, what) => warnings.push(`${kind} ${line} ${what}`),
  );
  expect(checkedTimes.messages.map(({ timeMs }) => timeMs)).toEqual([undefined, at(2026)]);
  expect(checkedTimes.calls[0]).not.toHaveProperty('timeMs');
  expect(warnings).toEqual([
    'skipped 1 Ignored an implausible time in the year 0',
    'skipped 2 Ignored an implausible time in the year 9999',
  ]);
});
