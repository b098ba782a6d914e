import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { highwater, highwaterHere as run } from './run-highwater.test-support';

const hunt = fileURLToPath(new URL('../../public/samples/long-bug-hunt.jsonl', import.meta.url));

describe('highwater simulate', () => {
  it('prints the fields that programs read, for a free replay', () => {
    const { status, stdout } = highwater(
      ['simulate', hunt, '--policy', 'claude-code-2.1', '--json'],
      import.meta.dirname,
    );
    const report = JSON.parse(stdout);
    expect(status).toBe(0);
    expect(report).toMatchObject({
      policy: 'claude-code-2.1',
      mode: 'free',
      calls: 543,
      window: 200_000,
      threshold: 167_000,
      deadAt: null,
      failures: [],
    });
    expect(report.compactions[0]).toMatchObject({
      call: 140,
      layer: 'full-compact',
      trigger: 'auto',
      before: expect.any(Number),
      after: expect.any(Number),
      reason: expect.stringMatching(/used ≥ 167,000/),
    });
    expect(report.recorded[0]).toMatchObject({ call: 140, kind: 'full', trigger: 'auto', preTokens: 167_606 });
    const { peak, sent, cacheRead, cacheWrite, uncached, output, cost, modelCalls } = report.totals;
    expect(cacheRead + cacheWrite + uncached).toBe(sent);
    expect([peak, output, cost].every((value) => value > 0)).toBe(true);
    expect(modelCalls).toBe(543 + report.compactions.length);
  });

  it('following, predicts the compactions of the sample at the recorded calls', async () => {
    const report = JSON.parse((await run('simulate', hunt, '--follow', '--json')).stdout);
    expect(report.mode).toBe('following');
    expect(report.compactions.map(({ call }: { call: number }) => call)).toEqual(
      report.recorded.map(({ call }: { call: number }) => call),
    );
  });

  it('[F9] repeats the recorded /compact of the other sample, unless told not to', async () => {
    const refactoring = hunt.replace('long-bug-hunt', 'refactoring');
    const triggers = async (...words: readonly string[]) =>
      JSON.parse((await run('simulate', refactoring, '--json', ...words)).stdout).compactions.map(
        ({ trigger }: { trigger: string }) => trigger,
      );
    expect(await triggers()).toContain('manual');
    expect(await triggers('--skip-recorded-commands')).not.toContain('manual');
  });

  it('accepts settings, and reports invalid ones', async () => {
    const withFiles = async (files: number) =>
      JSON.parse((await run('simulate', hunt, '--set', `full-compact.restoredFiles=${files}`, '--json')).stdout);
    const [full, none] = [await withFiles(5), await withFiles(0)];
    expect(none.compactions[0].after).toBeLessThan(full.compactions[0].after);
    for (const [words, says] of [
      [['--set', 'full-compact.restoredFiles=-1'], /must be from 0 to 50/],
      [['--set', 'nonsense'], /takes layer.setting=value/],
      [['--policy', 'novelty'], /unknown policy "novelty"; expected one of: as-recorded/],
      [['--replies', 'novelty'], /--replies takes recorded, assumed, offline/],
    ] as const) {
      const { status, stderr } = await run('simulate', hunt, ...words);
      expect(status).toBe(2);
      expect(stderr).toMatch(says);
    }
  });

  it('[F8] compacts one side of a message, by its number', async () => {
    const commands = ['--command', '40 /compact up to #21 the parser', '--command', '60 /compact from #101'];
    const { compactions } = JSON.parse((await run('simulate', hunt, '--json', ...commands)).stdout);
    expect(compactions.slice(0, 2)).toMatchObject([
      { call: 40, layer: 'full-compact', trigger: 'manual', reason: 'run manually' },
      { call: 60, layer: 'full-compact', trigger: 'manual' },
    ]);
    for (const { before, after } of compactions.slice(0, 2)) expect(after).toBeLessThan(before);
  });

  it('says what is wrong with a command', async () => {
    for (const [command, says] of [
      ['40 /compact from #99999', /no message #99999: the last one is #\d+/],
      ['40 /compact up to nowhere', /no message "nowhere"/],
      ['40 /unfold "never said"', /no message starts with "never said"/],
      ['99999 /compact', /no call 99999; the file has 543 calls, counted from 0/],
      ['40 /compact from', /needs a message/],
    ] as const) {
      const { status, stdout, stderr } = await run('simulate', hunt, '--command', command);
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(says);
    }
  });

  it('[C1] reports that a message is in no collapsed span', async () => {
    const { failures } = JSON.parse((await run('simulate', hunt, '--json', '--command', '40 /unfold #12')).stdout);
    expect(failures).toMatchObject([
      { call: 40, layer: 'collapse', reason: expect.stringMatching(/no collapsed span/) },
    ]);
  });

  it('[F1] accepts hook output around a compaction', async () => {
    const report = async (...words: string[]) => JSON.parse((await run('simulate', hunt, '--json', ...words)).stdout);
    const said = await report('--hook-result', 'Formatted. '.repeat(200), '--hook-result', 'Linted.');
    expect(said.compactions[0].after).toBeGreaterThan((await report()).compactions[0].after);
    expect((await report('--hook-blocks', 'not on Fridays')).failures[0].reason).toMatch(/not on Fridays/);
  });

  it('exits with 1 if the file cannot be read', async () => {
    const { status, stderr } = await run('simulate', 'missing.jsonl');
    expect(status).toBe(1);
    expect(stderr).toMatch(/^Could not import "missing.jsonl"/);
  });
});

describe('highwater sweep', () => {
  it('prints a row per value', async () => {
    const { status, stdout } = await run(
      'sweep',
      hunt,
      '--param',
      'full-compact.restoredFiles',
      '--from',
      '0',
      '--to',
      '4',
      '--steps',
      '3',
      '--json',
    );
    const rows = JSON.parse(stdout);
    expect(status).toBe(0);
    expect(rows.map(({ value }: { value: number }) => value)).toEqual([0, 2, 4]);
    expect(rows[0]).toMatchObject({ compactions: 4, peak: expect.any(Number), totals: { sent: expect.any(Number) } });
  });

  it('reports missing arguments', async () => {
    expect((await run('sweep', hunt)).stderr).toMatch(/--param layer.setting/);
    expect((await run('sweep', hunt, '--param', 'full-compact.restoredFiles')).stderr).toMatch(/specify the range/);
  });
});

describe('highwater validate', () => {
  it('compares recorded compactions with predicted ones', async () => {
    const report = JSON.parse((await run('validate', hunt, '--json')).stdout);
    expect(report).toMatchObject({ predictable: 4, rightCall: 4, elsewhere: [] });
    expect(report.agents[0]).toMatchObject({ recordings: 1, compactions: { recorded: 4, exact: 4, elsewhere: 0 } });
    expect(report.agents).toContainEqual(expect.objectContaining({ policy: 'goose', recordings: 0 }));
    expect(report.compactions.every(({ callsOff }: { callsOff: number }) => callsOff === 0)).toBe(true);
    expect(report.cache[0].within1Percent / report.cache[0].compared).toBeGreaterThan(0.9);
  });
});
