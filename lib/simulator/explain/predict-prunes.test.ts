import { describe, expect, it } from 'vitest';
import { opencode } from '../../policies/agents/opencode';
import { opencode12 } from '../../policies/agents/opencode-1-2';
import { none } from '../../policies/presets/none';
import type { ToolCallId } from '../../transcript/transcript';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { replayMaterial } from '../recorded/replay-material';
import { predictPrunes } from './predict-prunes';

/** A turn for each size, of one result each. */
function turns(...tokens: readonly number[]): string {
  return tokens
    .map((size, turn) => {
      const text = 'word'.repeat(size);
      return `user "go on"\ncall #${turn + 1} read a.ts\n---\nresult #${turn + 1} "${text}"\nassistant "done"`;
    })
    .join('\n');
}

function recording(text: string, cleared: readonly string[], after: number) {
  const transcript = transcriptFromText(text);
  const at = transcript.messages.findIndex(({ kind }, place) => kind === 'prompt' && place >= after * 4);
  const prune = {
    kind: 'prune',
    at: at === -1 ? transcript.messages.length : at,
    trigger: 'auto',
    clearedToolCallIds: cleared.map((id) => id as ToolCallId),
    line: 0,
  } as const;
  return replayMaterial({ ...transcript, boundaries: cleared.length === 0 ? [] : [prune] });
}

describe('[P3] recorded prunes', () => {
  it('are exact if the policy would clear the same results', () => {
    const {
      checks,
      elsewhere,
      turns: ends,
    } = predictPrunes(recording(turns(30_000, 45_000, 10, 10), ['#1', '#2'], 4), opencode12);
    expect(checks).toEqual([{ boundary: 0, call: 8, recorded: 2, missed: 0, extra: 0, tokensOff: 0, causes: [] }]);
    expect(elsewhere).toEqual([]);
    expect(ends).toBe(4);
  });

  it('show what was missed, and by how many tokens the line was', () => {
    const [check] = predictPrunes(recording(turns(30_000, 39_900, 10, 10), ['#1', '#2'], 4), opencode12).checks;
    expect(check).toMatchObject({ recorded: 2, missed: 1, extra: 0, tokensOff: -100, causes: [] });
    const text = turns(30_000, 39_900, 10, 10).replace('wordword', 'REDACTED ');
    expect(predictPrunes(recording(text, ['#1', '#2'], 4), opencode12).checks[0]?.causes).toEqual(['texts-replaced']);
  });

  it('count a replaced value in the length of the others of its field, if these have one', () => {
    const id = (value: string) => `messageID:${value},`;
    const withIds = (...known: readonly string[]) => {
      const [start, first, second, ...others] = turns(30_000, 39_700, 10, 10).split('user ');
      const replaced = second?.replace('word', id('REDACTED').repeat(20));
      return [start, first?.replace('word', known.map(id).join('')), replaced, ...others].join('user ');
    };
    const tokensOff = (...known: readonly string[]) =>
      predictPrunes(recording(withIds(...known), ['#1', '#2'], 4), opencode12).checks[0]?.tokensOff;
    const short = tokensOff() ?? 0;
    expect(short).toBeLessThan(0);
    const length = (value: number) => 'x'.repeat(value);
    expect(tokensOff(length(30), length(30))).toBe(short + (20 * 22) / 4);
    expect(tokensOff(length(30), length(31))).toBe(short);
    expect(tokensOff(length(100))).toBe(0);
  });

  it('show what is cleared beyond them', () => {
    const [check] = predictPrunes(recording(turns(30_000, 45_000, 10, 10), ['#2'], 4), opencode12).checks;
    expect(check).toMatchObject({ recorded: 1, missed: 0, extra: 1 });
    expect(check).not.toHaveProperty('tokensOff');
  });

  it('are counted where none was recorded', () => {
    expect(predictPrunes(recording(turns(30_000, 45_000, 10, 10), [], 4), opencode12)).toEqual({
      checks: [],
      elsewhere: [{ call: 8, results: 2 }],
      turns: 4,
    });
  });

  it('were turned on where they are off by default', () => {
    const pruned = recording(turns(30_000, 45_000, 10, 10), ['#1', '#2'], 4);
    expect(predictPrunes(pruned, opencode).checks).toMatchObject([{ missed: 0, extra: 0 }]);
    expect(predictPrunes(recording(turns(30_000, 45_000, 10, 10), [], 4), opencode).elsewhere).toEqual([]);
    expect(predictPrunes(pruned, none)).toEqual({ checks: [], elsewhere: [], turns: 0 });
  });
});
