import { expect, it } from 'vitest';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { withPlausibleSizes } from './plausible-sizes';

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
