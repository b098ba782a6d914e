import { describe, expect, it } from 'vitest';
import { indexOf } from '../../fidelity/scores/cut-from-text.test-support';
import { policies } from '../../policies/index';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { none } from '../../policies/presets/none';
import type { Policy } from '../../policies/shape/policy';
import { policyLayers } from '../../policies/shape/policy-layer';
import { assumed } from '../../summarizers/assumed';
import { scripted } from '../../summarizers/scripted';
import type { Summarizer } from '../../summarizers/summarizer';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { type ReplayMaterial, replayMaterial } from '../recorded/replay-material';
import { readingSession } from '../replay/reading-session.test-support';
import { type ReplayOptions, replay } from '../replay/replay';
import { ReplayLookup } from '../replay/replay-lookup';
import { callStep } from './call-step';
import { lostAtCall } from './lost-at-call';

/** File 3 is edited after the context was full. */
const text = `${readingSession(17)}\nassistant "on with file-3.ts"\ncall #e edit file-3.ts`;
const material = replayMaterial(transcriptFromText(text));
const FULL = 15;

function lostAt(
  call: number,
  policy: Policy,
  options: ReplayOptions = {},
  of: ReplayMaterial = material,
  summarizer: Summarizer = assumed(),
) {
  const { messages } = of.transcript;
  const indexes = new Map(messages.map(({ id }, index) => [id, index]));
  const lookup = new ReplayLookup(of, policy, summarizer, options);
  const previous = call === 0 ? undefined : lookup.at(call - 1);
  return lostAtCall(
    of,
    indexOf(messages),
    indexes,
    callStep(of, lookup.at(call), previous, options.mode),
    options.mode,
  );
}

it('[K2] a compaction loses what no summary or restored file has, with both places', () => {
  const { misses, leftParts, isAssumed } = lostAt(FULL, claudeCode21);
  expect(leftParts).toBe(31);
  expect(isAssumed).toBe(true);
  expect(misses.find(({ value }) => value === 'file-3.ts')).toEqual({
    type: 'path',
    value: 'file-3.ts',
    was: { message: 7, part: 0 },
    used: { message: 35, part: 0 },
    worth: { weight: 3, reasons: ['rare'], parts: 1 },
  });
});

it('[N7] a session note may be only an assumed length, too', () => {
  const turns = ['user "Read these"', ...Array.from({ length: 16 }, (_, n) => turn(n))].join('\n');
  const layers = policyLayers({ 'session-memory': {}, 'note-extraction': { firstTokens: 10_000 }, 'full-compact': {} });
  const policy = { ...claudeCode21, layers };
  const session = replayMaterial(transcriptFromText(turns));
  const change = replay(session, policy, assumed(), {}).changes.find(({ layer }) => layer === 'session-memory');
  if (change === undefined) throw new Error('Session memory compacts this session');
  expect(lostAt(change.call, policy, {}, session).isAssumed).toBe(true);
  const told = scripted({ type: 'text', text: '# Current state\nReading', tokens: 100 });
  expect(lostAt(change.call, policy, {}, session, told).isAssumed).toBe(false);
});

function turn(n: number): string {
  return `assistant "reading"\ncall #t${n} read file-${n}.ts\nresult #t${n} 10000 tokens\nassistant "done"\nuser "Next"`;
}

it('[K1] what a summary has is not lost', () => {
  const told = scripted({ type: 'text', text: 'file-3.ts is next', tokens: 100 });
  const { misses, gone, isAssumed } = lostAt(FULL, claudeCode21, {}, material, told);
  expect(isAssumed).toBe(false);
  expect(misses.map(({ value }) => value)).not.toContain('file-3.ts');
  expect(gone.map(({ value }) => value)).toContain('file-4.ts');
});

it('[K3] [F6] a restored file is named', () => {
  const { unnamed } = lostAt(FULL, claudeCode21).files;
  expect(unnamed.map(({ path }) => path)).toEqual(Array.from({ length: 10 }, (_, n) => `file-${n}.ts`));
});

it('[M2] a clearing loses the content of the results, but not the calls', () => {
  const policy = { ...claudeCode21, layers: policyLayers({ 'microcompact-counting': {} }) };
  const [cleared] = replay(material, policy, assumed()).changes;
  const { leftParts, files } = lostAt(cleared?.call ?? -1, policy);
  expect(leftParts).toBe(cleared?.changes[0]?.parts.length);
  expect(files.counts.every(({ left }) => left === 0)).toBe(true);
});

it('nothing is lost twice: what was cleared before has already left', () => {
  const policy = {
    ...claudeCode21,
    layers: policyLayers({ 'microcompact-cached': { trigger: 3, keep: 1 }, 'full-compact': {} }),
  };
  const options = { commands: [{ call: 6, command: { type: 'compact' } as const }] };
  const cleared = replay(material, policy, assumed(), options).changes.filter(({ call }) => call < 6);
  const clearedParts = cleared.flatMap(({ changes }) => changes.flatMap(({ parts }) => parts)).length;
  const before = new ReplayLookup(material, policy, assumed(), options).at(6).before.flatMap(({ parts }) => parts);
  expect(clearedParts).toBeGreaterThan(2);
  expect(lostAt(6, policy, options).leftParts).toBe(before.length - clearedParts);
});

it.each(policies)('of $id nothing is lost if nothing changed', (policy) => {
  const changed = new Set(replay(material, policy, assumed()).changes.map(({ call }) => call));
  const quiet = material.transcript.calls.findLastIndex((_, call) => !changed.has(call));
  expect(lostAt(quiet, policy)).toMatchObject({ leftParts: 0, gone: [], misses: [], usedLater: 0 });
});

const compacted = replayMaterial(
  transcriptFromText(
    [
      readingSession(6),
      'boundary full auto 80000',
      'summary "file-1.ts was read"',
      'call #x edit file-1.ts',
      'call #y edit file-2.ts',
    ].join('\n'),
  ),
);

it('[P1] following, a recorded compaction is scored against its own summary', () => {
  const { misses, leftParts } = lostAt(6, none, { mode: 'following' }, compacted);
  expect(leftParts).toBe(13);
  expect(misses.map(({ value, was, used }) => [value, was?.message, used.message])).toEqual([['file-2.ts', 5, 14]]);
  expect(lostAt(6, none, {}, compacted).leftParts).toBe(0);
});

describe('[P1] following, where the policy compacts one call before the recording', () => {
  const late = (calls: number) =>
    replayMaterial(
      transcriptFromText(
        [
          readingSession(calls),
          'boundary full auto 171000',
          'summary "file-1.ts was read"',
          'call #x edit file-1.ts',
          'call #y edit file-2.ts',
        ].join('\n'),
      ),
    );
  const following = { mode: 'following' } as const;
  const early = late(FULL + 1);

  it('nothing is lost at its own call, and the page says where it is', () => {
    expect(lostAt(FULL, claudeCode21, following, early)).toMatchObject({ leftParts: 0, isCountedNext: true });
    expect(lostAt(FULL, claudeCode21, {}, early).leftParts).toBeGreaterThan(0);
  });

  it('the recorded compaction loses what it would without the policy', () => {
    const { isCountedNext, ...lost } = lostAt(FULL + 1, claudeCode21, following, early);
    expect(isCountedNext).toBe(false);
    const { isCountedNext: _, ...recorded } = lostAt(FULL + 1, none, following, early);
    expect(recorded.misses.map(({ value }) => value)).toContain('file-2.ts');
    expect(lost).toEqual(recorded);
  });

  it('two calls before, it is a compaction of its own', () => {
    const lost = lostAt(FULL, claudeCode21, following, late(FULL + 2));
    expect(lost).toMatchObject({ isCountedNext: false });
    expect(lost.leftParts).toBeGreaterThan(0);
  });
});
