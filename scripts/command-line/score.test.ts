import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { scoreIds } from '../../lib/fidelity/scores/score-definitions';
import { temporaryFolder } from '../set-up/test/temporary-folder';
import { highwater, highwaterIn } from './run-highwater.test-support';

const hunt = fileURLToPath(new URL('../../public/samples/long-bug-hunt.jsonl', import.meta.url));
const summary = 'The seed is 88213. Never touch the migrations folder.\n- src/lease/lease-table.ts: read';
const folder = () => temporaryFolder({ 'summary.txt': summary, 'prompt.txt': '## Goal\n## Next step' });
const run = (...words: string[]) => highwaterIn(folder(), 'score', ...words);

describe('highwater score', () => {
  it('prints every score with its description and its list', () => {
    const words = ['score', hunt, '--at', '140', '--summary', 'summary.txt', '--json'];
    const { status, stdout, stderr } = highwater(words, folder());
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const report = JSON.parse(stdout);
    expect(report.call).toBe(140);
    expect(report.scores.map(({ id }: { id: string }) => id)).toEqual(scoreIds);
    expect(report.scores[0]).toMatchObject({ rule: 'K1', unit: 'values', better: 'more', of: expect.any(Number) });
  });

  it('prints the same as text, with what is missing', async () => {
    const { status, stdout } = await run(hunt, '--at', '140', '--summary', 'summary.txt', '--prompt', 'prompt.txt');
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^K2 Used later and kept: \d+ of \d+ values, \d+ % by weight\n {2}\d+ more were shown again before their use\.$/m,
    );
    expect(stdout).toMatch(/^K2 Kept weight per 1,000 tokens: \d+ per 1,000 tokens$/m);
    expect(stdout).toMatch(/^ {2}\S+ \(path, missing, (?:[\w ]+ · )?rare, message \d+, used again in message \d+\)$/m);
    expect(stdout).toMatch(/^ {2}npm run check:schema \(command, missing, message \d+, used again in message \d+\)$/m);
    expect(stdout).toMatch(/^K8 Missing sections: 2 of 2 sections\n {2}Goal \(missing\)\n {2}Next step \(missing\)$/m);
    expect(stdout).toMatch(/upper bound for what a model recalls\.\n$/);
  });

  it.each([
    [[hunt, '--at', '543', '--summary', 'summary.txt'], 1, /at call 543: it has 543 calls, counted from 0/],
    [['gone.jsonl', '--at', '1', '--summary', 'summary.txt'], 1, /Could not import "gone.jsonl"/],
    [[hunt, '--summary', 'summary.txt'], 2, /--at takes a call number, counted from 0$/],
    [[hunt, '--at', '-1', '--summary', 'summary.txt'], 2, /highwater score: /],
    [[hunt, '--at', '1'], 2, /--summary takes a text file with the summary/],
    [[hunt, '--at', '1', '--summary', 'gone.txt'], 2, /could not read "gone.txt": file not found/],
    [['--at', '1', '--summary', 'summary.txt'], 2, /specify one file/],
  ] as const)('%j exits with %i and says why', async (words, code, says) => {
    const { status, stdout, stderr } = await run(...words);
    expect(status).toBe(code);
    expect(stdout).toBe('');
    expect(stderr.trimEnd()).toMatch(says);
  });
});
