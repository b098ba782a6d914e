import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { scoreIds } from '../../lib/fidelity/scores/score-definitions';
import { transcriptFromText } from '../../lib/transcript/transcript-from-text';
import { RULES_RECORD, withLastRecord, writeTranscripts } from '../../lib/transcript/write-transcript';
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

  it('[K4] counts the rules of an exported session as the user edited them', async () => {
    const transcript = transcriptFromText(
      ['user "Never push. Always lint."', '---', 'assistant "Linted."', 'user "Go on"', '---', 'assistant "Bye"'].join(
        '\n',
      ),
    );
    const session = new Blob([...writeTranscripts([transcript])]);
    const edits = [
      { type: 'confirmed', found: 'Never push.' },
      { type: 'removed', found: 'Always lint.' },
      { type: 'added', text: 'Ask before a migration' },
      { type: 'unheard of' },
    ];
    const places = [
      { child: '0', edits: [{ type: 'removed', found: 'Never push.' }] },
      { child: '', edits },
    ];
    const scored = async (file: Blob, ...words: string[]) => {
      const files = { 'a.highwater.json': await file.text(), 'summary.txt': 'Never push. Always lint.' };
      const named = ['a.highwater.json', '--at', '1', '--summary', 'summary.txt', ...words];
      return highwaterIn(temporaryFolder(files), 'score', ...named);
    };
    const rules = /^K4 Rules preserved: (\d of \d)/m;
    const found = await scored(session);
    expect(rules.exec(found.stdout)?.[1]).toBe('2 of 2');
    expect(found.stdout).not.toContain('you edited');

    const edited = withLastRecord(session, RULES_RECORD, { places });
    const { stdout, stderr } = await scored(edited);
    expect(stderr).toBe('Could not read the edited rules in "a.highwater.json": 1 of them are not counted.\n');
    expect(rules.exec(stdout)?.[1]).toBe('1 of 2');
    expect(stdout).toContain('  Ask before a migration (limit, missing, added by you)');
    expect(stdout).toContain('Counted with 3 rules that you edited.');
    const report = JSON.parse((await scored(edited, '--json')).stdout);
    const preserved = report.scores.find(({ id }: { id: string }) => id === 'rules-preserved');
    expect(report.ruleEdits).toBe(3);
    expect(preserved.items.map(({ origin }: { origin?: string }) => origin)).toEqual(['confirmed', 'added']);

    const damaged = await scored(withLastRecord(session, RULES_RECORD, { places: 'none' }));
    expect(rules.exec(damaged.stdout)?.[1]).toBe('2 of 2');
    expect(damaged.stderr).toMatch(/Could not read the edited rules in "a.highwater.json": .*places/);
  });
});
