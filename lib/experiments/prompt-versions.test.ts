import { describe, expect, it } from 'vitest';
import { answer, promptRow } from './design.test-support';
import { promptHistory, promptVersion, ranVersions, type VersionRun } from './prompt-versions';

function run(text: string, atMs: number, boundary: string, shares: readonly number[], model?: string): VersionRun {
  return {
    experiment: `experiment-${atMs}`,
    atMs,
    row: promptRow(1, model, text),
    boundary,
    answers: shares.map((share, index) => answer('r1', 'b1', index + 1, share)),
  };
}

describe('[V5] versions of a prompt', () => {
  it('are their texts with their scratch tags', () => {
    expect(promptVersion({ text: 'a' })).toBe(promptVersion({ text: 'a' }));
    expect(promptVersion({ text: 'a' })).not.toBe(promptVersion({ text: 'b' }));
    expect(promptVersion({ text: 'a', scratchTag: 'notes' })).not.toBe(promptVersion({ text: 'a' }));
    expect(promptVersion({ text: 'an', scratchTag: 'otes' })).not.toBe(
      promptVersion({ text: 'a', scratchTag: 'notes' }),
    );
  });

  it('are numbered by their first run, and compared at the boundaries that all have in common', () => {
    const runs = [
      run('second', 200, 'x', [0.6, 0.8]),
      run('first', 100, 'x', [0.2, 0.4]),
      run('first', 100, 'y', [1, 1]),
      run('first', 300, 'x', [0.6]),
      run('second', 200, 'z', [0.1]),
    ];
    const history = promptHistory(runs, 'used-later');
    expect(history.map(({ number, text, experiments, answers }) => [number, text, experiments, answers])).toEqual([
      [1, 'first', 2, 5],
      [2, 'second', 1, 3],
    ]);
    // All answers to the first text at x together.
    expect(history.map(({ common }) => common?.median)).toEqual([0.4, 0.7]);
    expect(history.map(({ own }) => own?.count)).toEqual([2, 2]);
  });

  it('are listed once each, as they were first run, prompt by prompt', () => {
    const ran = [run('second', 200, 'x', []), run('first', 100, 'x', []), run('first', 300, 'y', [])];
    const other = { atMs: 150, row: promptRow(2, undefined, 'another') };
    expect(
      ranVersions([...ran, other]).map(({ promptId, number, text, firstMs }) => [promptId, number, text, firstMs]),
    ).toEqual([
      ['prompt-1', 1, 'first', 100],
      ['prompt-2', 1, 'another', 150],
      ['prompt-1', 2, 'second', 200],
    ]);
  });

  it('have nothing in common at different boundaries, and are kept apart by model', () => {
    const runs = [
      run('first', 100, 'x', [0.2]),
      run('second', 200, 'y', [0.6]),
      run('first', 300, 'y', [0.9], 'claude-opus-5'),
    ];
    const history = promptHistory(runs, 'used-later');
    expect(history.map(({ model, number, common }) => [model, number, common?.median])).toEqual([
      ['claude-opus-5', 1, 0.9],
      ['claude-sonnet-5-5', 1, undefined],
      ['claude-sonnet-5-5', 2, undefined],
    ]);
  });
});
