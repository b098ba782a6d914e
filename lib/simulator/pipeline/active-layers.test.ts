import { expect, it } from 'vitest';
import { everythingOn } from '../../policies/presets/everything-on';
import { assumed } from '../../summarizers/assumed';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { replayMaterial } from '../recorded/replay-material';
import { readingSession } from '../replay/reading-session.test-support';
import { replay } from '../replay/replay';
import { activeLayers } from './active-layers';

it('[X2] layers of prompts and of turns that end do not recover a rejected call, whatever a policy says', () => {
  const recovery = [everythingOn.layers.map(({ layer }) => layer)];
  const policy = { ...everythingOn, windowTokens: 30_000, recovery };
  const turns = activeLayers(policy).recovery.flatMap((step) => step.map(({ turn }) => turn));
  expect(turns).toContain('gate');
  expect(turns).not.toContain('prompt');
  expect(turns).not.toContain('turn-end');
  // It stopped with "A layer asked for "memory" before a call".
  const { used } = replay(replayMaterial(transcriptFromText(readingSession(20))), policy, assumed());
  expect(used.length).toBeGreaterThan(0);
});
