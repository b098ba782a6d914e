import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { policies } from '../../policies/index';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import type { Policy } from '../../policies/shape/policy';
import { policyLayers } from '../../policies/shape/policy-layer';
import { assumed } from '../../summarizers/assumed';
import { scripted } from '../../summarizers/scripted';
import type { Summarizer } from '../../summarizers/summarizer';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { callStep } from '../explain/call-step';
import { lostAtCall } from '../explain/lost-at-call';
import { replayMaterial } from '../recorded/replay-material';
import { readingSession } from './reading-session.test-support';
import { replay } from './replay';
import { ReplayLookup } from './replay-lookup';
import { replayWithMisses } from './replay-with-misses';
import { ValuedRecording } from './valued-recording';

const valued = (text: string) => new ValuedRecording(replayMaterial(transcriptFromText(text)));

function missed(text: string, policy: Policy, summarizer: Summarizer = assumed()): number {
  return replayWithMisses(valued(text), policy, summarizer).misses;
}

/** What the Why panel lists, call by call, beside what is counted. */
function listed(text: string, policy: Policy, summarizer: Summarizer) {
  const recording = valued(text);
  const { material, index, indexOf } = recording;
  const lookup = new ReplayLookup(material, policy, summarizer);
  const { changes, misses: counted } = replayWithMisses(recording, policy, summarizer);
  const misses = [...new Set(changes.map(({ call }) => call))].flatMap((call) => {
    const step = callStep(material, lookup.at(call), call === 0 ? undefined : lookup.at(call - 1), 'free');
    return lostAtCall(material, index, indexOf, step, 'free').misses;
  });
  return { listed: new Set(misses.map(({ value, used }) => `${value} ${index.rowOf(used)}`)).size, counted };
}

/** Full before call 15. File 3 and file 14 are written of after that; the latter is put back. */
const text = `${readingSession(17)}\nassistant "on with file-3.ts and file-14.ts"\ncall #e edit file-3.ts`;
const without = { ...claudeCode21, layers: policyLayers({}) };

describe('used-later misses of a replay', () => {
  it('[K2] count a value that a compaction removed and the model uses again, once for its first use', () => {
    const told = scripted({ type: 'text', text: 'All is well', tokens: 100 });
    const names = scripted({ type: 'text', text: 'file-3.ts comes next', tokens: 100 });
    expect(missed(text, claudeCode21, told) - missed(text, claudeCode21, names)).toBe(1);
  });

  it('[K2] are empty if nothing is removed, or nothing is used later', () => {
    expect(missed(text, without)).toBe(0);
    expect(missed(readingSession(17), claudeCode21)).toBe(0);
  });

  it('[F6] exclude what is in a restored file', () => {
    const later = (file: string) => `${readingSession(17)}\nassistant "on with ${file}"\ncall #e ls`;
    expect(missed(later('file-3.ts'), claudeCode21)).toBe(1);
    expect(missed(later('file-14.ts'), claudeCode21)).toBe(0);
  });

  it('exclude what is still there', () => {
    const clearing = { ...claudeCode21, layers: policyLayers({ 'microcompact-cached': { trigger: 3, keep: 1 } }) };
    const planted = (call: string) =>
      `user "Go"\n${call}\nresult #x "the code is 8f3a91c0de77"\n${readingSession(6).split('\n').slice(2).join('\n')}\nassistant "8f3a91c0de77"\ncall #e ls`;
    expect(missed(planted('call #x read a.ts'), clearing)).toBe(1);
    expect(missed(planted('call #x read 8f3a91c0de77'), clearing)).toBe(0);
  });
});

/** A few files that come up again and again: read, named by results, by the user and by the model, and gone back from. */
const workOnFiles = fc
  .array(fc.tuple(fc.nat(9), fc.nat(9), fc.constantFrom('', '', 'user', 'result', 'rewind')), {
    minLength: 8,
    maxLength: 30,
  })
  .map((steps) =>
    [
      'user 100 tokens',
      ...steps.flatMap(([read, named, how], call) => [
        `assistant "on with file-${named}.ts"`,
        `call #${call} read file-${read}.ts`,
        how === 'result' ? `result #${call} "import file-${named}.ts, main-${read}.ts"` : `result #${call} 3000 tokens`,
        ...(how === 'user' ? [`user "and file-${read}.ts"`] : []),
        ...(how === 'rewind' ? [`user "no, file-${read}.ts"`, 'rewind 1', 'user "yes"'] : []),
      ]),
    ].join('\n'),
  );

/** The windows of real models are far larger than what a generated recording fills. */
const small = (policy: Policy): Policy => ({
  ...policy,
  windowTokens: policy.windowTokens === undefined ? 30_000 : policy.windowTokens / 2,
  maxOutputTokens: 2_000,
});

/** What is cleared every turn, the calls still name; and these sessions are too short for 240 messages. */
const takesNothing = new Set(['none', 'tutorial', 'swe-agent', 'openhands']);

it.each(policies.map(small))('[K2] under $id match the lists of each call', (policy) => {
  let most = 0;
  const told = scripted({ type: 'text', text: 'The next one is file-3.ts.', tokens: 100 });
  fc.assert(
    fc.property(workOnFiles, (text) => {
      const { listed: expected, counted } = listed(text, policy, told);
      most = Math.max(most, expected);
      expect(counted).toBe(expected);
    }),
    { seed: 5, numRuns: 10 },
  );
  expect(most > 0).toBe(!takesNothing.has(policy.id));
});

it('do not change the replay itself', () => {
  const recording = valued(text);
  const { misses, ...simulation } = replayWithMisses(recording, claudeCode21, assumed());
  expect(misses).toBeGreaterThan(0);
  expect(simulation).toEqual(replay(recording.material, claudeCode21, assumed()));
});
