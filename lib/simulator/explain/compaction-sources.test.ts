import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutAtCall } from '../../fidelity/scores/cut-at-call';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { changed } from '../../policies/shape/arbitrary-policy.test-support';
import { assumed } from '../../summarizers/assumed';
import { arbitraryRecording } from '../../transcript/arbitrary-recording.test-support';
import type { Transcript } from '../../transcript/transcript';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { type ReplayMaterial, replayMaterial } from '../recorded/replay-material';
import { ReplayLookup } from '../replay/replay-lookup';
import { callStep } from './call-step';
import { compaction, staysAfter } from './compaction';
import { nextSource, recordedSource as sourceAt } from './compaction-sources';
import { cutBetween } from './cut-between';

function recordedSource(material: ReplayMaterial, call: number) {
  const lookup = new ReplayLookup(material, claudeCode21, assumed(), { mode: 'recorded' });
  const previous = call === 0 ? undefined : lookup.at(call - 1);
  return sourceAt(material, callStep(material, lookup.at(call), previous, 'recorded'));
}

/** What would leave, by two ways: contexts that come about call by call, and the recording's boundaries looked up. */
function bothWays(transcript: Transcript, call: number) {
  const material = replayMaterial(transcript);
  const indexOf = new Map(transcript.messages.map(({ id }, index) => [id, index]));
  const { messages, at } = recordedSource(material, call);
  const places = (left: ReturnType<typeof cutBetween>['left']) =>
    // Without what is not in the file.
    left.flatMap(({ place }) => (place === undefined ? [] : [`${place.message}.${place.part}`]));
  const expected = cutAtCall(material, call, []);
  return {
    source: { at, left: places(cutBetween(messages, [], indexOf).left) },
    cut: { at: expected.later.from, left: places(expected.left) },
  };
}

it('a summary is scored against what the compaction at that call removes', () => {
  fc.assert(
    fc.property(arbitraryRecording, fc.nat(), (transcript, some) => {
      const { calls } = transcript;
      if (calls.length === 0) return;
      const { source, cut } = bothWays(transcript, some % calls.length);
      expect(source).toEqual(cut);
    }),
  );
});

it('a further round has what was left and what came since, without what the recording’s own compactions added', () => {
  const material = replayMaterial(
    transcriptFromText(
      [
        'user "m0"',
        'assistant "m1"',
        'user "m2"',
        'assistant "m3"',
        'boundary full auto 1000',
        'summary "m4"',
        'assistant "m5"',
        'user "m6"',
        'rewind 1',
        'user "m7"',
        'assistant "m8"',
      ].join('\n'),
    ),
  );
  const first = recordedSource(material, 1);
  expect(first.messages.map(({ message }) => message.id)).toEqual(['m0', 'm1', 'm2']);
  const next = nextSource(material, first, first.messages.slice(0, 1), 3);
  expect(next.messages.map(({ message }) => message.id)).toEqual(['m0', 'm3', 'm5', 'm7']);
  expect([next.call, next.at]).toEqual([3, 8]);
});

it('[F11] a summary is not scored against rounds that the policy keeps', () => {
  const material = replayMaterial(
    transcriptFromText('user 9000 tokens\nassistant "m1"\nuser "m2"\nassistant "m3"\nuser "m4"\nassistant "m5"'),
  );
  const policy = changed(claudeCode21, 'full-compact.keptRounds', 1);
  const source = { ...recordedSource(material, 2), policy };
  const work = compaction(material, source, { maxTokens: 500, focus: undefined });
  const asked = work.next();
  expect(asked.done === true ? [] : asked.value.context.messages.map(({ message }) => message.id)).toEqual([
    'm0',
    'm1',
    'm2',
  ]);
  const { value } = work.next({ type: 'text', text: 'Done so far', tokens: 5 });
  if (!('type' in value) || value.type !== 'compacted') throw new Error('It is compacted');
  const stays = staysAfter(material, source);
  expect(stays.map(({ message }) => message.id)).toEqual(['m3', 'm4']);
  expect(value.messages.filter(({ origin }) => origin === 'recorded')).toEqual(stays);
});
