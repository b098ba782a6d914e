import { expect, it } from 'vitest';
import { none } from '../../policies/presets/none';
import { assumed } from '../../summarizers/assumed';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { replayMaterial } from '../recorded/replay-material';
import { ReplayLookup } from '../replay/replay-lookup';
import { callStep } from './call-step';
import { beforeCut } from './cut-at-step';

it('[P1] following, the recorded compaction covers what was there, without what a rewind dropped', () => {
  const lines = ['user "m0"', 'assistant "m1"', 'user "m2"', 'rewind 1', 'boundary full auto 1000', 'summary "m3"'];
  const material = replayMaterial(transcriptFromText([...lines, 'assistant "m4"'].join('\n')));
  const mode = 'following';
  const lookup = new ReplayLookup(material, none, assumed(), { mode });
  const step = callStep(material, lookup.at(1), lookup.at(0), mode);
  expect(step.compactedAt).toBe(3);
  expect(beforeCut(material, step).map(({ message }) => message.id)).toEqual(['m0', 'm1']);
});
