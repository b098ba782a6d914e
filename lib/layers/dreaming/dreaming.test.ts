import { describe, expect, it } from 'vitest';
import { dreamRule } from '../../memory/dreaming/dream-gates';
import { memoriesIn } from '../../memory/files/memory-folder';
import { playgroundMemory } from '../../policies/presets/playground-memory';
import { changed } from '../../policies/shape/arbitrary-policy.test-support';
import type { Policy } from '../../policies/shape/policy';
import { ProjectWalk } from '../../simulator/memory/project-walk';
import { replayMaterial } from '../../simulator/recorded/replay-material';
import { replay } from '../../simulator/replay/replay';
import { assumed } from '../../summarizers/assumed';
import { sweepRows } from '../../sweep/sweep-rows';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { defaultsOf } from '../shape/setting';
import { dreaming } from './dreaming';

const ROOT = '/home/agent/.claude/projects/x/memory';
const DAYS = [
  'Keep answers short.',
  'The staging database is db-3.keel.example:5433.',
  'Always keep your answers short.',
  'I am a data scientist.',
  'The demo for the customers of Orrin is tomorrow.',
  'The staging database is db-7.keel.example:5433 now.',
  'Never commit without asking me first.',
];

const session = (day: number, text: string) =>
  transcriptFromText(
    `clock 2026-03-${String(day).padStart(2, '0')}T10:00:00Z\nuser "${text}"\nassistant "ok"\nwait 5 min\nuser "thanks"\nassistant "bye"`,
  );

function walked(policy: Policy, days = DAYS) {
  const walk = new ProjectWalk(ROOT, policy);
  const dreams = days.map((text, day) => walk.add(session(day + 1, text)).dreams);
  return { walk, dreams };
}

describe('dreaming', () => {
  it('[D1] has a setting for each number of its rule, with the same default', () => {
    expect(defaultsOf(dreaming.settings)).toEqual(dreamRule);
  });

  it('[D1] starts after five other sessions, and once', () => {
    const { dreams } = walked(playgroundMemory);
    expect(dreams.map((each) => each.length)).toEqual([0, 0, 0, 0, 0, 1, 0]);
    expect(dreams[5]?.[0]).toMatchObject({
      gates: [
        { id: 'on', state: 'passed' },
        { id: 'time', state: 'passed' },
        { id: 'look', state: 'passed' },
        { id: 'sessions', state: 'passed', has: 5, needs: 5 },
        { id: 'lock', state: 'passed' },
      ],
      scores: { lost: [], changed: [] },
      requests: 3,
    });
    const again = walked(playgroundMemory, [...DAYS, ...DAYS]).dreams;
    expect(again.map((each) => each.length)).toEqual([0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0]);
  });

  it('[D3] leaves the folder tidy, and the context as it is', () => {
    const { walk } = walked(playgroundMemory);
    const said = memoriesIn(walk.folder).memories.map(({ body }) => body.split('\n')[0]);
    expect(said.join(' ')).toContain('on 2026-03-06');
    expect(said.join(' ')).not.toContain('tomorrow');
    const own = session(9, 'Is the demo ready?');
    const on = replay(replayMaterial(own), playgroundMemory, assumed(), { memory: walk.leftFor(own) });
    const off = replay(replayMaterial(own), changed(playgroundMemory, 'dreaming.isOn', true), assumed(), {
      memory: walk.leftFor(own),
    });
    expect([...off.used]).toEqual([...on.used]);
  });

  it('[D1] can be swept: how many sessions have to pass decides how often', () => {
    const { walk } = walked(changed(playgroundMemory, 'dreaming.sessions', 1_000));
    const own = session(20, 'Go on.');
    const material = replayMaterial(own);
    const swept = { policy: changed(playgroundMemory, 'dreaming.isOn', true), path: 'dreaming.sessions' };
    const rows = sweepRows(swept, [0, 7, 8], (policy) =>
      replay(material, policy, assumed(300), { memory: walk.leftFor(own) }),
    );
    if (!rows.ok) throw new Error(rows.error);
    expect(rows.value.map(({ memory }) => (memory?.tidied ?? 0) > 0)).toEqual([true, true, false]);
    expect(rows.value.map(({ memory }) => memory?.factsLost)).toEqual([0, 0, 0]);
  });
});
